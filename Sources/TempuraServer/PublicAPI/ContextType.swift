internal import Basics
internal import Foundation
internal import HTTPServer

/// How URLs contain the contexts of a screen.
///
///     ["item": .text(Int.self), "search": .query, "draft": .json(Draft.self).optional]
public struct ContextType: @unchecked Sendable {
  // Safe because the functions capture only a type.

  let name: String
  /// Returns the text of a context. Nil if it has another type or cannot be encoded.
  let write: (Any) -> String?
  /// Returns the context for a text. Nil if the text is not valid.
  let read: (String) -> Any?
  /// Whether the text is the query itself, and not the value of one item.
  var isQuery = false
  /// Whether the context comes with a POST, and never is in a URL.
  var isForm = false
  /// Whether a URL without the context leads nowhere.
  var isRequired = true

  /// Contexts that are written as their description, such as `Int`, `Bool` or `Double`.
  public static func text<Context: LosslessStringConvertible>(_ type: Context.Type) -> ContextType {
    ContextType(name: "\(type)", write: { ($0 as? Context)?.description }, read: { Context($0) })
  }

  /// Contexts that are written as their raw value, such as an enumeration of `String`s.
  public static func text<Context: RawRepresentable>(_ type: Context.Type) -> ContextType
  where Context.RawValue: LosslessStringConvertible {
    ContextType(
      name: "\(type)", write: { ($0 as? Context)?.rawValue.description },
      read: { Context.RawValue($0).flatMap(Context.init) })
  }

  /// Contexts that are written as JSON with sorted keys.
  public static func json<Context: Codable>(_ type: Context.Type) -> ContextType {
    ContextType(
      name: "\(type)",
      write: { context in
        guard let context = context as? Context else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(context)).map { String(decoding: $0, as: UTF8.self) }
      },
      read: { try? JSONDecoder().decode(Context.self, from: Data($0.utf8)) })
  }

  /// The same type, for a screen that is also shown without a context.
  public var optional: ContextType {
    var type = self
    type.isRequired = false
    return type
  }

  /// The items of the query, as `[String: String]`: for URLs to which other servers send browsers, such as
  /// `/signed-in?code=…&state=…` after a sign-in. The context is nil without a query. The first item of each name counts, and items
  /// that are the context of another screen of the route are left out. One screen of a route can have this type.
  public static var query: ContextType {
    ContextType(
      name: "query", write: { ($0 as? [String: String]).map(queryText) },
      read: { text in
        Dictionary(Array(text.utf8).withUnsafeBytes(TargetParts.items), uniquingKeysWith: { first, _ in first })
      }, isQuery: true, isRequired: false)
  }

  /// The fields of a form, as `[String: String]`: for URLs to which the pages of other sites send browsers by a POST, such as those
  /// of sign in with Apple. They never are in a URL. The first field of each name counts, and files are left out. Only the last
  /// screen of a route can have this type, and it cannot be ``optional``. See docs/navigation.md.
  public static var form: ContextType {
    ContextType(name: "form", write: { _ in nil }, read: { _ in nil }, isForm: true)
  }

  /// A query with sorted names.
  static func queryText(_ items: [String: String]) -> String {
    items.sorted { $0.key < $1.key }
      .map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }
}
