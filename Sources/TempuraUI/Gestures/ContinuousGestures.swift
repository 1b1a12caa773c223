public import Foundation

// Recognisers of gestures that follow a finger. They never fire, because a page without script has no such gestures.
// They exist so that apps compile. Adding one to a view reports what to use instead.

/// Recognises dragging on iOS. Never fires on a page: use a `UISlider`, a `UISwipeGestureRecognizer`, or buttons.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  open func translation(in view: UIView?) -> CGPoint { .zero }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {}
  open func velocity(in view: UIView?) -> CGPoint { .zero }
}

/// Recognises dragging from a screen edge on iOS. Never fires on a page: use a button.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {}

/// Recognises a pointer above a view on iPad. Never fires on a page: style sheets know the pointer.
open class UIHoverGestureRecognizer: UIGestureRecognizer {}

/// Recognises pinching on iOS. Never fires on a page, which the browser zooms: use a `UIStepper` or a `UISlider`.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  open var scale: CGFloat = 1
  open var velocity: CGFloat { 0 }
}

/// Recognises rotation with two fingers on iOS. Never fires on a page: use a `UIStepper` or a `UISlider`.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  open var rotation: CGFloat = 0
  open var velocity: CGFloat { 0 }
}
