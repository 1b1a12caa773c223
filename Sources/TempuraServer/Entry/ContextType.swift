internal import Foundation

/// How the contexts of a screen are written in URLs, and read from them.
public struct ContextType: @unchecked Sendable {
  // Safe because the functions depend on nothing but a type.

  let name: String
  /// The text of a context; nil for one of another type, or that cannot be written.
  let write: (Any) -> String?
  /// The context that a text is of; nil if it is of none.
  let read: (String) -> Any?

  /// Contexts that are their own text, such as `Int`, `Bool` or `Double`.
  public static func text<Context: LosslessStringConvertible>(_ type: Context.Type) -> ContextType {
    ContextType(name: "\(type)", write: { ($0 as? Context)?.description }, read: { Context($0) })
  }

  /// Contexts that are the text of their raw value, such as an enumeration of `String`s.
  public static func text<Context: RawRepresentable>(_ type: Context.Type) -> ContextType
  where Context.RawValue: LosslessStringConvertible {
    ContextType(
      name: "\(type)", write: { ($0 as? Context)?.rawValue.description },
      read: { Context.RawValue($0).flatMap(Context.init) })
  }

  /// Contexts that are written as JSON with sorted keys. Readable in an address bar, and easily written by hand.
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
}
