public import Foundation

/// The header or the footer of a section.
open class UITableViewHeaderFooterView: UIView {
  public internal(set) final var reuseIdentifier: String?

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a view of a registered class.
  override public convenience init(frame: CGRect) { self.init(reuseIdentifier: nil) }

  /// Called before a dequeued view is filled with content again. Does nothing by default.
  open func prepareForReuse() {}

  /// The view for the content, a subview with the size of this view.
  public final var contentView: UIView {
    if let content { return content }
    let made = ItemContentView()
    content = made
    insertSubview(made, at: 0)
    made.setPathName(ofItem: "content", in: self)
    setArea(bounds, ofContent: made)
    return made
  }

  final private(set) var content: ItemContentView?

  /// The label for the header's text, announced as a heading.
  public final private(set) lazy var textLabel: UILabel? = {
    let label = UILabel()
    label.accessibilityTraits = .header
    contentView.insertSubview(label, at: 0)
    return label
  }()

  public final private(set) lazy var detailTextLabel: UILabel? = {
    let label = UILabel()
    contentView.addSubview(label)
    return label
  }()

  override open func setNeedsLayout() {
    if !viewFlags.contains(.needsLayout) { (superview as? UITableView)?.rowNeedsLayout() }
    super.setNeedsLayout()
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    guard bounds.width > 0 else { return }
    if let content { setArea(CGRect(origin: .zero, size: bounds.size), ofContent: content) }
    layOutConfiguredContent(bounds.size)
    if let backgroundView { setArea(CGRect(origin: .zero, size: bounds.size), ofContent: backgroundView) }
  }

  /// A view behind the content, as large as this view.
  public final var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendBackgroundConfiguration(to: &css)
  }

  override open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    fittingSizeOfRow(
      targetSize, content: content, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority)
  }
}
