internal import Foundation

/// What a page tells of fingers on a view: the words of the attribute `data-touches`.
struct TouchMark {
  /// From the moment when a finger comes down. Otherwise only when the touch is more than a tap: it moves, rests, or is one of several.
  var isImmediate = false
  /// Also taps. Otherwise these are the presses of buttons.
  var hasTaps = false
  /// Movements.
  var moves = false
  /// How many taps may follow one another.
  var tapCount = 0
  /// A finger that rests, after so many milliseconds.
  var hold: Int?
  /// The directions in which the page may scroll instead.
  var scrolls: Scrolls = [.across, .down]

  struct Scrolls: OptionSet {
    let rawValue: UInt8
    static let across = Scrolls(rawValue: 1)
    static let down = Scrolls(rawValue: 2)
  }

  var isEmpty: Bool { !isImmediate && !hasTaps && !moves && tapCount == 0 && hold == nil }

  var words: String {
    let words: [String?] = [
      isImmediate ? "now" : nil, hasTaps ? "own" : nil, moves ? "move" : nil, tapCount > 0 ? "taps\(tapCount)" : nil,
      hold.map { "hold\($0)" }, scrolls.contains(.across) ? "x" : nil, scrolls.contains(.down) ? "y" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }
}

extension UIView {
  /// Returns what the page tells of fingers on the view; nil for nothing.
  ///
  /// - Parameter handling: Which methods for touches the class of the view overrides.
  final func touchMark(_ handling: TouchHandling) -> String? {
    let handling = (takesTouches ? handling : []).union(managerTouches)
    var mark = TouchMark()
    if !handling.isEmpty {
      (mark.isImmediate, mark.hasTaps) = (true, true)
      // A finger slides off a button. Where it may scroll instead, the browser cancels it.
      let isInScrollView = sequence(first: self, next: \.superview).contains(where: \.scrollsContent)
      if handling.contains(.moves) || isControl && !isInScrollView { mark.scrolls = [] }
    }
    for recognizer in gestureRecognizers ?? [] where recognizer.isEnabled {
      recognizer.mark(&mark)
      if !ClassNames.isFrameworkClass(type(of: recognizer)) { mark.isImmediate = true }
    }
    guard !mark.isEmpty, !isInButton else { return nil }
    if scrollsContent { mark.scrolls = [.across, .down] }
    return hasTapRecognizer || isControl ? mark.words + " tap" : mark.words
  }
}
