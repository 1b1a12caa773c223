internal import Tempura

/// What is wrong with an app's `routePaths`.
enum RouteURLError: Error, Equatable, CustomStringConvertible {
  /// It does not begin with a slash, or has an empty part, or one that browsers take for "here" or "one up".
  case badPath(String)
  case emptyRoute(String)
  /// A name in braces is not that of a context of the route.
  case unknownContext(String, path: String, contexts: [String])
  case repeatedContext(String, path: String)
  /// The path is that of a file or of the health check.
  case reservedPath(String)
  /// The same URLs would lead to two routes.
  case samePaths(String, String)
  /// A route has two paths with the same contexts.
  case twoPaths(String, String, Route)

  var description: String {
    switch self {
    case .badPath(let path):
      "routePaths: \"\(path)\" is no path. It begins with a slash, ends without one, and has no part that is \".\" or \"..\"."
    case .emptyRoute(let path): "routePaths: \"\(path)\" leads nowhere: its route has no elements."
    case .unknownContext(let name, let path, let contexts):
      "routePaths: \"\(path)\" has a place for {\(name)}, and the contexts of its route are "
        + "\(contexts.map { "{\($0)}" }.joined(separator: ", "))."
    case .repeatedContext(let name, let path): "routePaths: \"\(path)\" has two places for {\(name)}."
    case .reservedPath(let path):
      "routePaths: \"\(path)\" is the path of a file or of the server's health check. Take another one."
    case .samePaths(let first, let second):
      "routePaths: \"\(first)\" and \"\(second)\" are the same URLs. Tell them apart by a part without braces."
    case .twoPaths(let first, let second, let route):
      "routePaths: \"\(first)\" and \"\(second)\" are both paths of /\(route.joined(separator: "/")) with the same contexts. "
        + "Keep one."
    }
  }
}
