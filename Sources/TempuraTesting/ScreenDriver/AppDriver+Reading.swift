extension AppDriver {
  // MARK: - The page

  private var page: Page? { reading { try window.page() } }

  /// The path and query that the browser shows.
  public var url: String { page?.url ?? "" }

  /// The title of the page.
  public var title: String { page?.title ?? "" }

  /// The language tag of the page (RFC 5646).
  public var language: String { page?.language ?? "" }

  /// The status of the server's last answer (RFC 9110, section 15): 200 for a screen, 404 for a URL without a screen,
  /// 409 for a tap on a control that no longer exists, 422 for a value that a field refuses.
  public var status: Int { page?.status ?? 0 }

  /// The message at the top of the page about the last interaction; nil if there is none.
  public var notice: String? { page?.notice }

  /// The visible texts that are not part of a control, such as labels and headings, in the order of the page.
  public var labels: [String] {
    guard let page else { return [] }
    return page.textBlocks.filter { page.isShown($0) }.map { page.text(of: $0) }
  }

  /// The names of the controls that can be used now, in the order of the page.
  public var controls: [String] {
    guard let page else { return [] }
    return page.nodes.filter { $0.isControl && page.obstacle(to: $0) == nil }.map { page.displayName(of: $0) }
  }

  // MARK: - Elements

  /// Returns an element of the page, which can be hidden.
  ///
  /// - Parameters:
  ///   - name: Its accessibility label, its visible text, its id, or the end of the id.
  ///   - container: The name of an element that contains it.
  /// - Throws: `AppDriverError` if no element matches, or several do.
  public func element(_ name: String, in container: String? = nil) throws -> ScreenElement {
    let page = try window.page()
    return try ScreenElement(page.find(name, .anything, in: container), page)
  }

  /// The visible text of an element, or the value of a field.
  public func text(of name: String, in container: String? = nil) throws -> String {
    try element(name, in: container).text
  }

  /// Whether an element with this name, id or whole text is visible.
  ///
  /// If it is not, `#expect(app.isShown("Add"))` says what is, and what is nearest. In XCTest, give the driver as the
  /// message: `XCTAssert(app.isShown("Add"), "\(app)")`.
  public func isShown(_ name: String) -> Bool {
    let isShown = page?.isShown(named: name) ?? false
    nameNotShown = isShown ? nil : name
    return isShown
  }

  /// Whether a switch is on, or a segment or button is selected.
  public func isSelected(_ name: String, in container: String? = nil) throws -> Bool {
    try element(name, in: container).isSelected
  }

  /// The message of the page about an invalid value of a field; nil if there is none.
  public func problem(of name: String, in container: String? = nil) throws -> String? {
    let page = try window.page()
    return try ScreenElement(page.find(name, .field, in: container), page).problem
  }
}

extension AppDriver: CustomStringConvertible {
  /// What the page shows. If the last call of `isShown` returned false, also what is nearest to that name. Swift Testing
  /// prints it if an expectation about the driver fails.
  public var description: String {
    do { return try window.page().summary(without: nameNotShown) } catch { return "\(error)" }
  }
}
