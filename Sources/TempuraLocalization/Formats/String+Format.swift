public import Foundation

// Foundation's own functions do not know the formats of texts that depend on numbers. They also take a number for a pointer if
// a translator puts the format specifier at the wrong position. These functions take numbers and texts only, no pointers,
// so the compiler prefers them.

extension String {
  /// A format with values in it, in the locale of the running app instance.
  public static func localizedStringWithFormat(
    _ format: String, _ arguments: any CVarArg & CustomStringConvertible...
  ) -> String {
    LocalizedFormat.string(format, arguments, locale: Localization.locale)
  }

  /// A format with values in it.
  public init(format: String, _ arguments: any CVarArg & CustomStringConvertible...) {
    self = LocalizedFormat.string(format, arguments, locale: nil)
  }

  /// A format with values in it, in a locale.
  public init(format: String, locale: Locale?, _ arguments: any CVarArg & CustomStringConvertible...) {
    self = LocalizedFormat.string(format, arguments, locale: locale)
  }
}
