public import Foundation

// Foundation has one function with defaults for the table, the bundle and the value. Each of these leaves some of them out,
// so that it is preferred where Foundation is imported, too: the fewer parameters, the better, defaults included. They are
// for the running app instance, not for the process.

/// The text of a key in the language of the running app instance.
///
/// Texts are in `Localizable.strings` and `Localizable.stringsdict` in the folders of languages, such as `it.lproj`: those in
/// the resources of the target that asks come first, then those of the app's other targets. A key without a text in the
/// language is looked up in the first of the app's languages; without one there, it is its own text, as on a phone.
///
/// - Parameters:
///   - comment: For translators.
///   - file: Whose target is the one that asks.
public func NSLocalizedString(_ key: String, comment: String, file: StaticString = #fileID) -> String {
  localized(key, in: StringsBundle.all(askedBy: file))
}

/// The text of a key in a table of its own, such as `Errors.strings`.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String, file: StaticString = #fileID)
  -> String
{
  localized(key, table: tableName, in: StringsBundle.all(askedBy: file))
}

/// The text of a key, or a value if there is none.
public func NSLocalizedString(_ key: String, value: String, comment: String, file: StaticString = #fileID) -> String {
  localized(key, value: value, in: StringsBundle.all(askedBy: file))
}

/// The text of a key in a table of its own, or a value if there is none. It is looked for in all targets alike.
public func NSLocalizedString(_ key: String, tableName: String?, value: String, comment: String) -> String {
  localized(key, table: tableName, value: value, in: StringsBundle.all(in: .main))
}

/// The text of a key in a bundle, such as `Bundle.module`.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  localized(key, in: StringsBundle.all(in: bundle))
}

/// The text of a key in a table of a bundle.
public func NSLocalizedString(_ key: String, tableName: String?, bundle: Bundle, comment: String) -> String {
  localized(key, table: tableName, in: StringsBundle.all(in: bundle))
}

/// The text of a key in a bundle, or a value if there is none.
public func NSLocalizedString(_ key: String, bundle: Bundle, value: String, comment: String) -> String {
  localized(key, value: value, in: StringsBundle.all(in: bundle))
}

/// The text of a key in a table of a bundle, or a value if there is none. With `nil` for the table a call with all of these
/// is Foundation's, which knows no sessions: leave the table out.
public func NSLocalizedString(_ key: String, tableName: String, bundle: Bundle, value: String, comment: String)
  -> String
{
  localized(key, table: tableName, value: value, in: StringsBundle.all(in: bundle))
}

extension Bundle {
  /// The text of a key in a table of the bundle, or a value if there is none. With `nil` for the table the call is
  /// Foundation's, which knows no sessions.
  public func localizedString(forKey key: String, value: String?, table tableName: String) -> String {
    localized(key, table: tableName, value: value ?? "", in: StringsBundle.all(in: self))
  }
}

/// The text of a key; a value that is empty is none.
func localized(_ key: String, table: String? = nil, value: String = "", in bundles: [StringsBundle]) -> String {
  if let text = StringsTable.text(key, table: table, in: bundles) { return text }
  let text = value.isEmpty ? key : value
  return UIApplication.shared.currentLanguage.isAccented ? Accents.whole(text) : text
}

extension StringsBundle {
  /// Where the texts of the target that a file belongs to are.
  ///
  /// - Parameter file: As `#fileID` says, which begins with the module.
  static func all(askedBy file: StaticString) -> [StringsBundle] {
    all(for: String(file.description.prefix { $0 != "/" }))
  }

  /// The main bundle is all that is beside the program.
  static func all(in bundle: Bundle) -> [StringsBundle] {
    bundle === Bundle.main ? all(for: "") : [named(bundle)]
  }
}
