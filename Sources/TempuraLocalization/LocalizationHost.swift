internal import Basics
public import Foundation

/// The running app instance, as far as texts depend on it.
package protocol LocalizationHost: AnyObject, Sendable {
  /// The language of texts, and the first language of the app, for users who read none of its languages.
  var languages: (current: Language, first: Language) { get }
  /// The language of texts.
  var currentLanguage: Language { get }
}

/// The languages of the running app instance.
@usableFromInline package enum Localization {
  private static let host = SetOnce<any LocalizationHost>()

  /// Sets what tells of the running app instance: TempuraUI's `UIApplication`. The first call counts.
  package static func setHost(_ host: any LocalizationHost) { Self.host.set(host) }

  /// The language before the first app instance.
  private static let english = Language("en")

  /// The language of texts, and the first language of the app.
  static var languages: (current: Language, first: Language) { host.value?.languages ?? (english, english) }

  /// The language of texts.
  static var language: Language { host.value?.currentLanguage ?? english }

  /// The locale for numbers and dates.
  @usableFromInline package static var locale: Locale { language.locale }
}
