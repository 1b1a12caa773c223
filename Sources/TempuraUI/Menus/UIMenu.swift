internal import Foundation

/// A menu of actions and submenus, for buttons.
///
/// The children cannot change: make a new menu instead. The actions can.
open class UIMenu: UIMenuElement {
  /// The identifier of a menu.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The look of a menu inside another one.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The elements are part of the parent menu, between lines.
    public static let displayInline = Options(rawValue: 1 << 0)
    /// Deletes or changes data. The menu's title has a warning colour.
    public static let destructive = Options(rawValue: 1 << 1)
    /// One action is on at a time: choosing an action turns the others off.
    public static let singleSelection = Options(rawValue: 1 << 5)
  }

  public final let identifier: Identifier
  public final let options: Options
  open private(set) var children: [UIMenuElement]

  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    options: Options = [], children: [UIMenuElement] = []
  ) {
    self.identifier = identifier ?? Identifier("menu.\(UInt64.random(in: 0...UInt64.max))")
    self.options = options
    self.children = children
    super.init(title: title, subtitle: subtitle, image: image)
  }

  /// Returns a copy with other children.
  open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title, subtitle: subtitle, image: image, identifier: identifier, options: options, children: newChildren)
  }

  /// The actions that are on, including those of submenus.
  open var selectedElements: [UIMenuElement] {
    shownChildren.flatMap { element -> [UIMenuElement] in
      if let menu = element as? UIMenu { return menu.selectedElements }
      return (element as? UIAction)?.state == .on ? [element] : []
    }
  }
}

// MARK: - Taps

extension UIMenu {
  /// The children, with the elements that deferred ones stand for.
  fileprivate final var shownChildren: [UIMenuElement] {
    children.flatMap { ($0 as? UIDeferredMenuElement)?.elements ?? [$0] }
  }

  /// An action of a menu, with its name on pages.
  struct Entry {
    let action: UIAction
    /// The name of the part of the button that stands for the action. It comes from titles, so that a tap on an old
    /// page never means another action.
    let part: String
    /// The innermost menu that contains the action.
    let menu: UIMenu
  }

  /// All actions, including those of submenus, in the order of the page.
  final var entries: [Entry] {
    let actions = actions(below: "menu")
    let names = ItemIdentity.names(for: actions.map { $0.path })
    return zip(names, actions).map { Entry(action: $1.action, part: $0, menu: $1.menu) }
  }

  private func actions(below path: String) -> [(path: String, action: UIAction, menu: UIMenu)] {
    shownChildren.flatMap { child -> [(path: String, action: UIAction, menu: UIMenu)] in
      let childPath = "\(path)/\(ItemIdentity.escaped(child.title))"
      if let menu = child as? UIMenu { return menu.actions(below: menu.title.isEmpty ? path : childPath) }
      guard let action = child as? UIAction else { return [] }
      return [(childPath, action, self)]
    }
  }

  /// Performs the user's choice of an action.
  final func choose(_ entry: Entry) {
    if entry.menu.options.contains(.singleSelection) { entry.menu.select(entry.action) }
    entry.action.handler(entry.action)
  }

  /// Turns one action on and all others off, including those of submenus.
  final func select(_ action: UIAction) {
    for entry in entries { entry.action.state = entry.action === action ? .on : .off }
  }

  final func selectFirstAction() {
    if let first = entries.first?.action { select(first) }
  }

  /// Sets the view that is rendered again when an element of the menu changes.
  final func setOwner(_ view: UIView) {
    menuOwner = view
    for child in children { (child as? UIDeferredMenuElement)?.prepare(for: view) }
    for child in shownChildren {
      child.menuOwner = view
      (child as? UIMenu)?.setOwner(view)
    }
  }
}

// MARK: - HTML

extension HTMLRenderer {
  /// Writes a menu and the button that opens it.
  ///
  /// - Parameter face: Writes the content of the button.
  func writeMenu(
    _ menu: UIMenu, of view: UIView, isEnabled: Bool, label: String?, cssClass: StaticString, face: () -> Void
  ) {
    menu.setOwner(view)
    writeMenu(
      "menu", openedBy: "opener", of: view, cssClass: cssClass, isEnabled: isEnabled, title: menu.title,
      attributes: { if let label { self.write(attribute: "aria-label", label) } }, face: face
    ) {
      if !menu.title.isEmpty { self.write(menu.title, in: "p", cssClass: "title") }
      var parts = menu.entries[...]
      self.write(menu.shownChildren, of: view, &parts)
    }
  }

  /// Writes a button, and the menu that it opens. The menu is a popover, which works without script (HTML Standard,
  /// section 6.12). In browsers without popovers the menu is always open.
  ///
  /// - Parameters:
  ///   - menu: The name of the part of the view that is the menu.
  ///   - opener: The name of the part that is the button.
  ///   - title: The accessible name of the menu. Default: that of the button.
  ///   - attributes: Writes more attributes of the button, each with a leading space.
  ///   - face: Writes the content of the button.
  ///   - content: Writes the content of the menu.
  func writeMenu(
    _ menu: String, openedBy opener: String, of view: UIView, cssClass: StaticString, isEnabled: Bool = true,
    title: String = "", attributes: () -> Void, face: () -> Void, content: () -> Void
  ) {
    write("<button type=\"button\" class=\"")
    write(cssClass)
    write("\"")
    write(attribute: "id", idOf: view, part: opener)
    write(attribute: "popovertarget", idOf: view, part: menu)
    attributes()
    if !isEnabled { write(" disabled") }
    write(">")
    face()
    write("</button><div popover class=\"menu\" role=\"group\"")
    write(attribute: "id", idOf: view, part: menu)
    if title.isEmpty {
      write(attribute: "aria-labelledby", idOf: view, part: opener)
    } else {
      write(attribute: "aria-label", title)
    }
    write(">")
    content()
    write("</div>")
  }

  private func write(_ elements: [UIMenuElement], of view: UIView, _ parts: inout ArraySlice<UIMenu.Entry>) {
    for element in elements {
      if let menu = element as? UIMenu {
        write(submenu: menu, of: view, &parts)
      } else if let action = element as? UIAction, let entry = parts.popFirst() {
        if !action.attributes.contains(.hidden) { write(action, entry.part, of: view) }
      }
    }
  }

  private func write(submenu menu: UIMenu, of view: UIView, _ parts: inout ArraySlice<UIMenu.Entry>) {
    if menu.options.contains(.displayInline) || menu.title.isEmpty {
      write("<div class=\"section\" role=\"group\"")
      if !menu.title.isEmpty { write(attribute: "aria-label", menu.title) }
      write(">")
      write(menu.shownChildren, of: view, &parts)
      write("</div>")
    } else {
      write("<details><summary")
      if menu.options.contains(.destructive) { write(" class=\"destructive\"") }
      write(">")
      writeTitleAndImage(of: menu)
      write("</summary>")
      write(menu.shownChildren, of: view, &parts)
      write("</details>")
    }
  }

  private func write(_ action: UIAction, _ part: String, of view: UIView) {
    writeButton(
      tapping: part, of: view, cssClass: action.attributes.contains(.destructive) ? "destructive" : nil,
      isEnabled: !action.attributes.contains(.disabled)
    ) {
      if let title = action.discoverabilityTitle { write(attribute: "title", title) }
      switch action.state {
      case .off: break
      case .on: write(" aria-pressed=\"true\"")
      case .mixed: write(" aria-pressed=\"mixed\"")
      }
    } content: {
      writeTitleAndImage(of: action)
    }
  }

  private func writeTitleAndImage(of element: UIMenuElement) {
    if let image = element.image { write(image: image) }
    write("<span>")
    write(text: element.title)
    if let subtitle = element.subtitle { write(subtitle, in: "small") }
    write("</span>")
  }
}
