internal import Foundation

/// A distance: points, plus or minus CSS lengths that only the browser knows, such as `env(safe-area-inset-top)`.
struct Inset: Equatable {
  var points: CGFloat = 0
  var added: [String] = []
  var subtracted: [String] = []

  init(_ points: CGFloat = 0, css: [String] = []) {
    self.points = points
    added = css
  }

  static func + (left: Inset, right: Inset) -> Inset {
    var sum = Inset(left.points + right.points)
    // A length that is added and subtracted cancels out.
    sum.added = left.added.without(right.subtracted) + right.added.without(left.subtracted)
    sum.subtracted = left.subtracted.without(right.added) + right.subtracted.without(left.added)
    return sum
  }

  static prefix func - (inset: Inset) -> Inset {
    var negative = Inset(-inset.points)
    negative.added = inset.subtracted
    negative.subtracted = inset.added
    return negative
  }

  static func - (left: Inset, right: Inset) -> Inset { left + -right }

  var isZero: Bool { points == 0 && added.isEmpty && subtracted.isEmpty }

  /// The distance as a sum, for use in `calc()`.
  var terms: String {
    let others = added.map { " + \($0)" } + subtracted.map { " - \($0)" }
    return "\(CSS.number(points))px" + others.joined()
  }

  /// The distance as one CSS value.
  var css: String {
    if added.isEmpty, subtracted.isEmpty { return CSS.px(points) }
    return points == 0 && subtracted.isEmpty && added.count == 1 ? added[0] : "calc(\(terms))"
  }
}

extension [String] {
  fileprivate func without(_ others: [String]) -> [String] {
    var rest = self
    for other in others {
      if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
    }
    return rest
  }
}
