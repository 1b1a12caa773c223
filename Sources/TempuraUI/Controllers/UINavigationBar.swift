public import Foundation

/// The bar of a navigation controller. It shows the back button, the title and the buttons of the top item.
open class UINavigationBar: BarView<UINavigationBarAppearance> {
  /// The navigation items of the controllers, bottom to top.
  public private(set) final var items: [UINavigationItem] = []

  public final var topItem: UINavigationItem? { items.last }
  public final var backItem: UINavigationItem? { items.dropLast().last }

  /// The attributes of titles. Default: nil. Those of the appearance come before them.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { itemDidChange() } }
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { itemDidChange() } }

  /// Sets the background of the standard appearance. An image that is empty makes the bar transparent, as on iOS.
  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
    if barMetrics == .default { show(backgroundImage: backgroundImage) }
  }
  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
  ) { setBackgroundImage(backgroundImage, for: barMetrics) }

  override var standardLook: UINavigationBarAppearance? { topItem?.standardAppearance ?? super.standardLook }
  override var edgeLook: UINavigationBarAppearance? { topItem?.scrollEdgeAppearance ?? super.edgeLook }

  private var shownTitleAttributes: [NSAttributedString.Key: Any] {
    let own = isTitleLarge ? shownAppearance?.largeTitleTextAttributes : shownAppearance?.titleTextAttributes
    if let own, !own.isEmpty { return own }
    return (isTitleLarge ? largeTitleTextAttributes : titleTextAttributes) ?? [:]
  }

  /// Whether titles are large. Default: false. If true, items can still choose: see `largeTitleDisplayMode`.
  open var prefersLargeTitles = false { didSet { setNeedsRender() } }

  /// Called on a tap on the back button, unless an item has its own action for that.
  final var didTapBack: (() -> Void)?

  // Created when first needed.
  private var backButton: BackButton?
  private lazy var titleLabel = UILabel()
  private lazy var promptLabel = UILabel()
  private let leadingItems = LeadingBarItems()
  private let trailingItems = TrailingBarItems()
  private var barViews = BarViews()
  private var isUpToDate = false

  final func show(_ items: [UINavigationItem]) {
    for item in self.items where item.bar === self { item.bar = nil }
    self.items = items
    for item in items { item.bar = self }
    itemDidChange()
  }

  override func adoptLook(of other: BarView<UINavigationBarAppearance>) {
    super.adoptLook(of: other)
    guard let other = other as? UINavigationBar else { return }
    if other.prefersLargeTitles { prefersLargeTitles = true }
    if titleTextAttributes == nil { titleTextAttributes = other.titleTextAttributes }
    if largeTitleTextAttributes == nil { largeTitleTextAttributes = other.largeTitleTextAttributes }
  }

  override final func itemDidChange() {
    isUpToDate = false
    setNeedsRender()
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
    // In the bar before their items get names, which views lose that enter a hierarchy.
    shownViews = [leadingItems] + shownViews.filter { $0 !== leadingItems && $0 !== trailingItems } + [trailingItems]
    var (views, leading, trailing): ([UIView], [UIView], [UIView]) = ([], [], [])
    func show(_ view: UIView, as name: String) {
      view.setPathName(ofItem: name, in: self)
      views.append(view)
    }
    defer {
      (leadingItems.shownViews, trailingItems.shownViews) = (leading, trailing)
      shownViews = [leadingItems] + views + [trailingItems]
      barViews.removeUnusedViews()
    }
    guard let item = topItem else { return }
    let left = item.leftBarButtonItems ?? []
    if let backItem, !item.hidesBackButton, left.isEmpty || item.leftItemsSupplementBackButton {
      let button = backButton(to: backItem)
      button.setPathName(ofItem: "backButton", in: self)
      leading = [button]
    }
    leading += barViews.views(of: left, in: self, named: "leftButton", hasFlexibleSpaces: false)
    if let prompt = item.prompt {
      promptLabel.text = prompt
      show(promptLabel, as: "prompt")
    }
    if let titleView = item.titleView {
      show(titleView, as: "titleView")
    } else if let title = item.title, !title.isEmpty {
      showTitle(title)
      show(titleLabel, as: "title")
    }
    // The first button is at the edge of the bar.
    let right = item.rightBarButtonItems ?? []
    trailing = barViews.views(of: right, in: self, named: "rightButton", hasFlexibleSpaces: false).reversed()
    if let searchBar = item.searchController?.searchBar { show(searchBar, as: "searchBar") }
  }

  private func backButton(to item: UINavigationItem) -> BackButton {
    let button = backButton ?? BackButton(type: .system)
    if backButton == nil {
      backButton = button
      button.on(.touchUpInside) { [weak self] _ in self?.goBack() }
    }
    let custom = item.backBarButtonItem
    custom?.bar = self
    let title = custom?.title ?? item.backButtonTitle ?? item.title ?? localized(.barBack)
    switch item.backButtonDisplayMode {
    case .default: button.setTitle(title, for: .normal)
    case .generic: button.setTitle(localized(.barBack), for: .normal)
    case .minimal: button.setTitle(nil, for: .normal)
    }
    button.setImage(custom?.image, for: .normal)
    if button.tintColorOfItem != custom?.tintColor {
      button.tintColorOfItem = custom?.tintColor
      button.tintColor = custom?.tintColor
    }
    button.isEnabled = custom?.isEnabled ?? true
    let label = title.isEmpty || title == localized(.barBack) ? nil : localized(.barBackTo(title))
    button.accessibilityLabel =
      custom?.accessibilityLabel ?? label ?? (button.currentTitle ?? "" == "" ? localized(.barBack) : nil)
    return button
  }

  private func goBack() {
    if let action = topItem?.backAction { return action.handler(action) }
    if let custom = backItem?.backBarButtonItem, custom.hasAction { return custom.tap() }
    didTapBack?()
  }

  private func showTitle(_ text: String) {
    titleLabel.accessibilityTraits = .header
    titleLabel.headingLevel = 1
    let attributes = shownTitleAttributes
    if attributes.isEmpty {
      titleLabel.text = text
    } else {
      titleLabel.attributedText = NSAttributedString(string: text, attributes: attributes)
    }
  }

  override open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: height) }

  /// The height of the bar with its content, in points. On framed pages the style sheet gives the bar this height.
  final var height: CGFloat {
    44 + (isTitleLarge ? 52 : 0) + (topItem?.prompt == nil ? 0 : 30) + searchHeight
  }

  private var searchHeight: CGFloat {
    guard let bar = topItem?.searchController?.searchBar else { return 0 }
    return bar.hasScopes ? 104 : 52
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "header" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if isTitleLarge { html.write(" data-title=\"large\"") }
    super.renderAttributes(into: html)
  }

  private var isTitleLarge: Bool {
    guard prefersLargeTitles else { return false }
    // `.automatic` means: the same as the item below.
    let decided = items.last { $0.largeTitleDisplayMode != .automatic }
    return decided.map { $0.largeTitleDisplayMode == .always } ?? true
  }
}

/// The back button and the left bar buttons of a navigation bar.
final class LeadingBarItems: UIView {}

/// The right bar buttons of a navigation bar.
final class TrailingBarItems: UIView {}
