internal import Recordings

extension ValueDifference {
  /// One line per property that differs, such as `items[0].text: expected "Buy milk", is "Buy bread"`.
  static func lines(expected: Any, actual: Any) -> [String] {
    Self(expected, actual).changes.map { change in
      let what =
        switch (change.old.map(ValueText.of), change.new.map(ValueText.of)) {
        case (let expected?, let actual?):
          expected == actual ? "differ, though both read \(actual)" : "expected \(expected), is \(actual)"
        case (let expected?, nil): "expected \(expected), is not there"
        case (nil, let actual): "not expected, is \(actual ?? "")"
        }
      return change.path.isEmpty ? what : "\(change.path): \(what)"
    }
  }
}
