public import Foundation

/// The header or the footer of a section.
open class UITableViewHeaderFooterView: ListItemView {
  public init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    dequeuedIdentifier = reuseIdentifier
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a view of a registered class.
  override public convenience init(frame: CGRect) { self.init(reuseIdentifier: nil) }

  /// The view for the content, a subview with the size of this view.
  public final var contentView: UIView { makeContent() }

  override final var standardMargins: NSDirectionalEdgeInsets { marginsOfRow }

  /// The label for the text, announced as a heading in headers. Added to the content view on first access.
  public final var textLabel: UILabel? {
    if let titleIfMade { return titleIfMade }
    let label = UILabel()
    titleIfMade = label
    contentView.insertSubview(label, at: 0)
    updateLabel()
    return label
  }

  public final private(set) lazy var detailTextLabel: UILabel? = {
    let label = UILabel()
    detailIfMade = label
    contentView.addSubview(label)
    return label
  }()

  final private(set) var titleIfMade, detailIfMade: UILabel?

  /// Whether the table made the view for a title of its data source.
  final var isOfTitle = false
  private var tableStyle: UITableView.Style?
  private var isFooter = false

  /// Gives the label the looks of a header or footer of a style. The app may change them when the view is displayed.
  final func use(_ style: UITableView.Style, isFooter: Bool) {
    guard tableStyle != style || isFooter != self.isFooter else { return }
    (tableStyle, self.isFooter) = (style, isFooter)
    updateLabel()
  }

  private func updateLabel() {
    guard let titleIfMade else { return }
    titleIfMade.accessibilityTraits = isFooter ? [] : .header
    guard let tableStyle, isOfTitle else { return }
    let isPlainHeader = tableStyle == .plain && !isFooter
    titleIfMade.font = .systemFont(ofSize: isPlainHeader ? 15 : 13, weight: isPlainHeader ? .semibold : .regular)
    titleIfMade.textColor = .secondaryText
    titleIfMade.numberOfLines = 0
    titleIfMade.textTransform = tableStyle == .plain || isFooter ? .none : .uppercase
  }

  override final func layoutParts() {
    guard bounds.width > 0 else { return }
    if let itemContent { setArea(CGRect(origin: .zero, size: bounds.size), ofContent: itemContent) }
    layOutConfiguredContent(bounds.size)
    if hasAssignedFrame { layoutLabels(in: bounds.size) }
    if let backgroundView { setArea(CGRect(origin: .zero, size: bounds.size), ofContent: backgroundView) }
  }

  /// A view behind the content, as large as this view.
  public final var backgroundView: UIView? { didSet { replaceSubview(oldValue, by: backgroundView, at: 0) } }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendBackgroundConfiguration(to: &css)
  }

  override open func sizeThatFits(_ size: CGSize) -> CGSize {
    hasLabels ? CGSize(width: size.width, height: heightOfLabels(width: size.width)) : super.sizeThatFits(size)
  }
}

extension UITableViewHeaderFooterView: RowLabels {
  final var style: UITableViewCell.CellStyle { .subtitle }
  final var imageIfMade: UIImageView? { nil }
  final var labelMargins: NSDirectionalEdgeInsets {
    NSDirectionalEdgeInsets(
      top: isFooter ? 6 : 20, leading: Self.screenMargin, bottom: isFooter ? 16 : 6, trailing: Self.screenMargin)
  }
  final var imagePadding: CGFloat { 0 }
  final var labelPadding: CGFloat { 2 }
  final func sizeOfImage(_ size: CGSize) -> CGSize { size }
}
