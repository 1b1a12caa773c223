internal import Foundation

/// What a view has to do with constraints. Most views have nothing.
package final class LayoutRules {
  /// The active constraints that the view holds, in the order in which they became active.
  var constraints: [NSLayoutConstraint] = []
  /// Guides that the app added.
  var guides: [UILayoutGuide] = []
  /// The view's own guides.
  var ownGuides: [UILayoutGuide.Role: UILayoutGuide] = [:]
  var margins: NSDirectionalEdgeInsets?
  /// How much the content insists on its size, by axis.
  var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
  var compressionResistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]

  /// What the constraints of the view's subviews make of it, in CSS.
  var containerStyle = ""
  /// What constraints make of the view itself, in CSS.
  var itemStyle = ""
  /// What the stack around the view makes of it, in CSS.
  var arrangedStyle = ""
}

extension UIView {
  final var layoutRules: LayoutRules? { rareProperties?.layoutRules }

  final func makeLayoutRules() -> LayoutRules {
    let rareProperties = makeRareProperties()
    if let rules = rareProperties.layoutRules { return rules }
    let made = LayoutRules()
    rareProperties.layoutRules = made
    return made
  }

  final func hold(_ constraint: NSLayoutConstraint) {
    guard constraint.holder !== self else { return }
    constraint.holder?.forget(constraint)
    makeLayoutRules().constraints.append(constraint)
    constraint.holder = self
    setNeedsUpdateConstraints()
  }

  final func forget(_ constraint: NSLayoutConstraint) {
    layoutRules?.constraints.removeAll { $0 === constraint }
    constraint.holder = nil
    setNeedsUpdateConstraints()
  }

  /// Whether constraints place the view, so that its frame does not.
  final var isPlacedByConstraints: Bool { layoutRules.map { !$0.itemStyle.isEmpty } ?? false }

  /// Sets what constraints make of the view.
  final func setItemStyle(_ css: String) {
    guard layoutRules?.itemStyle ?? "" != css else { return }
    makeLayoutRules().itemStyle = css
    setNeedsRender()
  }

  final func setArrangedStyle(_ css: String) {
    guard layoutRules?.arrangedStyle ?? "" != css else { return }
    makeLayoutRules().arrangedStyle = css
    setNeedsRender()
  }

  final func setContainerStyle(_ css: String) {
    guard layoutRules?.containerStyle ?? "" != css else { return }
    makeLayoutRules().containerStyle = css
    setNeedsRender()
  }
}
