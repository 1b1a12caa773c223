public import Foundation

/// Learns of taps in a tab bar that an app uses by itself.
public protocol UITabBarDelegate: AnyObject {
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar with a button for each tab. Where there are more than fit, there is another row.
open class UITabBar: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any UITabBarDelegate)?

  open var items: [UITabBarItem]? {
    didSet {
      for item in oldValue ?? [] where item.bar === self { item.bar = nil }
      for item in items ?? [] { item.bar = self }
      if let selectedItem, items?.contains(where: { $0 === selectedItem }) != true { self.selectedItem = nil }
      setNeedsRender()
    }
  }

  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

  open weak var selectedItem: UITabBarItem? { didSet { if selectedItem !== oldValue { setNeedsRender() } } }

  open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }

  /// The colour of the tabs that are not selected.
  open var unselectedItemTintColor: UIColor? { didSet { setNeedsRender() } }

  /// Whether what scrolls below the bar shines through.
  open var isTranslucent = true { didSet { setNeedsRender() } }

  /// Called when a tab is tapped, instead of selecting it here.
  final var didTap: ((UITabBarItem) -> Void)?

  // MARK: - Taps

  /// The items with the parts that stand for them: named after titles, so that an old page's tap is never taken for
  /// another one.
  private var parts: [(item: UITabBarItem, part: String)] {
    var names = PartNames()
    return (items ?? []).map { ($0, names.name($0.title ?? $0.accessibilityLabel ?? "tab")) }
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard let item = parts.first(where: { $0.part == part })?.item else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: !item.isEnabled ? .disabled : isReachable ? nil : .unreachable) { [self] in
      if let didTap { return didTap(item) }
      selectedItem = item
      delegate?.tabBar(self, didSelect: item)
    }
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { "nav" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if accessibilityLabel == nil { html.write(" aria-label=\"Tabs\"") }
    if isTranslucent, barTintColor == nil { html.write(" data-translucent") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    for (index, (item, part)) in parts.enumerated() { write(item, part, at: index, into: html) }
    super.renderContent(into: html)
  }

  private func write(_ item: UITabBarItem, _ part: String, at index: Int, into html: HTMLRenderer) {
    let isSelected = item === selectedItem
    html.write("<button name=\"tap\"")
    if let identifier = item.accessibilityIdentifier { html.write(attribute: "id", identifier) }
    html.write(attribute: "value", idOf: self, part: part)
    if isSelected { html.write(" aria-current=\"page\"") }
    if !item.isEnabled { html.write(" disabled") }
    if let label = item.accessibilityLabel ?? (item.title == nil ? "Tab \(index + 1)" : nil) {
      html.write(attribute: "aria-label", item.badgeValue.map { "\(label), \($0)" } ?? label)
    }
    if let hint = item.accessibilityHint { html.write(attribute: "aria-description", hint) }
    html.write(">")
    if let image = isSelected ? item.selectedImage ?? item.image : item.image { html.write(image: image) }
    if let title = item.title {
      html.write("<span>")
      html.write(text: title)
      html.write("</span>")
    }
    if let badge = item.badgeValue {
      html.write("<span class=\"badge")
      if let color = item.badgeColor {
        html.write(text: " s\(html.styles.number(of: "background-color:\(color.css);"))")
      }
      html.write("\">")
      html.write(text: badge)
      html.write("</span>")
    }
    html.write("</button>")
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    if let color = unselectedItemTintColor { CSS.declare("--unselected", color.css, in: &css) }
  }
}

extension UITabBar: Bar {
  final func itemDidChange() { setNeedsRender() }
}
