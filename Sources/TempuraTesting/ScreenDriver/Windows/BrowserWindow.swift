internal import TempuraServer

/// A window of a browser, real or not, in which a driver uses an app.
protocol BrowserWindow: AnyObject {
  /// The server of the app.
  var server: AppServer { get }

  /// The current page, with the values that were typed.
  ///
  /// - Throws: `AppDriverError.nothingOpen` if no page is open.
  func page() throws -> Page

  /// Gives the browser a cookie of the app.
  func set(_ cookie: (name: String, value: String)) throws

  /// Opens a path and query of the app.
  func open(_ url: String) throws

  /// Sets the value of a field, or selects the option with this value. A live page sends it if the app listens for typing.
  func fill(_ field: PageNode, with value: String) throws

  /// Chooses files in a field and replaces an earlier choice.
  func fill(_ field: PageNode, withFiles paths: [String]) throws

  /// Presses a button, a link or the button of a menu, and waits for the new page.
  ///
  /// - Parameter name: The name of the control in errors.
  func press(_ control: PageNode, called name: String) throws

  /// Moves a finger from the middle of a view, in points, after some seconds.
  func drag(_ view: PageNode, by way: (x: Double, y: Double), after seconds: Double) throws

  /// Presses the return key in a field, and waits for the new page.
  func pressReturn(in field: PageNode) throws

  func goBack() throws
  func reload() throws

  /// Shows what has changed without the user.
  func update() throws

  /// Opens another window of the same browser.
  func openTab() throws -> any BrowserWindow
}

extension BrowserWindow {
  func update() throws { try reload() }
}
