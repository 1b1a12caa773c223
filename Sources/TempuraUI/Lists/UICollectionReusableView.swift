internal import Foundation

/// A view of a collection view: a cell, a header, a footer or a decoration.
open class UICollectionReusableView: UIView {
  /// The identifier that the view was dequeued with; nil for other views.
  public internal(set) final var reuseIdentifier: String?

  /// The attributes that the layout gave the view last; nil if the style sheet positions it.
  final var layoutAttributes: UICollectionViewLayoutAttributes?

  private struct Measured: RarePropertyGroup {
    var size: CGSize?
  }

  /// The size that the view asked for when it was measured.
  final var preferredSize: CGSize? {
    get { rareProperties.box(of: Measured.self)?.properties.size }
    set {
      if newValue == nil { rareProperties.remove(Measured.self) } else { rareProperties[Measured.self].size = newValue }
    }
  }

  /// The content view of a cell, once it was used.
  final var itemContent: ItemContentView?

  /// Called before a dequeued view is filled with content again. Does nothing by default.
  open func prepareForReuse() {}

  /// Called before the view is laid out in the frame that the layout object gives it. Not called if the style sheet
  /// positions the view. Does nothing by default.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Called before and after the collection view gets another layout object. Do nothing by default.
  open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
  open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}

  /// Returns the attributes that the view prefers, given those of the layout: with the size that fits its constraints or
  /// its own `sizeThatFits(_:)`. Called if the layout asks the cells for their sizes, as a flow layout with an
  /// `estimatedItemSize` does.
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    guard let preferred = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else { return layoutAttributes }
    preferred.size = systemLayoutSizeFitting(
      layoutAttributes.size,
      withHorizontalFittingPriority: layoutAttributes.hasFixedWidth ? .required : .fittingSizeLevel,
      verticalFittingPriority: layoutAttributes.hasFixedHeight ? .required : .fittingSizeLevel)
    return preferred
  }

  override final func layoutSizeFitting(
    _ targetSize: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    fittingSizeOfRow(targetSize, content: itemContent, horizontal: horizontal, vertical: vertical)
  }

  override open func setNeedsLayout() {
    if !viewFlags.contains(.needsLayout) { (superview as? UICollectionView)?.itemNeedsLayout(self) }
    super.setNeedsLayout()
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let layoutAttributes, layoutAttributes.zIndex != 0, hasAssignedFrame {
      css += "z-index:\(min(max(layoutAttributes.zIndex, -10_000), 10_000));"
    }
  }
}
