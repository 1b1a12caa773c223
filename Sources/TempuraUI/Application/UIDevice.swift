/// The user's device, as far as the browser describes it.
open class UIDevice {
  /// The device of the running app instance.
  public static var current: UIDevice { UIApplication.shared.device }

  /// The orientation: `.landscapeLeft` on a phone whose screen is wider than tall, else `.portrait`.
  public package(set) final var orientation = UIDeviceOrientation.portrait
  /// The kind of device. Default: `.phone`.
  public package(set) final var userInterfaceIdiom = UIUserInterfaceIdiom.phone

  package init() {}
}
