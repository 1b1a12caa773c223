public import Foundation

// A page cannot make a phone vibrate. The generators do nothing.

/// Makes a phone vibrate. Does nothing on a page.
open class UIFeedbackGenerator: NSObject {
  override public init() { super.init() }
  public init(view: UIView) { super.init() }
  open func prepare() {}
}

open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  open func selectionChanged() {}
}

open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  override public init() { super.init() }
  public init(style: FeedbackStyle) { super.init() }
  public init(style: FeedbackStyle, view: UIView) { super.init() }
  open func impactOccurred() {}
  open func impactOccurred(intensity: CGFloat) {}
}

open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  public enum FeedbackType: Int, Sendable { case success, warning, error }
  open func notificationOccurred(_ notificationType: FeedbackType) {}
}
