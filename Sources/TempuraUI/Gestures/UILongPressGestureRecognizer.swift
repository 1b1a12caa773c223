public import Foundation

/// A long press: an action beside the view. It begins and ends at once, as two calls.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// For source compatibility: a press of a button takes no time.
  open var minimumPressDuration: TimeInterval = 0.5
  open var allowableMovement: CGFloat = 10
  open var numberOfTapsRequired = 0
  open var numberOfTouchesRequired = 1

  override var statesOfOneGesture: [State] { [.began, .ended] }
  override var ownTitle: String? { ownText("Long press") }
}
