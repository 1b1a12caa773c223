/// What a screen is asked to do: to show or to hide a screen.
public struct NavigationRequest: Hashable, CustomDebugStringConvertible {
  private enum Kind { case show, hide }

  private let kind: Kind
  let identifier: RouteElementIdentifier

  public static func show<T: RawRepresentable>(_ source: T) -> NavigationRequest
  where T.RawValue == RouteElementIdentifier {
    show(source.rawValue)
  }

  public static func show(_ source: RouteElementIdentifier) -> NavigationRequest {
    NavigationRequest(kind: .show, identifier: source)
  }

  public static func hide<T: RawRepresentable>(_ source: T) -> NavigationRequest
  where T.RawValue == RouteElementIdentifier {
    hide(source.rawValue)
  }

  public static func hide(_ source: RouteElementIdentifier) -> NavigationRequest {
    NavigationRequest(kind: .hide, identifier: source)
  }

  /// `Show(id)` or `Hide(id)`.
  public var debugDescription: String { "\(kind == .show ? "Show" : "Hide")(\(identifier))" }
}
