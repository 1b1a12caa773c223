public import Foundation

/// The user's device, as far as the browser describes it.
open class UIDevice: NSObject {
  /// The device of the running app instance.
  public static var current: UIDevice { AppEnvironment.current.device }

  /// The orientation: `.landscapeLeft` on a phone whose screen is wider than tall, else `.portrait`.
  public package(set) final var orientation = UIDeviceOrientation.portrait
  /// The kind of device. Default: `.phone`.
  public package(set) final var userInterfaceIdiom = UIUserInterfaceIdiom.phone

  override public init() { super.init() }

  /// What browsers do not tell: the names are those of an ordinary device.
  public final var name: String { model }
  public final var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
  public final var localizedModel: String { model }
  public final var systemName: String { "iOS" }
  /// The version of iOS whose interface this package has.
  public final var systemVersion: String { "17.0" }

  /// An identifier of this launch of the app. Unlike on iOS it is another one for each: keep one in the state if you need it.
  public private(set) final lazy var identifierForVendor: UUID? = UUID()

  // Without effect: browsers do not tell.
  public final var isBatteryMonitoringEnabled = false
  public final var isProximityMonitoringEnabled = false
}

/// The orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}
