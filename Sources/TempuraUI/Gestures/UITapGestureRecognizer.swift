/// Recognises taps. A single tap with one finger makes the whole view a button. Several taps, or taps with several
/// fingers, are a button beside the view.
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1 { didSet { view?.setNeedsRender() } }
  open var numberOfTouchesRequired = 1 { didSet { view?.setNeedsRender() } }

  override var isSingleTap: Bool { numberOfTapsRequired <= 1 && numberOfTouchesRequired <= 1 }

  override var defaultTitle: String? {
    switch (numberOfTapsRequired, numberOfTouchesRequired) {
    case (...1, ...1): localized(.tap)
    case (2, ...1): localized(.doubleTap)
    case (3, ...1): localized(.tripleTap)
    case (_, ...1): localized(.taps(numberOfTapsRequired))
    default: localized(.tap(fingers: numberOfTouchesRequired))
    }
  }
}
