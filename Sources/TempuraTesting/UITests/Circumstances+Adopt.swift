internal import Foundation
internal import TempuraUI

extension UITests.Circumstances {
  /// Those of the settings.
  init(_ settings: UITests.Settings, orientation: UIDeviceOrientation) {
    self.init(device: settings.device, orientation: orientation, language: settings.language)
  }

  /// Has the process's application be in these circumstances, without anything that a test left behind.
  ///
  /// - Parameter languages: Those of the app, the one for everybody else first.
  func adopt(languages: [String]) {
    let size = device.size(held: orientation)
    let isWide = size.width >= 744 && device.idiom == .pad
    let application = UIApplication.shared
    application.languages = languages.isEmpty ? [Language(language)] : languages.map(Language.init)
    application.preference = UIApplication.LanguagePreference()
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
