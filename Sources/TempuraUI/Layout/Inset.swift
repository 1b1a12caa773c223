internal import Foundation

/// A distance in points, with what only the browser knows of it: terms in CSS that are added or taken away.
struct Inset: Equatable {
  var points: CGFloat = 0
  var added: [String] = []
  var taken: [String] = []

  init(_ points: CGFloat = 0, css: [String] = []) {
    self.points = points
    added = css
  }

  static func + (left: Inset, right: Inset) -> Inset {
    var sum = Inset(left.points + right.points)
    // A distance that is added and taken away is none.
    sum.added = left.added.without(right.taken) + right.added.without(left.taken)
    sum.taken = left.taken.without(right.added) + right.taken.without(left.added)
    return sum
  }

  static prefix func - (inset: Inset) -> Inset {
    var negative = Inset(-inset.points)
    negative.added = inset.taken
    negative.taken = inset.added
    return negative
  }

  static func - (left: Inset, right: Inset) -> Inset { left + -right }

  var isZero: Bool { points == 0 && added.isEmpty && taken.isEmpty }

  /// The terms of a sum, for `calc()`.
  var terms: String {
    let others = added.map { " + \($0)" } + taken.map { " - \($0)" }
    return "\(CSS.number(points))px" + others.joined()
  }

  var css: String {
    if added.isEmpty, taken.isEmpty { return CSS.px(points) }
    return points == 0 && taken.isEmpty && added.count == 1 ? added[0] : "calc(\(terms))"
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
