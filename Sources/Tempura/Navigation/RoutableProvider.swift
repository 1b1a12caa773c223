public import TempuraUI

/// How a navigator learns which screens are shown.
public struct RoutableProvider {
  /// The routables that are shown, bottom to top.
  public let currentRoutable: () -> [any Routable]

  /// Whether the screens are those of an application, so that the navigator can look at its own window.
  let isLive: Bool

  public init(currentRoutable: @escaping () -> [any Routable]) {
    self.init(currentRoutable: currentRoutable, isLive: false)
  }

  private init(currentRoutable: @escaping () -> [any Routable], isLive: Bool) {
    self.currentRoutable = currentRoutable
    self.isLive = isLive
  }
}

extension RoutableProvider {
  /// The screens of an application's key window; those of its own window for a navigator that was started.
  public static func live(using application: UIApplication) -> Self {
    // Not retained: the application belongs to an app instance, which holds the navigator.
    RoutableProvider(currentRoutable: { [weak application] in application?.currentRoutables ?? [] }, isLive: true)
  }
}
