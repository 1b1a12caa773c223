internal import Sessions

/// A shared part of certain sessions: a stored value.
struct PartID {
  /// That of the part among the app's parts.
  let index: Int
  let name: String
  /// The key by which sessions share it, as the app says.
  let text: String
  /// Where it is stored.
  let key: SessionKey

  init(_ index: Int, _ name: String, of text: String) {
    self.index = index
    self.name = name
    self.text = text
    key = SessionKey(ofPart: name, text)
  }

  /// For the log and for errors. A key may be long, and may be a name.
  var description: String { "the part \(name) (\(key.shortened))" }
}
