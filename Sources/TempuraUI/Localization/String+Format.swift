public import Foundation

// Formats whose texts depend on numbers: those that `NSLocalizedString` finds in a `.stringsdict`. Foundation's own functions
// know nothing of them. These take less than any value, so that they are preferred: all numbers and texts, no pointers.

extension String {
  /// A format with values in it, written as the readers of the running app instance do.
  public static func localizedStringWithFormat(
    _ format: String, _ arguments: any CVarArg & CustomStringConvertible...
  ) -> String {
    LocalizedFormat.formatted(format, arguments, locale: UIApplication.shared.locale)
  }

  /// A format with values in it.
  public init(format: String, _ arguments: any CVarArg & CustomStringConvertible...) {
    self = LocalizedFormat.formatted(format, arguments, locale: nil)
  }

  /// A format with values in it, written as in a locale.
  public init(format: String, locale: Locale?, _ arguments: any CVarArg & CustomStringConvertible...) {
    self = LocalizedFormat.formatted(format, arguments, locale: locale)
  }
}

extension LocalizedFormat {
  /// A format with values in it. Without variables it is Foundation's.
  fileprivate static func formatted(_ format: String, _ values: [any CVarArg], locale: Locale?) -> String {
    hasVariables(format)
      ? string(format, values, locale: locale) : String(format: format, locale: locale, arguments: values)
  }
}
