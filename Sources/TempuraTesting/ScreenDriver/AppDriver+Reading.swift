extension AppDriver {
  // MARK: - The page

  private var page: Page? { reading { try stage.page() } }

  /// The path and query that the browser shows.
  public var url: String { page?.url ?? "" }

  /// What the browser calls the page.
  public var title: String { page?.title ?? "" }

  /// The language of the page, by its tag (RFC 5646).
  public var language: String { page?.language ?? "" }

  /// What the server answered with last: 200 for a screen, 404 for a URL without one, 409 for a tap of what is not there
  /// any more, 422 for a value that a field does not take (RFC 9110, section 15).
  public var status: Int { page?.status ?? 0 }

  /// What the page says at its top about what was done last; nil if nothing.
  public var notice: String? { page?.notice }

  /// The texts that can be seen, such as labels and headings, in their order. Those of controls are not among them.
  public var labels: [String] {
    guard let page else { return [] }
    return page.textBlocks.filter { page.isShown($0) }.map { page.text(of: $0) }
  }

  /// The names of the controls that can be tapped or typed in now, in their order.
  public var controls: [String] {
    guard let page else { return [] }
    return page.nodes.filter { $0.isControl && page.obstacle(to: $0) == nil }.map { page.called($0) }
  }

  // MARK: - Elements

  /// An element of the page, whether it can be seen or not.
  ///
  /// - Parameters:
  ///   - name: Its accessibility label, what can be read on it, its id, or the end of the id.
  ///   - container: In which element to look.
  /// - Throws: `AppDriverError` if there is none, or it could be several.
  public func element(_ name: String, in container: String? = nil) throws -> ScreenElement {
    let page = try stage.page()
    return try ScreenElement(page.find(name, .anything, in: container), page)
  }

  /// What can be read on an element; of a field, its value.
  public func text(of name: String, in container: String? = nil) throws -> String {
    try element(name, in: container).text
  }

  /// Whether something that is called so, has this id, or is a text that says just this, can be seen.
  public func isShown(_ name: String) -> Bool {
    guard let page else { return false }
    return page.isThere(name)
  }

  /// Whether a switch is on, a segment chosen, a button selected.
  public func isSelected(_ name: String, in container: String? = nil) throws -> Bool {
    try element(name, in: container).isSelected
  }

  /// What the page says is wrong with the value of a field; nil if nothing.
  public func problem(of name: String, in container: String? = nil) throws -> String? {
    let page = try stage.page()
    return try ScreenElement(page.find(name, .field, in: container), page).problem
  }
}
