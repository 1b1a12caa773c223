/// How similar two names are, for errors about a name that nothing has.
enum Similarity {
  /// Names that have less in common are not similar.
  private static let minimum = 0.5

  /// Returns the element with the most similar name; nil if none is similar.
  ///
  /// - Parameter names: Returns the names of an element.
  static func nearest<Element>(to name: String, of elements: [Element], names: (Element) -> [String]) -> Element? {
    let rated = elements.map { element in
      (element, value: names(element).map { value(of: $0, name) }.max() ?? 0)
    }
    // The first one of those that are equally near.
    guard let best = rated.map(\.value).max(), best >= minimum else { return nil }
    return rated.first { $0.value == best }?.0
  }

  /// The share of the letters that two names have in common, in the same order: from 0 to 1.
  static func value(of name: String, _ other: String) -> Double {
    let (letters, others) = (Array(name.lowercased()), Array(other.lowercased()))
    let count = letters.count + others.count
    return count == 0 ? 0 : 1 - Double(letters.difference(from: others).count) / Double(count)
  }
}
