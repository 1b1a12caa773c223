public import Foundation

// Formats whose texts depend on numbers: those that `NSLocalizedString` finds in a `.stringsdict`. Foundation's own functions
// take any number of values and know nothing of them; these take a few, so that they are preferred.

extension LocalizedFormat {
  /// A format with values in it. Without variables it is Foundation's.
  fileprivate static func formatted(_ format: String, _ values: [any CVarArg], locale: Locale?) -> String {
    hasVariables(format)
      ? string(format, values, locale: locale) : String(format: format, locale: locale, arguments: values)
  }
}

extension String {
  /// A format with a value in it, written as the readers of the running app instance do.
  public static func localizedStringWithFormat(_ format: String, _ value: any CVarArg) -> String {
    LocalizedFormat.formatted(format, [value], locale: UIApplication.shared.locale)
  }

  /// A format with two values in it, written as the readers of the running app instance do.
  public static func localizedStringWithFormat(_ format: String, _ value1: any CVarArg, _ value2: any CVarArg) -> String {
    LocalizedFormat.formatted(format, [value1, value2], locale: UIApplication.shared.locale)
  }

  /// A format with three values in it, written as the readers of the running app instance do.
  public static func localizedStringWithFormat(_ format: String, _ value1: any CVarArg, _ value2: any CVarArg, _ value3: any CVarArg) -> String {
    LocalizedFormat.formatted(format, [value1, value2, value3], locale: UIApplication.shared.locale)
  }

  /// A format with four values in it, written as the readers of the running app instance do.
  public static func localizedStringWithFormat(_ format: String, _ value1: any CVarArg, _ value2: any CVarArg, _ value3: any CVarArg, _ value4: any CVarArg) -> String {
    LocalizedFormat.formatted(format, [value1, value2, value3, value4], locale: UIApplication.shared.locale)
  }

  /// A format with a value in it.
  public init(format: String, _ value: any CVarArg) { self = LocalizedFormat.formatted(format, [value], locale: nil) }

  /// A format with a value in it, written as in a locale.
  public init(format: String, locale: Locale?, _ value: any CVarArg) {
    self = LocalizedFormat.formatted(format, [value], locale: locale)
  }

  /// A format with two values in it.
  public init(format: String, _ value1: any CVarArg, _ value2: any CVarArg) { self = LocalizedFormat.formatted(format, [value1, value2], locale: nil) }

  /// A format with two values in it, written as in a locale.
  public init(format: String, locale: Locale?, _ value1: any CVarArg, _ value2: any CVarArg) {
    self = LocalizedFormat.formatted(format, [value1, value2], locale: locale)
  }

  /// A format with three values in it.
  public init(format: String, _ value1: any CVarArg, _ value2: any CVarArg, _ value3: any CVarArg) { self = LocalizedFormat.formatted(format, [value1, value2, value3], locale: nil) }

  /// A format with three values in it, written as in a locale.
  public init(format: String, locale: Locale?, _ value1: any CVarArg, _ value2: any CVarArg, _ value3: any CVarArg) {
    self = LocalizedFormat.formatted(format, [value1, value2, value3], locale: locale)
  }

  /// A format with four values in it.
  public init(format: String, _ value1: any CVarArg, _ value2: any CVarArg, _ value3: any CVarArg, _ value4: any CVarArg) { self = LocalizedFormat.formatted(format, [value1, value2, value3, value4], locale: nil) }

  /// A format with four values in it, written as in a locale.
  public init(format: String, locale: Locale?, _ value1: any CVarArg, _ value2: any CVarArg, _ value3: any CVarArg, _ value4: any CVarArg) {
    self = LocalizedFormat.formatted(format, [value1, value2, value3, value4], locale: locale)
  }
}
