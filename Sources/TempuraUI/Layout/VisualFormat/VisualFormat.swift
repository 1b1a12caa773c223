internal import Foundation

/// A row or a column of views, written in the visual format of Auto Layout, such as `H:|-[label]-8-[button(>=44@750)]-|`.
///
/// The grammar is that of Apple's Auto Layout Guide, "Visual Format Syntax".
struct VisualFormat {
  enum Element: Equatable {
    case superview
    case view(String, [Predicate])

    var sizes: [Predicate] { if case .view(_, let sizes) = self { sizes } else { [] } }
  }

  /// What a size or a gap is compared with.
  enum Value: Equatable {
    case number(CGFloat)
    case name(String)
  }

  struct Predicate: Equatable {
    var relation = NSLayoutConstraint.Relation.equal
    var value: Value
    var priority: Value?
  }

  enum Gap: Equatable {
    case none, standard
    case predicates([Predicate])
  }

  private(set) var axis = NSLayoutConstraint.Axis.horizontal
  private(set) var elements: [Element] = []
  /// The gap after each element except the last.
  private(set) var gaps: [Gap] = []

  private let text: String
  private var rest: Substring

  init(_ text: String) throws(VisualFormatError) {
    self.text = text
    rest = text[...]
    if read("V:") { axis = .vertical } else { _ = read("H:") }
    try readElement()
    while !rest.isEmpty {
      gaps.append(try readGap())
      try readElement()
      if elements.last == .superview, !rest.isEmpty { throw expected("the end after the superview") }
    }
    guard elements.contains(where: { $0 != .superview }) else { throw expected("a view, such as [label]") }
  }

  private mutating func readElement() throws(VisualFormatError) {
    if read("|") { return elements.append(.superview) }
    guard read("[") else { throw expected(elements.isEmpty ? "| or [" : "[ or |") }
    let name = try readName("the name of a view")
    let sizes = rest.first == "(" ? try readPredicates() : []
    guard read("]") else { throw expected("]") }
    elements.append(.view(name, sizes))
  }

  private mutating func readGap() throws(VisualFormatError) -> Gap {
    guard read("-") else { return .none }
    if rest.first == "[" || rest.first == "|" { return .standard }
    let predicates = rest.first == "(" ? try readPredicates() : [Predicate(value: try readValue())]
    guard read("-") else { throw expected("-") }
    return .predicates(predicates)
  }

  private mutating func readPredicates() throws(VisualFormatError) -> [Predicate] {
    _ = read("(")
    var predicates: [Predicate] = []
    repeat {
      let relation: NSLayoutConstraint.Relation =
        if read(">=") { .greaterThanOrEqual } else if read("<=") { .lessThanOrEqual } else { .equal }
      if relation == .equal { _ = read("==") }
      let value = try readValue()
      predicates.append(Predicate(relation: relation, value: value, priority: read("@") ? try readValue() : nil))
    } while read(",")
    guard read(")") else { throw expected(")") }
    return predicates
  }

  private mutating func readValue() throws(VisualFormatError) -> Value {
    let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" && rest.first == "-" }
    // A hyphen after the first digit is the end of the gap.
    let number = digits.first == "-" ? "-" + digits.dropFirst().prefix { $0 != "-" } : String(digits)
    if let value = Double(number) {
      rest = rest.dropFirst(number.count)
      return .number(value)
    }
    return .name(try readName("a number or the name of a metric"))
  }

  private mutating func readName(_ what: String) throws(VisualFormatError) -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, !first.isNumber else { throw expected(what) }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  /// Reads a token if it comes next.
  private mutating func read(_ token: String) -> Bool {
    guard rest.hasPrefix(token) else { return false }
    rest = rest.dropFirst(token.count)
    return true
  }

  private func expected(_ what: String) -> VisualFormatError {
    .syntax(text, read: String(text[..<rest.startIndex]), expected: what)
  }
}

/// Why a visual format makes no constraints.
enum VisualFormatError: Error, Equatable, CustomStringConvertible {
  case syntax(_ format: String, read: String, expected: String)
  case unknownView(_ format: String, String)
  case unknownMetric(_ format: String, String)
  case noSuperview(_ format: String, String)
  case alignment(_ format: String)

  var description: String {
    switch self {
    case .syntax(let format, let read, let expected):
      "The visual format \"\(format)\" is wrong after \"\(read)\": it needs \(expected) there."
    case .unknownView(let format, let name):
      "The visual format \"\(format)\" has the view \(name), which is not in views."
    case .unknownMetric(let format, let name):
      "The visual format \"\(format)\" has the metric \(name), which is not a number in metrics."
    case .noSuperview(let format, let name):
      "The visual format \"\(format)\" has the superview, but \(name) has none: add it to its superview first."
    case .alignment(let format):
      "The visual format \"\(format)\" cannot align its views along the axis on which it places them: use an option such "
        + "as alignAllCenterY for a row, and alignAllLeading for a column."
    }
  }
}
