internal import Foundation
internal import TempuraUI

extension UITests.Circumstances {
  /// Those of the settings.
  init(_ settings: UITests.Settings, orientation: UIDeviceOrientation) {
    self.init(device: settings.device, orientation: orientation, language: settings.language)
  }

  /// Has the process's application be in these circumstances.
  func adopt() {
    let size = device.size(held: orientation)
    let isWide = size.width >= 744 && device.idiom == .pad
    let application = UIApplication.shared
    application.language = language
    let isRightToLeft = application.currentLanguage.isRightToLeft
    application.adopt(
      UITraitCollection(
        idiom: device.idiom, style: style, direction: isRightToLeft ? .rightToLeft : .leftToRight, scale: device.scale,
        horizontal: isWide ? .regular : .compact, vertical: size.height < 480 ? .compact : .regular, category: category),
      screenSize: size)
    application.device.orientation = orientation
  }
}
