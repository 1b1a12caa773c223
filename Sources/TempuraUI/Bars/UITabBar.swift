public import Foundation

/// Receives taps on a tab bar without a tab bar controller.
public protocol UITabBarDelegate: AnyObject {
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar with a button for each tab. If the tabs do not fit because the text is large, the bar has several rows.
open class UITabBar: BarView<UITabBarAppearance> {
  /// How the tabs share the width of the bar.
  public enum ItemPositioning: Int, Sendable { case automatic, fill, centered }

  /// The height on framed pages, in points.
  static let height: CGFloat = 49

  open weak var delegate: (any UITabBarDelegate)?

  /// The tabs. Default: nil.
  open var items: [UITabBarItem]? {
    didSet {
      for item in oldValue ?? [] where item.bar === self { item.bar = nil }
      for item in items ?? [] { item.bar = self }
      if let selectedItem, items?.contains(where: { $0 === selectedItem }) != true { self.selectedItem = nil }
      setNeedsRender()
    }
  }

  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

  /// The selected tab. Default: nil. Not retained.
  open weak var selectedItem: UITabBarItem? { didSet { if selectedItem !== oldValue { setNeedsRender() } } }

  /// The colour of the tabs that are not selected. Default: nil, the colour of the style sheet.
  open var unselectedItemTintColor: UIColor? { didSet { setNeedsRender() } }

  /// The background of the standard appearance.
  open var backgroundImage: UIImage? { didSet { show(backgroundImage: backgroundImage) } }

  /// Called on a tap on a tab. If set, the bar itself neither selects the tab nor calls its delegate.
  final var didTap: ((UITabBarItem) -> Void)?

  // MARK: - Taps

  /// The items and the names of their parts. The names come from titles instead of positions, so that a tap on an old
  /// page never reaches another tab.
  private var parts: [(item: UITabBarItem, part: String)] {
    let items = items ?? []
    let names = ItemIdentity.names(for: items.map { ItemIdentity.escaped($0.title ?? $0.accessibilityLabel ?? "tab") })
    return zip(items, names).map { ($0, $1) }
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard let item = parts.first(where: { $0.part == part })?.item else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: !item.isEnabled ? .disabled : isReachable ? nil : .unreachable, isLeaving: true) {
      [self] in
      if let didTap { return didTap(item) }
      selectedItem = item
      delegate?.tabBar(self, didSelect: item)
    }
  }

  /// The width of a size, with the height of a tab bar.
  override open func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  override open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.height) }

  override func adoptLook(of other: BarView<UITabBarAppearance>) {
    super.adoptLook(of: other)
    if unselectedItemTintColor == nil { unselectedItemTintColor = (other as? UITabBar)?.unselectedItemTintColor }
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "nav" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if accessibilityLabel == nil { html.write(attribute: "aria-label", localized(.barTabs)) }
    super.renderAttributes(into: html)
  }

  override open func renderContent(into html: HTMLRenderer) {
    for (index, (item, part)) in parts.enumerated() { write(item, part, at: index, into: html) }
    super.renderContent(into: html)
  }

  private func write(_ item: UITabBarItem, _ part: String, at index: Int, into html: HTMLRenderer) {
    let isSelected = item === selectedItem
    let name = item.accessibilityLabel ?? (item.title == nil ? localized(.barTab(index + 1)) : nil)
    let label = name.map { name in item.badgeValue.map { "\(name), \($0)" } ?? name }
    html.writeButton(tapping: part, of: self, label: label, isEnabled: item.isEnabled) {
      if let identifier = item.accessibilityIdentifier { html.write(attribute: "id", identifier) }
      if isSelected { html.write(" aria-current=\"page\"") }
      if let hint = item.accessibilityHint { html.write(attribute: "aria-description", hint) }
    } content: {
      if let image = isSelected ? item.selectedImage ?? item.image : item.image { html.write(image: image) }
      if let title = item.title { html.writeSpan(title) }
      if let badge = item.badgeValue { write(badge: badge, item.badgeColor, into: html) }
    }
  }

  private func write(badge: String, _ color: UIColor?, into html: HTMLRenderer) {
    html.write("<span class=\"badge")
    if let color { html.write(text: " s\(html.styles.number(of: "background-color:\(color.css);"))") }
    html.write("\">")
    html.write(text: badge)
    html.write("</span>")
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    let items = shownAppearance?.itemAppearance
    if let color = items?.selected.color { css.declareTint(color) }
    if let color = items?.normal.color ?? unselectedItemTintColor { css.declare("--unselected", color.css) }
  }
}
