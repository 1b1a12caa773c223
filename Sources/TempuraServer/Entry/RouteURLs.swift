public import Tempura

/// An app delegate that chooses the URLs of its routes.
///
/// By default the URL of `["list", "item"]` is `/list/item`. The query contains the contexts that are `String`s.
public protocol RouteURLs {
  /// The types of contexts that are not `String`s, by the elements that are shown with them. A URL never names a type. If
  /// its context is not valid for the type, the answer is 404.
  static var routeContexts: [RouteElementIdentifier: ContextType] { get }

  /// The routes of the app's own paths, such as `"/lists/{item}": ["list", "item"]`. URLs have the context of the element
  /// `item` instead of `{item}`. If there is a mistake, the server prints an error and does not start.
  static var routePaths: [String: Route] { get }
}

extension RouteURLs {
  public static var routeContexts: [RouteElementIdentifier: ContextType] { [:] }
  public static var routePaths: [String: Route] { [:] }
}
