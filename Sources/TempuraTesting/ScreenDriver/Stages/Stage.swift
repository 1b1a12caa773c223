internal import TempuraServer

/// Where an app runs while a driver uses it: what a browser's window is to its user.
protocol Stage: AnyObject {
  /// Serves the app, and is asked about its session.
  var server: AppServer { get }

  /// The page as it is now, with what was typed.
  ///
  /// - Throws: `AppDriverError.nothingOpen` before the first one.
  func page() throws -> Page

  /// Goes to a path and query of the app.
  func open(_ url: String) throws

  /// Puts a value into a field, or chooses the option that has it, as their user does. Nothing is sent.
  func fill(_ field: PageNode, with value: String) throws

  /// Chooses files in a field, in the place of others.
  func fill(_ field: PageNode, withFiles paths: [String]) throws

  /// Presses a button, a link or what opens a menu, and waits for the page that this leads to.
  ///
  /// - Parameter name: What to call the control in errors.
  func press(_ control: PageNode, called name: String) throws

  /// Presses the return key in a field, and waits for the page that this leads to.
  func pressReturn(in field: PageNode) throws

  func goBack() throws
  func reload() throws

  /// Another window of the same browser.
  func openTab() throws -> any Stage
}
