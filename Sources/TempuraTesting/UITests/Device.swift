public import Foundation
public import TempuraUI

extension UITests {
  /// A device that shows screens.
  public struct Device: Equatable, Sendable {
    public var name: String
    /// The size of the screen in portrait, in points.
    public var size: CGSize
    /// Pixels per point.
    public var scale: CGFloat
    public var idiom: UIUserInterfaceIdiom
    /// The insets of the safe area in portrait.
    public var safeArea: UIEdgeInsets

    public init(
      name: String, size: CGSize, scale: CGFloat = 1, idiom: UIUserInterfaceIdiom = .phone,
      safeArea: UIEdgeInsets = .zero
    ) {
      self.name = name
      self.size = size
      self.scale = scale
      self.idiom = idiom
      self.safeArea = safeArea
    }

    public static let iPhoneSE1 = Device(name: "iPhone SE (1st generation)", width: 320, height: 568, scale: 2)
    public static let iPhoneSE = Device(name: "iPhone SE", width: 375, height: 667, scale: 2)
    public static let iPhoneX = Device(name: "iPhone X", width: 375, height: 812, scale: 3, top: 44, bottom: 34)
    public static let iPhone14 = Device(name: "iPhone 14", width: 390, height: 844, scale: 3, top: 47, bottom: 34)
    public static let iPhone14ProMax = Device(
      name: "iPhone 14 Pro Max", width: 430, height: 932, scale: 3, top: 59, bottom: 34)
    public static let iPadMini = Device(
      name: "iPad mini", width: 744, height: 1133, scale: 2, idiom: .pad, top: 24, bottom: 20)
    public static let iPadPro11 = Device(
      name: "iPad Pro (11-inch)", width: 834, height: 1194, scale: 2, idiom: .pad, top: 24, bottom: 20)
    public static let iPadPro12 = Device(
      name: "iPad Pro (12.9-inch)", width: 1024, height: 1366, scale: 2, idiom: .pad, top: 24, bottom: 20)
    /// A browser window on a laptop.
    public static let desktop = Device(name: "Desktop", width: 1280, height: 800, scale: 1, idiom: .pad)
    public static let wideDesktop = Device(name: "Wide desktop", width: 1920, height: 1080, scale: 1, idiom: .pad)
    /// The screen that the server assumes for a browser of unknown size.
    public static let standard = Device(name: "Standard", width: 390, height: 844, scale: 3)

    public static let all = [
      iPhoneSE1, iPhoneSE, iPhoneX, iPhone14, iPhone14ProMax, iPadMini, iPadPro11, iPadPro12, desktop, wideDesktop,
    ]

    private init(
      name: String, width: CGFloat, height: CGFloat, scale: CGFloat, idiom: UIUserInterfaceIdiom = .phone,
      top: CGFloat = 0, bottom: CGFloat = 0
    ) {
      self.init(
        name: name, size: CGSize(width: width, height: height), scale: scale, idiom: idiom,
        safeArea: UIEdgeInsets(top: top, left: 0, bottom: bottom, right: 0))
    }

    /// Returns the device with another scale. A lower scale makes smaller pictures.
    public func scaled(_ scale: CGFloat) -> Device {
      var device = self
      device.scale = scale
      return device
    }

    /// Whether it can be turned to landscape: a desktop cannot.
    var turns: Bool { size.width < size.height }

    /// The size of the screen in an orientation.
    func size(held orientation: UIDeviceOrientation) -> CGSize {
      if orientation.isLandscape, turns { return CGSize(width: size.height, height: size.width) }
      return size
    }

    /// The safe area in an orientation. In landscape, the top inset moves to both sides on a phone.
    func safeArea(held orientation: UIDeviceOrientation) -> UIEdgeInsets {
      guard orientation.isLandscape else { return safeArea }
      let side = idiom == .phone ? safeArea.top : 0
      let top = idiom == .phone ? 0 : safeArea.top
      return UIEdgeInsets(top: top, left: side, bottom: safeArea.bottom == 0 ? 0 : 21, right: side)
    }
  }
}
