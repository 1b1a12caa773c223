/// Recognises taps. A single tap with one finger makes the whole view a button. Several taps, or taps with several
/// fingers, are an entry of the menu at the view.
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1 { didSet { view?.setNeedsRender() } }
  open var numberOfTouchesRequired = 1 { didSet { view?.setNeedsRender() } }

  override var isSingleTap: Bool { numberOfTapsRequired <= 1 && numberOfTouchesRequired <= 1 }

  override var defaultTitle: String? {
    switch (numberOfTapsRequired, numberOfTouchesRequired) {
    case (...1, ...1): localized(.gestureTap)
    case (2, ...1): localized(.gestureDoubleTap)
    case (3, ...1): localized(.gestureTripleTap)
    case (_, ...1): localized(.gestureTaps(numberOfTapsRequired))
    default: localized(.gestureFingers(numberOfTouchesRequired))
    }
  }
}

/// Recognises a long press. On a page it is an entry of the menu at the view. The actions run twice: for `.began` and `.ended`.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  override var statesOfGesture: [State] { [.began, .ended] }
  override var defaultTitle: String? { localized(.gestureLongPress) }
}

/// Recognises a swipe. On a page it is an entry of the menu at the view.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  public struct Direction: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let right = Direction(rawValue: 1 << 0)
    public static let left = Direction(rawValue: 1 << 1)
    public static let up = Direction(rawValue: 1 << 2)
    public static let down = Direction(rawValue: 1 << 3)
  }

  /// The direction, which is part of the button's default title. Default: `.right`.
  open var direction = Direction.right { didSet { if direction != oldValue { view?.setNeedsRender() } } }

  override var defaultTitle: String? {
    switch direction {
    case .right: localized(.gestureSwipeRight)
    case .left: localized(.gestureSwipeLeft)
    case .up: localized(.gestureSwipeUp)
    case .down: localized(.gestureSwipeDown)
    default: localized(.gestureSwipe)
    }
  }
}
