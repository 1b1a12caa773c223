public import Foundation

/// The screen for which the server lays out pages. The browser's window may differ from it.
open class UIScreen: NSObject {
  /// The screen of the running app instance.
  public static var main: UIScreen { AppEnvironment.current.screen }

  /// The bounds in points, which are CSS pixels. Default: 390 by 844, as on a common phone, until the browser's size is
  /// known.
  public package(set) final var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)

  /// The number of pixels per point. Default: 3.
  public package(set) final var scale: CGFloat = 3

  /// The bounds in pixels.
  public final var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  /// What the device covers of the screen, such as a camera and the bar of the home gesture, in points. Default: nothing, until the
  /// script of a live page tells it.
  package final var safeAreaInsets = UIEdgeInsets.zero

  override package init() { super.init() }
}

// What browsers do not tell of a screen.

extension UIScreen {
  public static var screens: [UIScreen] { [main] }

  public final var nativeScale: CGFloat { scale }
  public final var maximumFramesPerSecond: Int { 60 }
  /// Whether the screen is recorded: unknown, so false.
  public final var isCaptured: Bool { false }
  public final var mirrored: UIScreen? { nil }

  /// From 0 to 1: always 0.5.
  public final var brightness: CGFloat {
    get { 0.5 }
    set {}
  }

  /// Never posted, as the following ones.
  public static let brightnessDidChangeNotification = NSNotification.Name("UIScreenBrightnessDidChangeNotification")
  public static let didConnectNotification = NSNotification.Name("UIScreenDidConnectNotification")
  public static let didDisconnectNotification = NSNotification.Name("UIScreenDidDisconnectNotification")
  public static let capturedDidChangeNotification = NSNotification.Name("UIScreenCapturedDidChangeNotification")
  public static let modeDidChangeNotification = NSNotification.Name("UIScreenModeDidChangeNotification")
}
