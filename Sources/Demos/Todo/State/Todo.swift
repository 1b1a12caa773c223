/// An item of the list.
public struct Todo: Codable, Sendable {
  public let id: String
  public var text: String
  public var completed: Bool
  public var archived = false

  private static let idCharacters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

  public init(text: String, completed: Bool = false) {
    id = Self.randomID()
    self.text = text
    self.completed = completed
  }

  /// Returns 15 random characters, which a string holds without memory of their own. Each random number gives some of them,
  /// because the system is asked for each number.
  private static func randomID() -> String {
    let count = UInt64(idCharacters.count)
    return String(unsafeUninitializedCapacity: 15) { characters in
      for part in [0..<8, 8..<15] {
        var number = UInt64.random(in: 0 ... .max)
        for index in part {
          characters[index] = idCharacters[Int(number % count)]
          number /= count
        }
      }
      return 15
    }
  }
}

extension Todo: Equatable {
  /// Compares id and text, and ignores whether the item is completed or archived.
  public static func == (left: Todo, right: Todo) -> Bool {
    left.id == right.id && left.text == right.text
  }
}
