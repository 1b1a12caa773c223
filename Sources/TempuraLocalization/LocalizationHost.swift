internal import Basics
public import Foundation

/// An app instance, as far as texts depend on it. TempuraUI's `UIApplication` is one.
package protocol LocalizationHost: AnyObject {
  /// The languages of the app. The first one is for users who read none of them.
  var languages: [Language] { get }
  /// The language of texts.
  var currentLanguage: Language { get }
}

/// The languages of the running app instance.
@usableFromInline package enum Localization {
  private final class Lookup: Sendable {
    let host: @Sendable () -> any LocalizationHost

    init(host: @escaping @Sendable () -> any LocalizationHost) { self.host = host }
  }

  private static let lookup = SetOnce<Lookup>()

  /// Sets the function that returns the running app instance. The first call counts.
  package static func setLookup(_ host: @escaping @Sendable () -> any LocalizationHost) {
    lookup.set(Lookup(host: host))
  }

  /// The running app instance; nil before the first one.
  static var host: (any LocalizationHost)? { lookup.value?.host() }

  /// The language before the first app instance.
  static let english = Language("en")

  /// The language of texts.
  static var language: Language { host?.currentLanguage ?? english }

  /// The locale for numbers and dates.
  @usableFromInline package static var locale: Locale { language.locale }
}
