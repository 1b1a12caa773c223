public import Foundation

/// The heading or the footer of a section.
open class UITableViewHeaderFooterView: UIView {
  public internal(set) final var reuseIdentifier: String?

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// What `register` has views made by.
  override public convenience init(frame: CGRect) { self.init(reuseIdentifier: nil) }

  /// Called before the view is set up again.
  open func prepareForReuse() {}

  /// The view that the content belongs in. On a page that is the view itself.
  public final var contentView: UIView { self }

  /// The heading's text.
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
