/// Something to do.
public struct Todo: Codable, Sendable {
  public let id: String
  public var text: String
  public var completed: Bool
  public var archived = false

  public init(text: String, completed: Bool = false) {
    let characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    id = String((0..<16).compactMap { _ in characters.randomElement() })
    self.text = text
    self.completed = completed
  }
}

extension Todo: Equatable {
  /// Whether it is the same thing to do. Where it stands does not matter.
  public static func == (left: Todo, right: Todo) -> Bool {
    left.id == right.id && left.text == right.text
  }
}
