internal import Basics
internal import Foundation

extension HTMLRenderer {
  /// Writes the accessible name of a view's element: the view's label, or else its labelling view, or else `fallback`. In
  /// debug builds a view without a name is reported.
  ///
  /// - Parameters:
  ///   - fallback: A name that fits all views of the class.
  ///   - part: The part of the view that the element stands for; empty for the whole view.
  ///   - partLabel: The name of the part, said after the name of the view.
  func writeName(of view: UIView, or fallback: String? = nil, part: String = "", partLabel: String? = nil) {
    if let label = view.accessibilityLabel {
      write(attribute: "aria-label", partLabel.map { "\(label), \($0)" } ?? label)
    } else if let labelling = view.labellingViewOfPage {
      if let partLabel {
        write(attribute: "aria-label", partLabel)
        write(attribute: "aria-labelledby", "\(labelling.elementID) \(view.elementID).\(part)")
      } else {
        write(attribute: "aria-labelledby", idOf: labelling)
      }
    } else if let name = [fallback, partLabel].compactMap({ $0 }).nonEmptyJoined {
      write(attribute: "aria-label", name)
    } else if !view.isHidden {
      view.reportMissingName()
    }
  }

  /// Writes the view's accessibility hint, which a screen reader says after the name.
  func writeHint(of view: UIView) {
    if let hint = view.accessibilityHint { write(attribute: "aria-description", hint) }
  }
}

extension [String] {
  fileprivate var nonEmptyJoined: String? { isEmpty ? nil : joined(separator: ", ") }
}

extension UIView {
  /// The view whose text names this view, if it is on the same page.
  fileprivate final var labellingViewOfPage: UIView? {
    guard let labelling = accessibilityLabellingView ?? superview?.labellingView(of: self), labelling.top === top else {
      return nil
    }
    return labelling
  }

  private var top: UIView {
    var top = self
    while let superview = top.superview { top = superview }
    return top
  }

  fileprivate final func reportMissingName() {
    #if DEBUG
      Misuse.report(
        "\(nameInCode) has no name for those who do not see it: set its accessibilityLabel, or its "
          + "accessibilityLabellingView to the label beside it.")
    #endif
  }

  /// The name of the view in messages: its class, the property that holds it, and the class of the property.
  final var nameInCode: String {
    resolvePathName()
    let name = ClassNames.name(of: type(of: self))
    guard let pathOwner else { return "A \(name)" }
    let owner = ClassNames.name(of: type(of: pathOwner))
    return isNamedAsProperty ? "The \(name) \(pathName) of \(owner)" : "A \(name) in a \(owner)"
  }

  /// Writes the accessibility attributes of most views.
  ///
  /// Only an element with a role can have a name. Only ranges have a value in ARIA; for other elements the value is said
  /// after the name.
  final func renderCommonAccessibility(into html: HTMLRenderer) {
    // The label of a tappable view is on its button.
    let label = hasTapRecognizer && !isControl ? nil : accessibilityLabel
    let (value, hint, traits) = (accessibilityValue, accessibilityHint, accessibilityTraits)
    if htmlTag.isWithoutRole {
      if traits.contains(.header) {
        html.write(" role=\"heading\" aria-level=\"2\"")
      } else if label != nil {
        html.write(traits.contains(.image) ? " role=\"img\"" : " role=\"group\"")
      }
    }
    if let label { html.write(attribute: "aria-label", value.map { "\(label), \($0)" } ?? label) }
    if label == nil, let value {
      html.write(attribute: "aria-description", hint.map { "\(value), \($0)" } ?? value)
    } else if let hint {
      html.write(attribute: "aria-description", hint)
    }
    html.write(traits: traits)
  }

}

extension HTMLRenderer {
  /// Writes the traits that all elements may have.
  func write(traits: UIAccessibilityTraits) {
    if traits.contains(.selected) { write(" aria-current=\"true\"") }
    if traits.contains(.updatesFrequently) { write(" aria-live=\"polite\"") }
  }
}

extension StaticString {
  /// Whether this is the name of an element.
  func isElement(_ name: StaticString) -> Bool {
    utf8CodeUnitCount == name.utf8CodeUnitCount && memcmp(utf8Start, name.utf8Start, utf8CodeUnitCount) == 0
  }

  /// Whether an element of this name has no ARIA role.
  var isWithoutRole: Bool { isElement("div") || isElement("span") }
}

extension UIView {
  /// The name of a field: its label, that of the view that names it, or its placeholder; nil if it has none.
  package final var nameForReaders: String? {
    accessibilityLabel ?? labellingViewOfPage?.textForReaders ?? namingPlaceholder
  }

  /// What the view says to a user: its label, its title, or the first text in it; nil if that is nothing.
  package final var textForReaders: String? {
    let own = accessibilityLabel ?? ownText
    return own ?? subviews.lazy.compactMap(\.textForReaders).first
  }
}
