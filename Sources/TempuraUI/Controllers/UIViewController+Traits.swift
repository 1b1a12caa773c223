internal import Foundation

extension UIViewController: UITraitEnvironment {
  public final var traitCollection: UITraitCollection { viewIfLoaded?.traitCollection ?? AppEnvironment.current.traits }

  /// The appearance of the controller's view and its descendants, which replaces the browser's preference.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { viewIfLoaded?.overrideUserInterfaceStyle ?? .unspecified }
    set { view.overrideUserInterfaceStyle = newValue }
  }
}

extension UIViewController: UITraitChangeObservable {
  public var _viewOfTraits: UIView { view }
}
