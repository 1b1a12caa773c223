public import Foundation

/// Recognises a long press. On a page it is a button beside the view. The actions run twice: for `.began` and `.ended`.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// No effect, as the other properties here: a press of a button has no duration.
  open var minimumPressDuration: TimeInterval = 0.5
  open var allowableMovement: CGFloat = 10
  open var numberOfTapsRequired = 0
  open var numberOfTouchesRequired = 1

  override var statesOfGesture: [State] { [.began, .ended] }
  override var defaultTitle: String? { localized(.longPress) }
}
