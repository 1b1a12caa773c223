public import Foundation

// Gestures that follow a finger. A page without script has none: the recognisers are here so that an app compiles, and
// adding one to a view says what to use instead.

/// Dragging, which no page without script knows: use a `UISlider`, a `UISwipeGestureRecognizer`, or buttons.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  open func translation(in view: UIView?) -> CGPoint { .zero }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {}
  open func velocity(in view: UIView?) -> CGPoint { .zero }
}

/// Dragging from an edge, which no page without script knows: use a button.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {}

/// Pinching, which is the browser's zoom: use a `UIStepper` or a `UISlider` for a scale of the app's own.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  open var scale: CGFloat = 1
  open var velocity: CGFloat { 0 }
}

/// Turning with two fingers, which no page without script knows: use a `UIStepper` or a `UISlider`.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  open var rotation: CGFloat = 0
  open var velocity: CGFloat { 0 }
}
