public import Foundation

// Zooming and touches. The browser zooms a page itself, and reports neither that nor touches.

extension UIScrollView {
  private struct Zooming: RarePropertyGroup {
    var minimum: CGFloat = 1
    var maximum: CGFloat = 1
    var scale: CGFloat = 1
    var bouncesZoom = true
    var delaysContentTouches = true
    var canCancelContentTouches = true
    var adjustsIndicatorInsets = true
    var pan: UIPanGestureRecognizer?
    var pinch: UIPinchGestureRecognizer?
  }

  /// The smallest `zoomScale`. Default: 1.
  public final var minimumZoomScale: CGFloat {
    get { rareProperties[Zooming.self].minimum }
    set { rareProperties[Zooming.self].minimum = newValue }
  }

  /// The largest `zoomScale`. Default: 1.
  public final var maximumZoomScale: CGFloat {
    get { rareProperties[Zooming.self].maximum }
    set { rareProperties[Zooming.self].maximum = newValue }
  }

  /// The scale of the view that the delegate names in `viewForZooming(in:)`, between both limits. Only the app changes it.
  public final var zoomScale: CGFloat {
    get { rareProperties[Zooming.self].scale }
    set {
      let scale = min(max(newValue, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
      guard scale.isFinite, scale != zoomScale else { return }
      let zoomed = delegate?.viewForZooming(in: self)
      delegate?.scrollViewWillBeginZooming(self, with: zoomed)
      rareProperties[Zooming.self].scale = scale
      zoomed?.transform = CGAffineTransform(scaleX: scale, y: scale)
      delegate?.scrollViewDidZoom(self)
      delegate?.scrollViewDidEndZooming(self, with: zoomed, atScale: scale)
    }
  }

  public final func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }

  /// Zooms so that an area of the content fills the view, and scrolls there.
  public final func zoom(to rect: CGRect, animated: Bool) {
    let size = visibleSize
    guard rect.width > 0, rect.height > 0, size.width > 0 else { return }
    zoomScale = min(size.width / rect.width, size.height / rect.height)
    setContentOffset(CGPoint(x: rect.minX * zoomScale, y: rect.minY * zoomScale), animated: animated)
  }

  /// Always false: browsers do not report zooming.
  public final var isZooming: Bool { false }
  public final var isZoomBouncing: Bool { false }

  // The following have no effect on a page. They keep their values for the app to read.

  public final var bouncesZoom: Bool {
    get { rareProperties[Zooming.self].bouncesZoom }
    set { rareProperties[Zooming.self].bouncesZoom = newValue }
  }

  public final var delaysContentTouches: Bool {
    get { rareProperties[Zooming.self].delaysContentTouches }
    set { rareProperties[Zooming.self].delaysContentTouches = newValue }
  }

  public final var canCancelContentTouches: Bool {
    get { rareProperties[Zooming.self].canCancelContentTouches }
    set { rareProperties[Zooming.self].canCancelContentTouches = newValue }
  }

  public final var automaticallyAdjustsScrollIndicatorInsets: Bool {
    get { rareProperties[Zooming.self].adjustsIndicatorInsets }
    set { rareProperties[Zooming.self].adjustsIndicatorInsets = newValue }
  }

  public final var verticalScrollIndicatorInsets: UIEdgeInsets {
    get { scrollIndicatorInsets }
    set { scrollIndicatorInsets = newValue }
  }

  public final var horizontalScrollIndicatorInsets: UIEdgeInsets {
    get { scrollIndicatorInsets }
    set { scrollIndicatorInsets = newValue }
  }

  /// The recogniser of dragging, which never fires.
  public final var panGestureRecognizer: UIPanGestureRecognizer {
    if let made = rareProperties[Zooming.self].pan { return made }
    let made = UIPanGestureRecognizer()
    rareProperties[Zooming.self].pan = made
    return made
  }

  /// The recogniser of pinching, which never fires.
  public final var pinchGestureRecognizer: UIPinchGestureRecognizer? {
    if let made = rareProperties[Zooming.self].pinch { return made }
    let made = UIPinchGestureRecognizer()
    rareProperties[Zooming.self].pinch = made
    return made
  }
}
