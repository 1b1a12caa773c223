internal import Foundation

/// A list of actions and of further menus, for buttons.
///
/// The children are those that it was made with: a changed menu is a new one. Actions in it may change.
open class UIMenu: UIMenuElement {
  /// What tells a menu from others.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// How a menu within another one looks.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its elements stand among those of the menu around it, set off by lines.
    public static let displayInline = Options(rawValue: 1 << 0)
    /// It says that it takes something away.
    public static let destructive = Options(rawValue: 1 << 1)
    /// One of its actions is on at a time: choosing one turns the others off.
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

  /// The same menu with other children.
  open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title, subtitle: subtitle, image: image, identifier: identifier, options: options, children: newChildren)
  }

  /// The actions that are on, here and in the menus below.
  open var selectedElements: [UIMenuElement] {
    children.flatMap { element -> [UIMenuElement] in
      if let menu = element as? UIMenu { return menu.selectedElements }
      return (element as? UIAction)?.state == .on ? [element] : []
    }
  }
}

// MARK: - Taps

extension UIMenu {
  /// An action of a menu, as pages name it.
  struct Entry {
    let action: UIAction
    /// The part of the button's view that stands for the action: made of titles, so that an old page's choice is never
    /// taken for another one.
    let part: String
    /// The innermost menu around the action.
    let menu: UIMenu
  }

  /// All actions, in the order of the page.
  final var entries: [Entry] {
    let actions = actions(below: "menu")
    let names = ItemIdentity.names(for: actions.map { $0.path })
    return zip(names, actions).map { Entry(action: $1.action, part: $0, menu: $1.menu) }
  }

  private func actions(below path: String) -> [(path: String, action: UIAction, menu: UIMenu)] {
    children.flatMap { child -> [(path: String, action: UIAction, menu: UIMenu)] in
      let childPath = "\(path)/\(ItemIdentity.escaped(child.title))"
      if let menu = child as? UIMenu { return menu.actions(below: menu.title.isEmpty ? path : childPath) }
      guard let action = child as? UIAction else { return [] }
      return [(childPath, action, self)]
    }
  }

  /// Chooses an action as a user does.
  final func choose(_ entry: Entry) {
    if entry.menu.options.contains(.singleSelection) { entry.menu.select(entry.action) }
    entry.action.handler(entry.action)
  }

  /// Turns one of the actions on, here and in the menus below, and the others off.
  final func select(_ action: UIAction) {
    for entry in entries { entry.action.state = entry.action === action ? .on : .off }
  }

  final func selectFirstAction() {
    if let first = entries.first?.action { select(first) }
  }

  /// Has a view learn of the changes of all that is in the menu.
  final func setOwner(_ view: UIView) {
    menuOwner = view
    for child in children {
      child.menuOwner = view
      (child as? UIMenu)?.setOwner(view)
    }
  }
}

// MARK: - HTML

extension HTMLRenderer {
  /// Writes a menu of a view and the button that opens it: a popover, which browsers open, close and give the focus to
  /// without script (HTML Standard, section 6.12). In a browser that has none the menu is always open.
  ///
  /// - Parameter face: Writes what the button shows.
  func writeMenu(
    _ menu: UIMenu, of view: UIView, isEnabled: Bool, label: String?, cssClass: StaticString, face: () -> Void
  ) {
    menu.setOwner(view)
    write("<button type=\"button\" class=\"")
    write(cssClass)
    write("\"")
    write(attribute: "id", idOf: view, part: "opener")
    write(attribute: "popovertarget", idOf: view, part: "menu")
    if let label { write(attribute: "aria-label", label) }
    if !isEnabled { write(" disabled") }
    write(">")
    face()
    write("</button><div popover class=\"menu\" role=\"group\"")
    write(attribute: "id", idOf: view, part: "menu")
    write(attribute: "aria-label", menu.title.isEmpty ? label ?? "Menu" : menu.title)
    write(">")
    if !menu.title.isEmpty {
      write("<p class=\"title\">")
      write(text: menu.title)
      write("</p>")
    }
    var parts = menu.entries[...]
    write(menu.children, of: view, &parts)
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
      write(menu.children, of: view, &parts)
      write("</div>")
    } else {
      write("<details><summary")
      if menu.options.contains(.destructive) { write(" class=\"destructive\"") }
      write(">")
      writeFace(of: menu)
      write("</summary>")
      write(menu.children, of: view, &parts)
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
      writeFace(of: action)
    }
  }

  private func writeFace(of element: UIMenuElement) {
    if let image = element.image { write(image: image) }
    write("<span>")
    write(text: element.title)
    if let subtitle = element.subtitle {
      write("<small>")
      write(text: subtitle)
      write("</small>")
    }
    write("</span>")
  }
}
