public import Foundation

extension AppDriver {
  // MARK: - Going places

  /// Goes to a URL of the app, such as `/list/addItem`, and to where it leads. What the server says about it is `status`.
  ///
  /// - Throws: `AppDriverError` if it is no path, or no page comes.
  public func open(_ url: String) throws {
    guard url.hasPrefix("/") else { throw AppDriverError.noPath(url) }
    try stage.open(url)
  }

  /// Goes to the page before, as the browser's back button does.
  public func back() throws { try stage.goBack() }

  /// Gets the page again. What was typed and not sent is gone.
  public func reload() throws { try stage.reload() }

  // MARK: - Tapping

  /// Taps a control: a button, a switch, a segment, a row, a link, what opens a menu.
  ///
  /// - Parameters:
  ///   - name: Its accessibility label, what can be read on it, its id, or the end of the id.
  ///   - container: In which element to look, by its name or id: of several rows that have the same buttons, for one.
  /// - Throws: `AppDriverError` if there is no such control, or it cannot be tapped now.
  public func tap(_ name: String, in container: String? = nil) throws {
    let page = try stage.page()
    try press(page.find(name, .control, in: container), of: page)
  }

  private func press(_ control: PageNode, of page: Page) throws {
    try check(control, of: page)
    if let url = control["href"], !url.hasPrefix("/") || url.hasPrefix("//") {
      throw AppDriverError.leadsOut(page.called(control), url: url)
    }
    try stage.press(control, called: page.called(control))
  }

  /// - Throws: Why the control cannot be used.
  private func check(_ control: PageNode, of page: Page) throws(AppDriverError) {
    let name = page.called(control)
    switch page.obstacle(to: control) {
    case nil: return
    case .disabled: throw .disabled(name)
    case .hidden: throw .hidden(name)
    case .covered(let modal): throw .covered(name, by: modal)
    case .inert: throw .inert(name)
    case .closed(let opener): throw .closed(name, opener: opener)
    }
  }

  /// Turns a switch on or off, if it is not so already.
  public func turn(_ name: String, on isOn: Bool, in container: String? = nil) throws {
    let page = try stage.page()
    let control = try page.find(name, .control, in: container)
    guard control["role"] == "switch" else {
      throw AppDriverError.wrongKind(name, isA: ScreenElement(control, page).kind, needed: "switch")
    }
    if (control["aria-checked"] == "true") != isOn { try press(control, of: page) }
  }

  // MARK: - Typing

  /// Types a text into a field, in the place of what is there. It is sent with the next tap or `submit()`, as in a page
  /// without script.
  ///
  /// - Throws: `AppDriverError` if there is no such field, or it takes no such text.
  public func type(_ text: String, into name: String, in container: String? = nil) throws {
    let page = try stage.page()
    let field = try page.find(name, .field, in: container)
    let kind = ScreenElement(field, page).kind
    guard Field(field).isTyped else { throw AppDriverError.wrongKind(name, isA: kind, needed: "text field") }
    try checkWritable(field, of: page)
    if field.tag == "input", text.contains(where: \.isNewline) { throw AppDriverError.lineBreak(page.called(field)) }
    try stage.fill(field, with: Field(field).fitting(text))
    lastField = field.ids.first
  }

  private func checkWritable(_ field: PageNode, of page: Page) throws {
    try check(field, of: page)
    if field.has("readonly") {
      throw AppDriverError.wrongKind(page.called(field), isA: "text to be read", needed: "text field")
    }
  }

  /// Presses the return key.
  ///
  /// - Parameter name: In which field; by default the one that was typed in last, or that has the focus from the start.
  /// - Throws: `AppDriverError` if there is none, or the key makes a new line in it.
  public func submit(in name: String? = nil) throws {
    let page = try stage.page()
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
    guard field.tag == "input" else { throw AppDriverError.returnMakesLine(page.called(field)) }
    try stage.pressReturn(in: field)
    lastField = nil
  }

  // MARK: - Choosing

  /// Chooses an option of a picker, or a segment.
  ///
  /// - Parameters:
  ///   - option: What can be read on it.
  ///   - name: The name or id of the picker or the segmented control.
  public func choose(_ option: String, in name: String) throws {
    let page = try stage.page()
    guard let field = try? page.find(name, .field), field.tag == "select" else {
      return try tap(option, in: name)
    }
    let found =
      field.options.first { page.collapsed($0.plainText) == option } ?? field.options.first { $0.optionValue == option }
    guard let found else {
      throw AppDriverError.missingOption(
        option, in: page.called(field), options: field.options.map { page.collapsed($0.plainText) })
    }
    try set(field, to: found.optionValue, of: page)
  }

  /// Moves a slider. A value that it cannot have becomes the nearest one that it can.
  public func set(_ name: String, to value: Double) throws {
    let page = try stage.page()
    let field = try page.find(name, .field)
    guard field["type"] == "range" else {
      throw AppDriverError.wrongKind(name, isA: ScreenElement(field, page).kind, needed: "slider")
    }
    try set(field, to: Field(field).nearest(value), of: page)
  }

  /// Sets a date, a time or both, as their fields write them: `2026-05-01`, `09:30`, `2026-05-01T09:30`.
  public func set(_ name: String, to value: String) throws {
    let page = try stage.page()
    let field = try page.find(name, .field)
    let kind = ScreenElement(field, page).kind
    guard let fits = Field(field).fits(value) else {
      throw AppDriverError.wrongKind(name, isA: kind, needed: "date or time")
    }
    guard fits else { throw AppDriverError.unfitValue(value, for: page.called(field), kind: kind) }
    try set(field, to: value, of: page)
  }

  /// Chooses files of this machine, in the place of others. They are sent with the next tap.
  public func choose(_ files: [URL], in name: String) throws {
    let page = try stage.page()
    let field = try page.find(name, .field)
    guard field["type"] == "file" else {
      throw AppDriverError.wrongKind(name, isA: ScreenElement(field, page).kind, needed: "file field")
    }
    try check(field, of: page)
    if files.count > 1, !field.has("multiple") { throw AppDriverError.oneFile(page.called(field)) }
    for file in files where !FileManager.default.isReadableFile(atPath: file.path) {
      throw AppDriverError.missingFile(path: file.path)
    }
    try stage.fill(field, withFiles: files.map { $0.standardizedFileURL.path })
  }

  /// Puts a value in, and has it used at once, as on a phone: such fields have a button for that.
  private func set(_ field: PageNode, to value: String, of page: Page) throws {
    try check(field, of: page)
    try stage.fill(field, with: value)
    let changed = try stage.page()
    if let id = field["id"], let field = changed.node(withID: id), let button = changed.setButton(of: field) {
      try press(button, of: changed)
    }
  }
}
