internal import Foundation

/// A view of a collection view: a cell, a header, a footer or a decoration.
open class UICollectionReusableView: ListItemView {
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
    preferred.size = fittingSize(of: layoutAttributes)
    return preferred
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let layoutAttributes, layoutAttributes.zIndex != 0, hasAssignedFrame {
      css += "z-index:\(min(max(layoutAttributes.zIndex, -10_000), 10_000));"
    }
  }
}
