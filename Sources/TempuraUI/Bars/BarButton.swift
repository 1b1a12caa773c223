internal import Foundation

/// The button of a bar button item.
final class BarButton: UIButton {
  convenience init(item: UIBarButtonItem) {
    self.init(type: .system)
    on(.touchUpInside) { [weak item] _ in item?.tap() }
    if item.isCancel { role = .cancel }
  }

  private var isDone = false
  private var width: CGFloat = 0

  func update(from item: UIBarButtonItem) {
    setTitle(item.image == nil ? item.title : nil, for: .normal)
    setImage(item.image, for: .normal)
    isEnabled = item.isEnabled
    isSelected = item.isSelected
    if tintColorOfItem != item.tintColor {
      tintColorOfItem = item.tintColor
      tintColor = item.tintColor
    }
    accessibilityLabel = item.accessibilityLabel ?? (item.image == nil ? nil : item.title)
    accessibilityHint = item.accessibilityHint
    accessibilityIdentifier = item.accessibilityIdentifier
    if menu !== item.menu { menu = item.menu }
    if showsMenuAsPrimaryAction == item.hasAction { showsMenuAsPrimaryAction = !item.hasAction }
    let showsChoice = item.menu != nil && item.changesSelectionAsPrimaryAction
    if changesSelectionAsPrimaryAction != showsChoice { changesSelectionAsPrimaryAction = showsChoice }
    guard isDone != (item.style == .done) || width != item.width else { return }
    isDone = item.style == .done
    width = item.width
    setNeedsRender()
  }

  private var tintColorOfItem: UIColor?

  override func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if isDone { html.write(" data-done") }
  }

  override func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if isDone { css += "font-weight:600;" }
    if width > 0 { css += "min-width:\(CSS.px(width));" }
  }
}

/// The back button of a navigation bar. The style sheet draws its chevron.
final class BackButton: UIButton {
  var tintColorOfItem: UIColor?

  override func tapTarget(ofPart part: String) -> TapTarget? {
    super.tapTarget(ofPart: part).map { TapTarget(refusal: $0.refusal, isLeaving: true, tap: $0.tap) }
  }
}

/// A space between the buttons of a bar.
final class BarSpace: UIView {
  @Rendered var width: CGFloat?

  override func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let width { css += "flex:none;width:\(CSS.px(width));" } else { css += "flex:1;" }
  }
}

/// The views of a bar's items. An item keeps its view while the bar shows the item.
struct BarViews {
  private struct Key: Hashable {
    let item: ObjectIdentifier
    let index: Int
  }

  private var known: [Key: UIView] = [:]
  private var shown: [Key: UIView] = [:]

  /// Returns the views of items, named after their positions.
  ///
  /// - Parameter hasFlexibleSpaces: Whether flexible spaces get views. If false, they are left out.
  mutating func views(
    of items: [UIBarButtonItem], in bar: any Bar, named name: String, hasFlexibleSpaces: Bool
  ) -> [UIView] {
    var views: [UIView] = []
    for (index, item) in items.enumerated() {
      item.bar = bar
      let repeated = item.space == nil ? 0 : items[..<index].count { $0 === item }
      guard !item.isHidden, let view = view(of: item, repeated, hasFlexibleSpaces: hasFlexibleSpaces) else { continue }
      view.setPathName(ofItem: index == 0 ? name : "\(name)\(index + 1)", in: bar)
      views.append(view)
    }
    return views
  }

  /// - Parameter index: How often the item stands before: apps use one space several times.
  private mutating func view(of item: UIBarButtonItem, _ index: Int, hasFlexibleSpaces: Bool) -> UIView? {
    let key = Key(item: ObjectIdentifier(item), index: index)
    if let view = item.customView { return view }
    if let kind = item.space {
      guard kind == .fixed || hasFlexibleSpaces else { return nil }
      let space = known[key] as? BarSpace ?? BarSpace()
      space.width = kind == .fixed ? item.width : nil
      shown[key] = space
      return space
    }
    guard item.title != nil || item.image != nil || item.menu != nil else { return nil }
    let button = known[key] as? BarButton ?? BarButton(item: item)
    button.update(from: item)
    shown[key] = button
    return button
  }

  /// Drops the views of items that were not passed to `views` since the last call.
  mutating func removeUnusedViews() { (known, shown) = (shown, [:]) }
}
