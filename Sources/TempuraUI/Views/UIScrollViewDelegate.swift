public import Foundation

/// Receives the events of a scroll view.
///
/// The browser does not report its scrolling to the server, so only scrolling by the app calls these methods.
public protocol UIScrollViewDelegate: AnyObject {
  /// Called after the app set the offset.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Called after the app set the offset with an animation.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

  /// Returns the view that zooming scales. Default: nil.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// The following are called when the app sets the scale.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
}
