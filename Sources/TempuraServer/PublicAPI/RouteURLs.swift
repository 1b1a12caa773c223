public import Tempura

/// An app delegate that chooses the URLs of its routes.
///
/// By default the URL of `["list", "item"]` is `/list/item`. The query contains the contexts that are `String`s.
///
///     extension AppDelegate: RouteURLs {
///       static var routeContexts: [RouteElementIdentifier: ContextType] { ["item": .text(Int.self)] }
///       static var routePaths: [String: Route] { ["/lists/{item}": ["list", "item"]] }
///     }
public protocol RouteURLs {
  /// The types of contexts, by the elements that are shown with them. Those that are not here are `String`s or nil. A URL never
  /// names a type. If its context is not valid for the type, or missing and not ``ContextType/optional``, the answer is 404.
  static var routeContexts: [RouteElementIdentifier: ContextType] { get }

  /// The routes of the app's own paths, such as `"/lists/{item}": ["list", "item"]`. URLs have the context of the element
  /// `item` instead of `{item}`. If there is a mistake, the server prints an error and does not start.
  static var routePaths: [String: Route] { get }
}

extension RouteURLs {
  public static var routeContexts: [RouteElementIdentifier: ContextType] { [:] }
  public static var routePaths: [String: Route] { [:] }
}

/// A mistake in an app's `routePaths`.
enum RouteURLError: Error, Equatable, CustomStringConvertible {
  /// It does not begin with a slash, or it has a part that is empty, `.` or `..`.
  case badPath(String)
  case emptyRoute(String)
  /// The route has no context with a name in braces.
  case unknownContext(String, path: String, contexts: [String])
  case repeatedContext(String, path: String)
  /// A file or the health check has this path.
  case reservedPath(String)
  /// Both paths match the same URLs, but belong to two routes.
  case samePaths(String, String)
  /// A route has two paths with the same contexts.
  case twoPaths(String, String, Route)
  /// Without a context, the screen's URL would be that of the other site's form, and its own forms would be taken for that.
  case optionalForm(RouteElementIdentifier)

  var description: String {
    switch self {
    case .badPath(let path):
      "routePaths: \"\(path)\" is not a valid path. It must begin with a slash, end without one, and have no part \".\" or \"..\"."
    case .emptyRoute(let path): "routePaths: the route of \"\(path)\" has no elements."
    case .unknownContext(let name, let path, let contexts):
      "routePaths: \"\(path)\" contains {\(name)}, but the contexts of its route are "
        + "\(contexts.map { "{\($0)}" }.joined(separator: ", "))."
    case .repeatedContext(let name, let path): "routePaths: \"\(path)\" contains {\(name)} twice."
    case .reservedPath(let path):
      "routePaths: \"\(path)\" is the path of a file or of the server's health check. Choose another one."
    case .samePaths(let first, let second):
      "routePaths: \"\(first)\" and \"\(second)\" match the same URLs. Add a part without braces to one of them."
    case .twoPaths(let first, let second, let route):
      "routePaths: \"\(first)\" and \"\(second)\" are both paths of /\(route.joined(separator: "/")) with the same contexts. "
        + "Keep one."
    case .optionalForm(let element):
      "routeContexts: \"\(element)\" takes forms of other sites, and so it cannot be shown without one. Remove .optional, and show "
        + "another screen where there is no form."
    }
  }
}
