/// Limits of what is laid out, so that sums stay finite.
enum Limit {
  /// Points.
  static let length = 1e6
  /// Points.
  static let fontSize = 4096.0
  /// The number of UTF-16 code units from which on a text is measured without kerning and without forms of letters: each
  /// character counts with its own width. Shaping a text of megabytes would occupy a thread for a long time.
  static let shapedUnits = 1 << 16
  /// The maximum number of UTF-16 code units of a cluster. A longer one has the width of its first character.
  static let clusterUnits = 64
  /// The maximum number of successive spaces that hang over the end of a line although no line may end after them.
  static let hangingUnits = 32
}

extension Double {
  /// The number within a range. A number that is not one becomes 0 or the nearest end.
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN
      ? Swift.min(Swift.max(0, range.lowerBound), range.upperBound)
      : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
