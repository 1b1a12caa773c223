import Testing
import UIKit

/// A view that follows its own geometry, as apps write it.
private final class Card: UIView {
  var changes: [String] = []

  override var frame: CGRect { didSet { changes.append("frame") } }
  override var bounds: CGRect { didSet { changes.append("bounds") } }
  override var center: CGPoint { didSet { changes.append("center") } }
  override var transform: CGAffineTransform { didSet { changes.append("transform") } }

  override func layoutSubviews() {
    super.layoutSubviews()
    for view in subviews { view.frame = bounds.insetBy(dx: 8, dy: 8) }
  }
}

/// A table that is as high as its rows.
private final class FittingTable: UITableView {
  override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }
  override var contentOffset: CGPoint { didSet { layoutIfNeeded() } }
  override var contentInset: UIEdgeInsets { didSet { setNeedsLayout() } }
  override var adjustedContentInset: UIEdgeInsets { .zero }

  override var intrinsicContentSize: CGSize {
    layoutIfNeeded()
    return CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height)
  }
}

private final class ZoomingDelegate: NSObject, UIScrollViewDelegate {
  let zoomed = UIView()
  var scales: [CGFloat] = []
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
  func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
    scales.append(scale)
  }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    targetContentOffset.pointee = .zero
  }
}

@MainActor @Suite struct FrameTests {
  @Test func aViewFollowsItsOwnGeometry() {
    let card = Card()
    card.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    card.bounds.size.height = 60
    card.center.x += 10
    card.transform = CGAffineTransform(translationX: 0, y: 5)
    #expect(card.changes == ["frame", "bounds", "center", "transform"])
    #expect(card.frame == CGRect(x: 10, y: 0, width: 100, height: 60))
  }

  @Test func subviewsAreLaidOutFromTheBounds() {
    let (card, inner) = (Card(frame: CGRect(x: 0, y: 0, width: 100, height: 50)), UIView())
    card.addSubview(inner)
    card.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 8, y: 8, width: 84, height: 34))
    #expect(card.convert(inner.frame, to: nil).origin == CGPoint(x: 8, y: 8))
    #expect(inner.convert(CGPoint.zero, from: card) == CGPoint(x: -8, y: -8))
  }

  @Test func aTableFollowsItsContent() {
    let table = FittingTable(frame: CGRect(x: 0, y: 0, width: 320, height: 400), style: .plain)
    table.contentOffset = CGPoint(x: 0, y: 10)
    table.contentInset.top = 4
    #expect(table.visibleSize == CGSize(width: 320, height: 400))
    #expect(table.intrinsicContentSize.width == UIView.noIntrinsicMetric)
  }

  @Test func scrollViewsZoomTheViewOfTheirDelegate() {
    let (scrollView, delegate) = (UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), ZoomingDelegate())
    scrollView.delegate = delegate
    scrollView.minimumZoomScale = 0.5
    scrollView.maximumZoomScale = 3
    scrollView.setZoomScale(9, animated: true)
    scrollView.zoom(to: CGRect(x: 10, y: 10, width: 50, height: 50), animated: false)
    #expect(delegate.scales == [3, 2] && delegate.zoomed.transform.a == 2)
    #expect(!scrollView.isZooming && !scrollView.isZoomBouncing)
    scrollView.bouncesZoom = false
    scrollView.delaysContentTouches = false
    scrollView.canCancelContentTouches = true
    scrollView.automaticallyAdjustsScrollIndicatorInsets = false
    scrollView.verticalScrollIndicatorInsets.top = 5
    #expect(scrollView.horizontalScrollIndicatorInsets.top == 5)
    #expect(scrollView.panGestureRecognizer.velocity(in: scrollView) == .zero)
    #expect(scrollView.pinchGestureRecognizer?.scale == 1)
  }

  @Test func aWindowHasTheSizeOfTheScreen() {
    #expect(UIWindow().bounds == UIScreen.main.bounds)
  }
}
