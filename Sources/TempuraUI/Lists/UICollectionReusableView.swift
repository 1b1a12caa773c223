public import Foundation

/// A view of a collection view: a cell, a header or a footer.
open class UICollectionReusableView: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The identifier that the view was dequeued with; nil for other views.
  public internal(set) final var reuseIdentifier: String?

  /// Called before a dequeued view is filled with content again. Does nothing by default.
  open func prepareForReuse() {}

  /// For source compatibility: never called. The style sheet places the views.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}
