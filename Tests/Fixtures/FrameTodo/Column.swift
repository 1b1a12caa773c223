import UIKit

/// The part of a screen that the app uses.
enum Column {
  /// Whether the screen is large: the app is then a panel in its middle.
  static func isPanel(in screen: CGRect) -> Bool { screen.width >= 704 && screen.height >= 480 }

  /// Returns the frame of the panel, or on a phone the screen.
  static func frame(in screen: CGRect) -> CGRect {
    guard isPanel(in: screen) else { return screen }
    let size = CGSize(width: 640, height: min(screen.height - 80, 728))
    return CGRect(origin: CGPoint(x: (screen.width - size.width) / 2, y: 40), size: size)
  }
}
