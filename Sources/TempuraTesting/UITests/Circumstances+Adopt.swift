internal import Foundation
internal import TempuraUI

extension UITests.Circumstances {
  /// The circumstances of the settings.
  init(_ settings: UITests.Settings, orientation: UIDeviceOrientation) {
    self.init(device: settings.device, orientation: orientation, language: settings.language)
  }

  /// Sets the process's application to these circumstances, and resets it otherwise.
  ///
  /// - Parameter languages: The languages of the app. The first is the fallback.
  func adopt(languages: [String]) {
    let size = device.size(held: orientation)
    let isWide = size.width >= 744 && device.idiom == .pad
    let application = UIApplication.shared
    application.environment.languages = languages.isEmpty ? [Language(language)] : languages.map(Language.init)
    application.environment.preference = LanguagePreference()
    application.language = language
    let isRightToLeft = application.environment.currentLanguage.isRightToLeft
    application.adopt(
      UITraitCollection(
        idiom: device.idiom, style: style, direction: isRightToLeft ? .rightToLeft : .leftToRight, scale: device.scale,
        horizontal: isWide ? .regular : .compact, vertical: size.height < 480 ? .compact : .regular, category: category),
      screenSize: size, safeArea: device.safeArea(held: orientation))
    application.environment.device.orientation = orientation
  }
}
