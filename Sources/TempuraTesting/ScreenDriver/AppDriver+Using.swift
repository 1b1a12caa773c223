public import Foundation

extension AppDriver {
  // MARK: - Navigating

  /// Opens a URL of the app, such as `/list/addItem`, and follows redirects. ``status`` is the status of the answer.
  ///
  /// - Throws: `AppDriverError` if the URL is not a path, or no page is loaded in time.
  public func open(_ url: String) throws {
    guard url.hasPrefix("/") else { throw AppDriverError.noPath(url) }
    try window.open(url)
  }

  /// Goes back to the previous page, as the browser's back button does.
  public func back() throws { try window.goBack() }

  /// Loads the page again. Text that was typed and not sent is lost.
  public func reload() throws { try window.reload() }

  // MARK: - Tapping

  /// Taps a control: a button, a switch, a segment, a row, a link, or the button of a menu.
  ///
  /// - Parameters:
  ///   - name: Its accessibility label, its visible text, its id, or the end of the id.
  ///   - container: The name or id of an element that contains it, such as one of several rows with the same buttons.
  /// - Throws: `AppDriverError` if there is no such control, or it cannot be tapped now.
  public func tap(_ name: String, in container: String? = nil) throws {
    let page = try window.page()
    try press(page.find(name, .control, in: container), of: page)
  }

  private func press(_ control: PageNode, of page: Page) throws {
    try check(control, of: page)
    if let url = control["href"], !url.hasPrefix("/") || url.hasPrefix("//") {
      throw AppDriverError.leadsOut(page.displayName(of: control), url: url)
    }
    try window.press(control, called: page.displayName(of: control))
  }

  /// - Throws: The reason if the control cannot be used.
  private func check(_ control: PageNode, of page: Page) throws(AppDriverError) {
    let name = page.displayName(of: control)
    switch page.obstacle(to: control) {
    case nil: return
    case .disabled: throw .disabled(name)
    case .hidden: throw .hidden(name)
    case .empty: throw .empty(name)
    case .outside: throw .outside(name)
    case .covered(let modal): throw .covered(name, by: modal)
    case .inert: throw .inert(name)
    case .closed(let opener): throw .closed(name, opener: opener)
    }
  }

  /// Finds a control of a kind.
  private func find(
    _ name: String, _ kind: Page.SearchKind, in container: String? = nil, needed: String, where fits: (PageNode) -> Bool
  ) throws -> (PageNode, Page) {
    let page = try window.page()
    let node = try page.find(name, kind, in: container)
    guard fits(node) else { throw AppDriverError.wrongKind(name, isA: ScreenElement(node, page).kind, needed: needed) }
    return (node, page)
  }

  /// Turns a switch on or off. Does nothing if the switch has this state already.
  public func turn(_ name: String, on isOn: Bool, in container: String? = nil) throws {
    let (control, page) = try find(name, .control, in: container, needed: "switch") { $0["role"] == "switch" }
    if (control["aria-checked"] == "true") != isOn { try press(control, of: page) }
  }

  // MARK: - Dragging

  /// Puts a finger on the middle of a view, and lifts it somewhere else, as for a pan, a swipe or a long press. The page must be live.
  ///
  /// - Parameters:
  ///   - name: The name or id of a view that is told of fingers, or of an element in one.
  ///   - way: How far the finger moves to the right and down, in points.
  ///   - seconds: How long the finger rests before it moves, as for a long press.
  /// - Throws: `AppDriverError` if there is no such view, or it is told of no fingers.
  public func drag(_ name: String, by way: CGPoint, after seconds: Double = 0, in container: String? = nil) throws {
    let page = try window.page()
    let node = try page.find(name, .anything, in: container)
    let marked = node.has("data-touches") ? node : node.ancestors.first { $0.has("data-touches") }
    guard let marked else {
      throw AppDriverError.wrongKind(
        name, isA: ScreenElement(node, page).kind, needed: "view with a recogniser, or whose class handles touches")
    }
    try check(marked, of: page)
    try window.drag(marked, by: (Double(way.x), Double(way.y)), after: seconds)
  }

  // MARK: - Typing

  /// Types a text into a field and replaces its old text. The text is sent with the next tap or `submit()`. A live page sends
  /// it at once if the app listens for typing, by `.editingChanged` or a delegate.
  ///
  /// - Throws: `AppDriverError` if there is no such field, or the text cannot be typed into it.
  public func type(_ text: String, into name: String, in container: String? = nil) throws {
    let (field, page) = try find(name, .field, in: container, needed: "text field") { Field($0).isTyped }
    try check(field, of: page)
    if field.has("readonly") {
      throw AppDriverError.wrongKind(page.displayName(of: field), isA: "read-only text", needed: "text field")
    }
    if field.tag == "input", text.contains(where: \.isNewline) {
      throw AppDriverError.lineBreak(page.displayName(of: field))
    }
    try window.fill(field, with: Field(field).fitting(text))
    lastField = field.ids.first
  }

  /// Presses the return key.
  ///
  /// - Parameter name: The name of the field. By default the last field that was typed into, or the one with the
  ///   initial focus.
  /// - Throws: `AppDriverError` if there is no field, or the key inserts a line break in it.
  public func submit(in name: String? = nil) throws {
    let page = try window.page()
    let last = lastField.flatMap { id in page.nodes.first { $0.isField && $0.ids.contains(id) } }
    let field: PageNode
    if let name {
      field = try page.find(name, .field)
    } else if let found = last ?? page.nodes.first(where: { $0.isField && $0.has("autofocus") }) {
      field = found
    } else {
      throw AppDriverError.nothingTyped
    }
    try check(field, of: page)
    guard field.tag == "input" else { throw AppDriverError.returnMakesLine(page.displayName(of: field)) }
    try window.pressReturn(in: field)
    lastField = nil
  }

  // MARK: - Choosing

  /// Chooses an option of a picker, or a segment.
  ///
  /// - Parameters:
  ///   - option: The text of the option or segment.
  ///   - name: The name or id of the picker or the segmented control.
  public func choose(_ option: String, in name: String) throws {
    let page = try window.page()
    guard let field = try? page.find(name, .field), field.tag == "select" else {
      return try tap(option, in: name)
    }
    let found =
      field.options.first { page.collapsed($0.plainText) == option } ?? field.options.first { $0.optionValue == option }
    guard let found else {
      throw AppDriverError.missingOption(
        option, in: page.displayName(of: field), options: field.options.map { page.collapsed($0.plainText) })
    }
    try set(field, to: found.optionValue, of: page)
  }

  /// Moves a slider to the nearest value that it can have.
  public func set(_ name: String, to value: Double) throws {
    let (field, page) = try find(name, .field, needed: "slider") { $0["type"] == "range" }
    try set(field, to: Field(field).nearest(value), of: page)
  }

  /// Sets the value of a date or time field, in the form of HTML: `2026-05-01`, `09:30`, `2026-05-01T09:30`. Of a slider or picker,
  /// the value that its form sends.
  public func set(_ name: String, to value: String) throws {
    let page = try window.page()
    let field = try page.find(name, .field)
    if field.tag == "select" { return try choose(value, in: name) }
    if field["type"] == "range", let number = Double(value) { return try set(name, to: number) }
    let kind = ScreenElement(field, page).kind
    guard let fits = Field(field).fits(value) else {
      throw AppDriverError.wrongKind(name, isA: kind, needed: "date or time")
    }
    guard fits else { throw AppDriverError.unfitValue(value, for: page.displayName(of: field), kind: kind) }
    try set(field, to: value, of: page)
  }

  /// Chooses files and replaces an earlier choice. The files are sent with the next tap.
  public func choose(_ files: [URL], in name: String) throws {
    let (field, page) = try find(name, .field, needed: "file field") { $0["type"] == "file" }
    try check(field, of: page)
    if files.count > 1, !field.has("multiple") { throw AppDriverError.oneFile(page.displayName(of: field)) }
    for file in files where !FileManager.default.isReadableFile(atPath: file.path) {
      throw AppDriverError.missingFile(path: file.path)
    }
    try window.fill(field, withFiles: files.map { $0.standardizedFileURL.path })
  }

  /// Sets a value and presses the field's button to send it, because on iOS the app gets such a value at once.
  private func set(_ field: PageNode, to value: String, of page: Page) throws {
    try check(field, of: page)
    try window.fill(field, with: value)
    let changed = try window.page()
    if let id = field["id"], let field = changed.node(withID: id), let button = changed.setButton(of: field) {
      try press(button, of: changed)
    }
  }
}
