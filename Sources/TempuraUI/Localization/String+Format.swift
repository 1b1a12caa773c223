public import Foundation

// Foundation's own functions know nothing of texts that depend on numbers, which `NSLocalizedString` finds in a
// `.stringsdict`, and take a number for a pointer if a translator mistook its place. These take less than any value, so that
// they are preferred: all numbers and texts, no pointers.

extension String {
  /// A format with values in it, written as the readers of the running app instance do.
  public static func localizedStringWithFormat(
    _ format: String, _ arguments: any CVarArg & CustomStringConvertible...
  ) -> String {
    LocalizedFormat.string(format, arguments, locale: UIApplication.shared.locale)
  }

  /// A format with values in it.
  public init(format: String, _ arguments: any CVarArg & CustomStringConvertible...) {
    self = LocalizedFormat.string(format, arguments, locale: nil)
  }

  /// A format with values in it, written as in a locale.
  public init(format: String, locale: Locale?, _ arguments: any CVarArg & CustomStringConvertible...) {
    self = LocalizedFormat.string(format, arguments, locale: locale)
  }
}
