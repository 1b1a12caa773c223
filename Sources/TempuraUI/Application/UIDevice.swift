/// The device that the app believes to run on.
open class UIDevice {
  /// The device of the app instance that is running.
  public static var current: UIDevice { UIApplication.shared.device }

  public package(set) final var orientation = UIDeviceOrientation.portrait
  public package(set) final var userInterfaceIdiom = UIUserInterfaceIdiom.phone

  package init() {}
}
