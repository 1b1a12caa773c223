internal import Foundation

/// How URLs contain the contexts of a screen.
public struct ContextType: @unchecked Sendable {
  // Safe because the functions capture only a type.

  let name: String
  /// Returns the text of a context. Nil if it has another type or cannot be encoded.
  let write: (Any) -> String?
  /// Returns the context for a text. Nil if the text is not valid.
  let read: (String) -> Any?

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
}
