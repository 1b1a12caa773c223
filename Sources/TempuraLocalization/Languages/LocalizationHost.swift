internal import Basics
public import Foundation

/// The running app instance, as far as texts depend on it.
package protocol LocalizationHost: AnyObject, Sendable {
  var reader: Reader { get }
}

/// Who reads the texts of an app instance. A class, because a language is slow to copy.
package final class Reader: Sendable {
  /// The language of texts.
  package let language: Language
  /// The first language of the app, for users who read none of its languages.
  package let first: Language

  package init(_ language: Language, first: Language) { (self.language, self.first) = (language, first) }
}

/// The languages of the running app instance.
@usableFromInline package enum Localization {
  private static let host = SetOnce<any LocalizationHost>()

  /// Sets what tells of the running app instance: TempuraUI's `UIApplication`. The first call counts.
  package static func setHost(_ host: any LocalizationHost) { Self.host.set(host) }

  /// The reader before the first app instance.
  private static let english = Reader(Language("en"), first: Language("en"))

  static var reader: Reader { host.value?.reader ?? english }

  /// The language of texts.
  static var language: Language { reader.language }

  /// The locale for numbers and dates.
  @usableFromInline package static var locale: Locale { language.locale }
}
