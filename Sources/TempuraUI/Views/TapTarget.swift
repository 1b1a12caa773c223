/// What a tap of a page can name: a view, or a part of one.
package struct TapTarget {
  /// Why a tap is not taken now; nil if it is.
  package let refusal: ControlRefusal?
  /// What the tap does.
  package let tap: () -> Void

  init(refusal: ControlRefusal?, tap: @escaping () -> Void) {
    self.refusal = refusal
    self.tap = tap
  }
}

/// Why a control does not take input.
package enum ControlRefusal {
  case disabled
  /// It, or something that it lies in, is hidden or takes no input, or it is below a modal screen.
  case unreachable
}

extension UIView {
  /// Finds what an id names, here or below: a view, or a part of one.
  package final func target<Target>(withID id: String, _ find: (UIView, String) -> Target?) -> Target? {
    if let view = descendant(withID: id) { return find(view, "") }
    guard let dot = id.lastIndex(of: "."), let view = descendant(withID: String(id[..<dot])) else { return nil }
    return find(view, String(id[id.index(after: dot)...]))
  }
}
