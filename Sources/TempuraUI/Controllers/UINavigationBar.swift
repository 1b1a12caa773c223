public import Foundation

/// The bar of a navigation controller: a back button, the title, and the buttons of the item on top.
open class UINavigationBar: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The items of the controllers, bottom to top.
  public private(set) final var items: [UINavigationItem] = []

  public final var topItem: UINavigationItem? { items.last }
  public final var backItem: UINavigationItem? { items.dropLast().last }

  open var isTranslucent = true
  open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }
  open var prefersLargeTitles = false

  /// Called when the back button is tapped.
  final var didTapBack: (() -> Void)?

  // The views, made when they are first needed.
  private var backButton: UIButton?
  private var titleLabel: UILabel?
  private var promptLabel: UILabel?
  private var buttons: [ObjectIdentifier: BarButton] = [:]
  private var isUpToDate = false

  final func show(_ items: [UINavigationItem]) {
    for item in self.items where item.bar === self { item.bar = nil }
    self.items = items
    for item in items { item.bar = self }
    itemDidChange()
  }

  final func itemDidChange() {
    isUpToDate = false
    setNeedsLayout()
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    guard !isUpToDate else { return }
    isUpToDate = true
    updateViews()
  }

  // MARK: - Views

  private func updateViews() {
    var views: [UIView] = []
    var shown: [ObjectIdentifier: BarButton] = [:]
    func show(_ view: UIView, as name: String) {
      view.setPathName(ofItem: name, in: self)
      views.append(view)
    }
    func show(_ items: [UIBarButtonItem], as name: String) {
      for (index, item) in items.enumerated() {
        item.bar = self
        let itemName = index == 0 ? name : "\(name)\(index + 1)"
        if let view = item.customView {
          show(view, as: itemName)
        } else if item.title != nil || item.image != nil {
          let button = buttons[ObjectIdentifier(item)] ?? BarButton(item: item)
          button.update(from: item)
          shown[ObjectIdentifier(item)] = button
          show(button, as: itemName)
        }
      }
    }
    guard let item = topItem else { return setSubviews([]) }
    let left = item.leftBarButtonItems ?? []
    if let backItem, !item.hidesBackButton, left.isEmpty || item.leftItemsSupplementBackButton {
      show(backButton(to: backItem), as: "backButton")
    }
    show(left, as: "leftButton")
    if let prompt = item.prompt { show(promptLabel(prompt), as: "prompt") }
    if let titleView = item.titleView {
      show(titleView, as: "titleView")
    } else if let title = item.title, !title.isEmpty {
      show(titleLabel(title), as: "title")
    }
    show(item.rightBarButtonItems ?? [], as: "rightButton")
    if let searchBar = item.searchController?.searchBar { show(searchBar, as: "searchBar") }
    buttons = shown
    setSubviews(views)
  }

  private func backButton(to item: UINavigationItem) -> UIButton {
    let button = backButton ?? UIButton(type: .system)
    if backButton == nil {
      backButton = button
      button.on(.touchUpInside) { [weak self] _ in self?.didTapBack?() }
    }
    let title = item.backButtonTitle ?? item.title ?? "Back"
    button.setTitle(title, for: .normal)
    button.accessibilityLabel = title == "Back" ? nil : "Back to \(title)"
    return button
  }

  private func titleLabel(_ text: String) -> UILabel {
    let label = titleLabel ?? UILabel()
    titleLabel = label
    label.accessibilityTraits = .header
    label.headingLevel = 1
    label.text = text
    return label
  }

  private func promptLabel(_ text: String) -> UILabel {
    let label = promptLabel ?? UILabel()
    promptLabel = label
    label.text = text
    return label
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "header" }
}

/// The button of a bar button item.
final class BarButton: UIButton {
  convenience init(item: UIBarButtonItem) {
    self.init(type: .system)
    on(.touchUpInside) { [weak item] _ in item?.tap() }
  }

  func update(from item: UIBarButtonItem) {
    setTitle(item.image == nil ? item.title : nil, for: .normal)
    setImage(item.image, for: .normal)
    isEnabled = item.isEnabled
    if item.tintColor != nil { tintColor = item.tintColor }
    accessibilityLabel = item.accessibilityLabel ?? (item.image == nil ? nil : item.title)
    accessibilityIdentifier = item.accessibilityIdentifier
  }
}
