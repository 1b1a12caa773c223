public import Foundation

/// A view of a collection view: a cell, a header or a footer.
open class UICollectionReusableView: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// What the view was registered by.
  public final var reuseIdentifier: String? { rareProperties?.reuseIdentifier }

  /// Called before a view is set up again.
  open func prepareForReuse() {}

  /// For source compatibility: the style sheet places what the app's layout does not.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}
