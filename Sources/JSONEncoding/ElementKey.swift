/// A coding key that an encoder or a decoder makes: the index of an array's element, or a name such as `super`.
struct ElementKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }

  /// The name of an object's element, which may be the number of a dictionary's.
  init(name: String) {
    stringValue = name
    intValue = Int(name)
  }
}
