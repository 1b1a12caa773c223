internal import Basics

/// The target of a tap on a page: a view, or a part of one.
package struct TapTarget {
  /// Why a tap is refused now; nil if it is accepted.
  package let refusal: ControlRefusal?
  /// Whether the tap leaves the screen. If so, invalid text in the fields of the screen does not matter.
  package var isLeaving = false
  /// Performs the tap.
  package let tap: () -> Void
}

/// Why a control refuses input.
package enum ControlRefusal {
  case disabled
  /// The control or one of its superviews is hidden or accepts no input, or a modal screen covers it.
  case unreachable
}

extension UIView {
  private func descendants(where isIncluded: (UIView) -> Bool) -> [UIView] {
    (isIncluded(self) ? [self] : []) + subviews.flatMap { $0.descendants(where: isIncluded) }
  }

  /// Stops a debug build if two usable controls have the same id. Reports other views that share an id.
  package final func checkIdentifiers() {
    var views: [String: UIView] = [:]
    for view in descendants(where: { $0.accessibilityIdentifier != nil }) {
      guard let identifier = view.accessibilityIdentifier, let other = views.updateValue(view, forKey: identifier)
      else { continue }
      let message = view.messageOfSharedIdentifier(with: other)
      let areControls = view.isControl && other.isControl
      if areControls, view.isReachable, other.isReachable { Misuse.trap(message) } else { Misuse.report(message) }
    }
  }

  final func messageOfSharedIdentifier(with other: UIView) -> String {
    "A \(type(of: self)) and a \(type(of: other)) on one page both have the accessibilityIdentifier "
      + "\(accessibilityIdentifier ?? ""), which must be unique: give one of them another identifier, or none. Without an "
      + "identifier, the id of a view is made of property names and the identity of its row."
  }
}
