/// An item of the list.
public struct Todo: Codable, Sendable {
  public let id: String
  public var text: String
  public var completed: Bool
  public var archived = false

  private static let idCharacters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  public init(text: String, completed: Bool = false) {
    id = String((0..<16).compactMap { _ in Self.idCharacters.randomElement() })
    self.text = text
    self.completed = completed
  }
}

extension Todo: Equatable {
  /// Compares id and text, and ignores whether the item is completed or archived.
  public static func == (left: Todo, right: Todo) -> Bool {
    left.id == right.id && left.text == right.text
  }
}
