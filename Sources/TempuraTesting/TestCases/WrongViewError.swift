internal import TempuraUI

/// The view of a controller does not have the type that its test names.
struct WrongViewError: Error, CustomStringConvertible {
  let description: String

  /// Returns the view of a controller.
  ///
  /// - Throws: `WrongViewError` if the view is not a `V`.
  static func view<V>(of controller: UIViewController, as _: V.Type) throws(WrongViewError) -> UIView {
    guard let view = controller.view, view is V else { throw WrongViewError(controller, V.self) }
    return view
  }

  private init(_ controller: UIViewController, _ expected: Any.Type) {
    description = """
      The view of \(type(of: controller)) is a \(type(of: controller.view!)), and the test expects a \(expected). Create \
      a \(expected) in loadView(), or name the view's type in the test: `typealias V = \(type(of: controller.view!))`.
      """
  }
}
