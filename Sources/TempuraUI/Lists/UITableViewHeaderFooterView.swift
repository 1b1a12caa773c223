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

  /// The view for the content. It is the view itself; on iOS it is a subview.
  public final var contentView: UIView { self }

  /// The label for the header's text, announced as a heading.
  public final private(set) lazy var textLabel: UILabel? = {
    let label = UILabel()
    label.accessibilityTraits = .header
    insertSubview(label, at: 0)
    return label
  }()

  public final private(set) lazy var detailTextLabel: UILabel? = {
    let label = UILabel()
    addSubview(label)
    return label
  }()
}
