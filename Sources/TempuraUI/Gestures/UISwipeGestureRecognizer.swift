/// Recognises a swipe. On a page it is a button beside the view.
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

  /// No effect.
  open var numberOfTouchesRequired = 1

  override var defaultTitle: String? {
    switch direction {
    case .right: localized(.swipeRight)
    case .left: localized(.swipeLeft)
    case .up: localized(.swipeUp)
    case .down: localized(.swipeDown)
    default: localized(.swipe)
    }
  }
}
