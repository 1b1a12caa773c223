public import Foundation

extension CGSize {
  /// The intrinsic size of a view without content.
  static var noIntrinsicMetric: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
}

extension UIView {
  /// The value of an intrinsic width or height that a view does not have.
  public static var noIntrinsicMetric: CGFloat { -1 }

  /// Targets of `systemLayoutSizeFitting(_:)`: as small and as large as possible.
  public static var layoutFittingCompressedSize: CGSize { .zero }
  public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }

  /// Makes the view as large as `sizeThatFits(_:)` of its present size. Its origin stays.
  ///
  /// A view without an assigned frame stays in the flow, and the browser sizes it to its content.
  final func fitToContent() {
    let size = sizeThatFits(bounds.size).sane
    if frameUse == .assigned {
      if transform == .identity { return frame.size = size }
      return setUntransformedFrame(CGRect(origin: untransformedFrame.origin, size: size), from: untransformedFrame)
    }
    viewFlags.insert(.isSizedToFit)
    if frameUse == .laidOut {
      setFramingViewsNeedLayout()
    } else {
      if frameUse != .sizedToFit {
        frameUse = .sizedToFit
        setNeedsRender()
      }
      setFlowingFrame(CGRect(origin: frame.origin, size: size))
    }
  }

  /// Returns the size of the view for its constraints and content.
  final func fittingSize(
    _ targetSize: CGSize, horizontal: UILayoutPriority = .fittingSizeLevel,
    vertical: UILayoutPriority = .fittingSizeLevel
  ) -> CGSize {
    let fitting = LayoutSystem.Fitting(size: targetSize.sane, horizontal: horizontal, vertical: vertical)
    if var system = LayoutSystem(self, fitting: fitting) { return system.fittingSize() }
    var size = neededSize(width: horizontal == .required ? targetSize.width : 0)
    if horizontal == .required { size.width = targetSize.width }
    if vertical == .required { size.height = targetSize.height }
    return size
  }

  /// Marks the layout that the view belongs to: the size of its content changed.
  public final func invalidateIntrinsicContentSize() { setNeedsUpdateConstraints() }

  // MARK: - Sizes of content

  /// Returns the size of a view that its container places but does not size: that of its frame, else that of its content.
  ///
  /// - Parameter width: The width of fields, pickers, and views without a width of their own, in points.
  final func sizeInContainer(width: CGFloat) -> CGSize {
    let own = bounds.size
    if frameUse == .assigned, own.width > 0, own.height > 0 { return own }
    if viewFlags.contains(.isSizedToFit) { return sizeThatFits(.zero) }
    var size = neededSize(width: 0)
    if needsGivenWidth || size.width <= 0 { size.width = width > 0 ? width : size.width }
    if size.height <= 0 { size.height = sizeThatFits(CGSize(width: size.width, height: 0)).height }
    return size.height > 0 ? size : own
  }

  /// Returns the size of the view: that of its own content, or the size that its subviews need.
  ///
  /// - Parameter width: The available width in points, 0 for any width.
  final func neededSize(width: CGFloat) -> CGSize {
    let own = intrinsicContentSize
    if own.width >= 0, own.height >= 0 {
      return width > 0 && own.width > width ? sizeThatFits(CGSize(width: width, height: 0)) : own
    }
    let fitting = LayoutSystem.Fitting(
      size: CGSize(width: width, height: 0).sane, horizontal: width > 0 ? .required : .fittingSizeLevel)
    var size = CGSize.zero
    if var system = LayoutSystem(self, fitting: fitting) {
      size = system.fittingSize()
    } else if !(self is UIScrollView) {
      for view in subviews where !view.isHidden {
        if view.frameUse == .assigned {
          size = CGSize(width: max(size.width, view.frame.maxX), height: max(size.height, view.frame.maxY))
        } else {
          let flowing = view.neededSize(width: width)
          size = CGSize(width: max(size.width, flowing.width), height: size.height + flowing.height)
        }
      }
    }
    if own.width >= 0 { size.width = own.width }
    if own.height >= 0 { size.height = own.height }
    return size
  }
}
