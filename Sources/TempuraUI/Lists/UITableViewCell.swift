public import Foundation

/// A row of a table.
///
/// A class of cells overrides `init(style:reuseIdentifier:)` as on a phone, and has then what `register` needs.
open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }
  public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
  public enum EditingStyle: Int, Sendable { case none, delete, insert }
  public enum SeparatorStyle: Int, Sendable { case none, singleLine }

  private let style: CellStyle
  public internal(set) final var reuseIdentifier: String?

  /// The least height, in points, which is never less than what a finger needs; negative for that of the content.
  final var height = UITableView.automaticDimension { didSet { if height != oldValue { setNeedsRender() } } }

  public init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
    contentView.setPathName(ofItem: "content-view", in: self)
  }

  public required init?(coder: NSCoder) {
    style = .default
    super.init(coder: coder)
    addSubview(contentView)
    contentView.setPathName(ofItem: "content-view", in: self)
  }

  /// What `register` has cells made by.
  override public convenience init(frame: CGRect) { self.init(style: .default, reuseIdentifier: nil) }

  /// Called before a cell is set up again.
  open func prepareForReuse() {}

  // MARK: - Content

  /// The view that the content belongs in.
  public final let contentView: UIView = CellContentView()

  public final private(set) lazy var textLabel: UILabel? = label(at: image == nil ? 0 : 1)
  public final private(set) lazy var detailTextLabel: UILabel? = style == .default ? nil : label(at: .max)
  public final var imageView: UIImageView? {
    if let image { return image }
    let made = UIImageView()
    made.isAccessibilityElement = false  // the text beside it says what there is to say
    image = made
    contentView.insertSubview(made, at: 0)
    return made
  }

  private var image: UIImageView?

  private func label(at index: Int) -> UILabel {
    let label = UILabel()
    contentView.insertSubview(label, at: index)
    return label
  }

  // MARK: - Looks

  public final var accessoryType = AccessoryType.none { didSet { if accessoryType != oldValue { setNeedsRender() } } }

  /// A view at the end of the row, in the place of the accessory.
  public final var accessoryView: UIView? {
    didSet {
      guard accessoryView !== oldValue else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let accessoryView { addSubview(accessoryView) }
    }
  }

  /// Whether a selected row looks selected.
  public final var selectionStyle = SelectionStyle.default {
    didSet { if selectionStyle != oldValue { setNeedsRender() } }
  }

  /// Spaces beside the line below the row, and how deep the content is indented: they are kept for the app to read.
  public final var separatorInset = UIEdgeInsets.zero
  public final var indentationLevel = 0
  public final var indentationWidth: CGFloat = 10

  /// A view behind the content of all rows, and of selected ones: the page takes their background colours.
  public final var backgroundView: UIView? { didSet { setNeedsRender() } }
  public final var selectedBackgroundView: UIView? { didSet { setNeedsRender() } }

  /// Whether the cell looks selected. Selecting is up to the table.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set { setSelected(newValue, animated: false) }
  }

  open func setSelected(_ selected: Bool, animated: Bool) { set(.isSelected, to: selected) }

  /// Whether the cell is pressed. On a page the style sheet shows that; here it is what the app sets.
  open var isHighlighted = false

  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }

  /// Whether the table is being edited.
  open var isEditing: Bool { table?.isEditing ?? false }

  // MARK: - Taps

  final var table: UITableView? { superview as? UITableView }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    if let target = super.tapTarget(ofPart: part) { return target }
    guard let table, let path = table.indexPath(for: self) else { return nil }
    guard let action = table.action(ofPart: part, at: path) else {
      setNeedsRender()  // the page may show a button that there is no more
      return nil
    }
    return TapTarget(refusal: isReachable ? nil : .unreachable, tap: action)
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "li" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if style != .default { html.write(attribute: "data-style", "\(style)") }
    if isSelected, selectionStyle != .none { html.write(" data-selected") }
    if table?.scrollTarget === self { html.write(" data-scroll-target") }
  }

  override package func renderAccessibility(into html: HTMLRenderer) {
    // What the row is called belongs to its button, if it has one.
    if offeredIndexPath == nil { super.renderAccessibility(into: html) }
  }

  /// Where the row is, if it can be tapped.
  private var offeredIndexPath: IndexPath? {
    guard let table, let path = table.indexPath(for: self), !offersTap, table.offersSelection(at: path) else {
      return nil
    }
    return path
  }

  override open func renderContent(into html: HTMLRenderer) {
    let table = table
    let path = table?.indexPath(for: self)
    if let table, let path { renderControlsBefore(at: path, of: table, into: html) }
    html.render(contentView)
    for view in subviews where view !== contentView { html.render(view) }
    if accessoryView == nil { renderAccessory(into: html) }
    if let table, let path { renderControlsAfter(at: path, of: table, into: html) }
  }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    if height >= 0 { css += "min-height:max(\(CSS.px(height)),var(--target));" }
    let background = isSelected ? selectedBackgroundView ?? backgroundView : backgroundView
    if let color = background?.backgroundColor { CSS.declare("background-color", color.css, in: &css) }
  }

  private func renderControlsBefore(at path: IndexPath, of table: UITableView, into html: HTMLRenderer) {
    if offeredIndexPath != nil {
      let isToggle = table.selectsSeveral
      html.writeStretchedButton(
        of: self, namedBy: contentView.subviews.isEmpty ? self : contentView, fallback: ownText("Row"),
        isPressed: isSelected || isToggle ? isSelected : nil, isChecked: accessoryType == .checkmark)
    }
    switch table.editingStyle(at: path) {
    case .delete:
      writeRowButton("row-delete", title: table.deletionTitle(at: path), cssClass: "destructive", into: html)
    case .insert: writeRowButton("row-insert", title: ownText("Insert"), cssClass: "insert", into: html)
    case .none: break
    }
  }

  private func renderAccessory(into html: HTMLRenderer) {
    switch accessoryType {
    case .none: break
    case .disclosureIndicator: html.write("<span class=\"accessory disclosure\"></span>")
    case .checkmark:
      html.write("<span class=\"accessory checkmark\" role=\"img\"")
      html.write(attribute: "aria-label", ownText("Checked"))
      html.write(attribute: "id", idOf: self, part: "row-checkmark")
      html.write("></span>")
    case .detailButton: writeRowButton("row-accessory", title: ownText("Details"), cssClass: "detail", into: html)
    case .detailDisclosureButton:
      writeRowButton("row-accessory", title: ownText("Details"), cssClass: "detail", into: html)
      html.write("<span class=\"accessory disclosure\"></span>")
    }
  }

  private func renderControlsAfter(at path: IndexPath, of table: UITableView, into html: HTMLRenderer) {
    if table.canMove(at: path) {
      let (up, down) = (table.destination(ofRowAt: path, isUp: true), table.destination(ofRowAt: path, isUp: false))
      writeRowButton("row-up", title: ownText("Move up"), cssClass: "move", isEnabled: up != nil, into: html)
      writeRowButton("row-down", title: ownText("Move down"), cssClass: "move", isEnabled: down != nil, into: html)
    }
    guard !table.isEditing else { return }
    let actions = table.swipeActions(at: path)
    let canDelete = table.edits(.delete, at: path)
    guard canDelete || !actions.isEmpty else { return }
    html.write("<details class=\"actions\"><summary")
    html.write(attribute: "id", idOf: self, part: "row-actions")
    writeName("row-actions", into: html)
    html.write(">")
    html.writeSpan(ownText("Actions"))
    html.write("</summary><div>")
    for (part, action) in actions {
      writeRowButton(
        part, title: action.name, cssClass: action.style == .destructive ? "destructive" : "normal",
        image: action.image, into: html)
    }
    if canDelete {
      writeRowButton("row-delete", title: table.deletionTitle(at: path), cssClass: "destructive", into: html)
    }
    html.write("</div></details>")
  }

  /// Writes a button of the row, which is called what it says and what the row shows.
  private func writeRowButton(
    _ part: String, title: String, cssClass: StaticString, image: UIImage? = nil, isEnabled: Bool = true,
    into html: HTMLRenderer
  ) {
    html.writeButton(tapping: part, of: self, cssClass: cssClass, isEnabled: isEnabled) {
      html.write(attribute: "id", idOf: self, part: part)
      writeName(part, into: html)
    } content: {
      if let image { html.write(image: image) }
      html.writeSpan(title)
    }
  }

  private func writeName(_ part: String, into html: HTMLRenderer) {
    let content = contentView.subviews.isEmpty ? "" : " \(contentView.elementID)"
    html.write(attribute: "aria-labelledby", "\(elementID).\(part)\(content)")
  }
}

/// The part of a cell that its content is in, which tells the cell when it gets its first view.
private final class CellContentView: UIView {
  override func didAddSubview(_ subview: UIView) { superview?.setNeedsRender() }
  override func willRemoveSubview(_ subview: UIView) { superview?.setNeedsRender() }
}
