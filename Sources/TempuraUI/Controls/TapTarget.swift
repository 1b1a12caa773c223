/// What a tap of a page can name: a view, or a part of one.
package struct TapTarget {
  /// Why a tap is not taken now; nil if it is.
  package let refusal: ControlRefusal?
  /// Whether the tap leaves the screen, so that it does not matter whether its fields can take what was typed in them.
  package let isLeaving: Bool
  /// What the tap does.
  package let tap: () -> Void

  init(refusal: ControlRefusal?, isLeaving: Bool = false, tap: @escaping () -> Void) {
    self.refusal = refusal
    self.isLeaving = isLeaving
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
  ///
  /// An id that the app gave to several views names none of them: nobody knows which one was meant.
  package final func target<Target>(withID id: String, _ find: (UIView, String) -> Target?) -> Target? {
    if let view = onlyDescendant(withID: id) { return find(view, "") }
    guard let dot = id.lastIndex(of: "."), id.last != ".", let view = onlyDescendant(withID: String(id[..<dot]))
    else { return nil }
    return find(view, String(id[id.index(after: dot)...]))
  }

  private func onlyDescendant(withID id: String) -> UIView? {
    guard let view = descendant(withID: id) else { return nil }
    guard view.accessibilityIdentifier == id else { return view }
    let views = descendants { $0.accessibilityIdentifier == id }
    let reachable = views.filter(\.isReachable)  // a screen under a modal one may use the same names
    guard reachable.count > 1 else { return reachable.first ?? view }
    Misuse.report(view.complaint(aboutSharingIdentifierWith: reachable[1]))
    return nil
  }

  private func descendants(where isWanted: (UIView) -> Bool) -> [UIView] {
    (isWanted(self) ? [self] : []) + subviews.flatMap { $0.descendants(where: isWanted) }
  }

  /// Stops a debug build that gave one id to two controls.
  package final func checkIdentifiers() {
    var views: [String: UIView] = [:]
    for view in descendants(where: { $0.accessibilityIdentifier != nil }) {
      guard let identifier = view.accessibilityIdentifier, let other = views.updateValue(view, forKey: identifier)
      else { continue }
      let complaint = view.complaint(aboutSharingIdentifierWith: other)
      let areControls = view is UIControl && other is UIControl
      if areControls, view.isReachable, other.isReachable { Misuse.trap(complaint) } else { Misuse.report(complaint) }
    }
  }

  private func complaint(aboutSharingIdentifierWith other: UIView) -> String {
    "A \(type(of: self)) and a \(type(of: other)) on one page both have the accessibilityIdentifier "
      + "\(accessibilityIdentifier ?? ""), which is the id of their elements. Give one of them another, or none: the ids of "
      + "views have the names of properties and the identity of rows in them by themselves."
  }
}
