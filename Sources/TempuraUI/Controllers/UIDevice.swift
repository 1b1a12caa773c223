/// The device that the app believes to run on.
open class UIDevice {
  /// The device of the app instance that is running.
  public static var current: UIDevice { UIApplication.shared.device }

  public package(set) final var orientation = UIDeviceOrientation.portrait
  public package(set) final var userInterfaceIdiom = UIUserInterfaceIdiom.phone

  package init() {}
}

/// How a device is held.
public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The kind of device that an app is made for.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad
}
