public import Foundation

// What browsers do not tell of a screen.

extension UIScreen {
  public static var screens: [UIScreen] { [main] }

  public final var nativeScale: CGFloat { scale }
  public final var maximumFramesPerSecond: Int { 60 }
  /// Whether the screen is recorded: unknown, so false.
  public final var isCaptured: Bool { false }
  public final var mirrored: UIScreen? { nil }

  /// From 0 to 1. Setting it has no effect.
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
