public import Foundation

// Foundation has one function, with defaults for the table, the bundle and the value. Each function here leaves some of these
// parameters out. So the compiler prefers it in files that import Foundation, too: it prefers fewer parameters, defaults
// included. The functions here use the language of the running app instance, Foundation's the language of the process.

/// The text of a key in the language of the running app instance.
///
/// Texts are in `Localizable.strings` and `Localizable.stringsdict` in the folders of languages, such as `it.lproj`. The
/// resources of the target that makes the call come first, then those of the app's other targets. A key without a text in the
/// language is looked up in the first of the app's languages. Without a text there, it is its own text, as on a phone.
///
/// - Parameters:
///   - comment: For translators.
///   - file: A file of the target that makes the call.
public func NSLocalizedString(_ key: String, comment: String, file: StaticString = #fileID) -> String {
  localized(key, in: StringsBundles.all(askedBy: file))
}

/// The text of a key in a table of its own, such as `Errors.strings`.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String, file: StaticString = #fileID)
  -> String
{
  localized(key, table: tableName, in: StringsBundles.all(askedBy: file))
}

/// The text of a key, or a value if there is none.
public func NSLocalizedString(_ key: String, value: String, comment: String, file: StaticString = #fileID) -> String {
  localized(key, value: value, in: StringsBundles.all(askedBy: file))
}

/// The text of a key in a table of its own, or a value if there is none. No target comes first.
public func NSLocalizedString(_ key: String, tableName: String?, value: String, comment: String) -> String {
  localized(key, table: tableName, value: value, in: StringsBundles.all(in: .main))
}

/// The text of a key in a bundle, such as `Bundle.module`.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  localized(key, in: StringsBundles.all(in: bundle))
}

/// The text of a key in a table of a bundle.
public func NSLocalizedString(_ key: String, tableName: String?, bundle: Bundle, comment: String) -> String {
  localized(key, table: tableName, in: StringsBundles.all(in: bundle))
}

/// The text of a key in a bundle, or a value if there is none.
public func NSLocalizedString(_ key: String, bundle: Bundle, value: String, comment: String) -> String {
  localized(key, value: value, in: StringsBundles.all(in: bundle))
}

/// The text of a key in a table of a bundle, or a value if there is none. With `nil` for the table the call is Foundation's,
/// which knows no sessions. Leave the table out instead.
public func NSLocalizedString(_ key: String, tableName: String, bundle: Bundle, value: String, comment: String)
  -> String
{
  localized(key, table: tableName, value: value, in: StringsBundles.all(in: bundle))
}

extension Bundle {
  /// The text of a key in a table of the bundle, or a value if there is none. With `nil` for the table the call is
  /// Foundation's, which knows no sessions.
  public func localizedString(forKey key: String, value: String?, table tableName: String) -> String {
    localized(key, table: tableName, value: value ?? "", in: StringsBundles.all(in: self))
  }
}

/// The text of a key, or else a value, or else the key. An empty value does not count.
func localized(_ key: String, table: String? = nil, value: String = "", in bundles: StringsBundles) -> String {
  let reader = Localization.reader
  if let text = StringsTable.text(key, table: table, in: bundles, for: reader) { return text }
  let text = value.isEmpty ? key : value
  return reader.language.isAccented ? Accents.whole(text) : text
}
