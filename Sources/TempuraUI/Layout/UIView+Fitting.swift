public import Foundation

extension UIView {
  /// The value of an intrinsic width or height that a view does not have.
  public static var noIntrinsicMetric: CGFloat { -1 }

  /// Targets of `systemLayoutSizeFitting(_:)`. On a page both stand for any width.
  public static var layoutFittingCompressedSize: CGSize { .zero }
  public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }

  /// Sizes the view to its content in the browser. `frame` gets the estimated size, by which the app can place other
  /// views.
  public final func sizeToFit() {
    set(.isSizedToFit, to: true)
    let room = superview.map { $0.frame.width > 0 ? $0.frame.width : UIScreen.main.bounds.width } ?? 0
    let size = sizeThatFits(CGSize(width: room, height: 0))
    if size != frame.size { rareProperties[Geometry.self].frame.size = size }
  }

  /// Returns the estimated size of the view for its constraints and content.
  ///
  /// - Parameter targetSize: Its width is the available width in points, 0 for any width.
  public final func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    let width = targetSize.width < Self.layoutFittingExpandedSize.width ? targetSize.width : 0
    return estimatedSize(width: width)
  }

  /// Returns the estimated size of the view for its constraints and content. A width or height that is required is that of
  /// the target.
  public final func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    var size = systemLayoutSizeFitting(targetSize)
    if horizontalFittingPriority == .required { size.width = targetSize.width }
    if verticalFittingPriority == .required { size.height = targetSize.height }
    return size
  }

  /// Marks the view and its superview for layout, because the size of the content changed.
  public final func invalidateIntrinsicContentSize() { setNeedsUpdateConstraints() }

  // MARK: - Estimates

  /// Returns the estimated size of the content of UIKit's own views; nil for views without content of their own.
  ///
  /// - Parameter width: The available width in points, 0 for any width.
  final func estimatedContentSize(width: CGFloat) -> CGSize? {
    let target: CGFloat = 44  // the minimum of the style sheet for controls
    switch self {
    case let label as UILabel:
      // A page wraps the text of a label of one line, too.
      let lines = label.numberOfLines > 1 ? label.numberOfLines : 0
      return TextMetrics.size(of: label.text ?? "", font: label.font, width: width, lines: lines)
    case let button as UIButton:
      let text = TextMetrics.size(
        of: button.currentTitle ?? "", font: button.titleFont, width: width > 16 ? width - 16 : 0)
      let image = button.currentImage?.size ?? .zero
      let gap: CGFloat = image.width > 0 && text.width > 0 ? 8 : 0
      return CGSize(
        width: max(text.width + image.width + gap + 16, target),
        height: max(max(text.height, image.height) + 8, target))
    case let view as UIImageView:
      return view.image.flatMap { $0.size == .zero ? nil : $0.size }
    case is UITextField: return CGSize(width: width > 0 ? width : 220, height: target)
    case let view as UITextView:
      let font = view.font ?? .systemFont(ofSize: 17)
      let text = TextMetrics.size(of: view.text, font: font, width: width > 26 ? width - 26 : 0)
      return CGSize(width: width > 0 ? width : 220, height: max(text.height + 18, 96))
    case is UIControl: return CGSize(width: target, height: target)
    default: return nil
    }
  }

  /// Returns the estimated size of the view: that of its own content, or the size that its subviews need.
  ///
  /// - Parameters:
  ///   - width: The available width in points, 0 for any width.
  ///   - depth: The number of estimates that need this one. Below four levels subviews count as empty, to bound the time.
  final func estimatedSize(width: CGFloat, depth: Int = 0) -> CGSize {
    let own = intrinsicContentSize
    if own.width >= 0, own.height >= 0 {
      let isWrapped = width > 0 && own.width > width
      return isWrapped ? sizeThatFits(CGSize(width: width, height: 0)) : own
    }
    var size: CGSize
    if let stack = self as? UIStackView {
      size = stack.estimatedStackSize(width: width, depth: depth)
    } else if self is UIScrollView || depth > 4 {
      size = .zero
    } else if let grid = ConstraintGrid(self, depth: depth) {
      size = grid.fittingSize(width: width)
    } else {
      size = .zero
      for view in subviews where !view.isHidden {
        if view.viewFlags.contains(.isPlaced) {
          size = CGSize(width: max(size.width, view.frame.maxX), height: max(size.height, view.frame.maxY))
        } else {
          let flowing = view.estimatedSize(width: width, depth: depth + 1)
          size = CGSize(width: max(size.width, flowing.width), height: size.height + flowing.height)
        }
      }
    }
    if own.width >= 0 { size.width = own.width }
    if own.height >= 0 { size.height = own.height }
    return size
  }
}

extension UIButton {
  /// The font of the title, without making a label for it.
  fileprivate var titleFont: UIFont { titleLabelIfMade?.font ?? .systemFont(ofSize: 17) }
}

extension UIStackView {
  /// Returns the estimated size of the row or column of arranged subviews.
  fileprivate func estimatedStackSize(width: CGFloat, depth: Int) -> CGSize {
    let views = arrangedSubviews.filter { !$0.isHidden }
    var (along, across): (CGFloat, CGFloat) = (0, 0)
    for (index, view) in views.enumerated() {
      let size = view.estimatedSize(width: axis == .vertical ? width : 0, depth: depth + 1)
      let (length, breadth) = axis == .vertical ? (size.height, size.width) : (size.width, size.height)
      along += length + (index < views.count - 1 ? space(after: view) : 0)
      across = max(across, breadth)
    }
    let size = axis == .vertical ? CGSize(width: across, height: along) : CGSize(width: along, height: across)
    let margins = isLayoutMarginsRelativeArrangement ? directionalLayoutMargins : .zero
    return CGSize(
      width: size.width + margins.leading + margins.trailing, height: size.height + margins.top + margins.bottom)
  }
}
