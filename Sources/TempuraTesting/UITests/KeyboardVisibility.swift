public import Foundation
public import TempuraUI

extension UITests {
  /// The keyboard that is drawn over a screen, as a grey area.
  public enum KeyboardVisibility {
    case hidden, defaultHeight
    /// The height in points.
    case customHeight(CGFloat)

    /// The height in points.
    public func height(for orientation: UIDeviceOrientation = .portrait) -> CGFloat {
      switch self {
      case .hidden: 0
      case .defaultHeight: Self.defaultHeight(for: orientation)
      case .customHeight(let height): height
      }
    }

    /// The height of the keyboard of a device with the current screen, in points.
    public static func defaultHeight(for orientation: UIDeviceOrientation = .portrait) -> CGFloat {
      let screen = UIScreen.main.bounds.size
      let heights: (portrait: CGFloat, landscape: CGFloat) =
        switch max(screen.width, screen.height).rounded(.up) {
        case ...667: (216, 171)
        case ...736: (226, 162)
        case ...812: (291, 171)
        case ...1023: (301, 171)
        case ...1193: (408, 320)
        case ...1365: (428, 340)
        default: (498, 403)
        }
      return orientation.isLandscape ? heights.landscape : heights.portrait
    }
  }
}
