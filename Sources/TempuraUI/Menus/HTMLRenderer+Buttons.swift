// A tap on a page is always the press of a form's button. The button's value is the id of a view or of a part: see
// `tapTarget(ofPart:)`.

extension HTMLRenderer {
  /// Writes a button with a title that taps a part of a view.
  func writeButton(
    tapping part: String, of view: UIView, cssClass: StaticString? = nil, title: String, label: String? = nil,
    isEnabled: Bool = true
  ) {
    writeButton(tapping: part, of: view, cssClass: cssClass, label: label, isEnabled: isEnabled) {
      self.writeSpan(title)
    }
  }

  /// Writes a button that taps a part of a view, or the view itself if `part` is empty.
  ///
  /// - Parameters:
  ///   - declarations: CSS declarations for the button.
  ///   - label: The accessible name. Default: the content of the button.
  ///   - attributes: Writes more attributes, each with a leading space.
  ///   - content: Writes the content of the button.
  func writeButton(
    tapping part: String = "", of view: UIView, cssClass: StaticString? = nil, declarations: String = "",
    label: String? = nil, isEnabled: Bool = true, attributes: () -> Void = {}, content: () -> Void
  ) {
    write("<button name=\"tap\"")
    if let cssClass {
      write(" class=\"")
      write(cssClass)
      if !declarations.isEmpty { write(text: " s\(styles.number(of: declarations))") }
      write("\"")
    } else {
      writeClass(declarations: declarations)
    }
    write(attribute: "value", idOf: view, part: part)
    if let label { write(attribute: "aria-label", label) }
    attributes()
    if !isEnabled { write(" disabled") }
    write(">")
    content()
    write("</button>")
  }

  /// Writes a text in a `span`, as the texts of buttons are.
  func writeSpan(_ text: String) {
    write("<span>")
    write(text: text)
    write("</span>")
  }

  /// Writes a text for screen readers only.
  func writeUnseen(_ text: String) {
    write("<span class=\"unseen\">")
    write(text: text)
    write("</span>")
  }

  /// Writes a button that covers a view. Other controls of the view stay above it.
  ///
  /// - Parameters:
  ///   - namedBy: The view whose content is the accessible name, unless the view has a label.
  ///   - fallback: The accessible name if that content has no text.
  ///   - isPressed: Whether the button is on; nil if it is not a toggle.
  func writeStretchedButton(
    of view: UIView, namedBy content: UIView, label: String? = nil, fallback: String, isPressed: Bool? = nil,
    isChecked: Bool = false, isExpanded: Bool? = nil
  ) {
    let ownLabel = view.accessibilityLabel ?? label
    writeButton(of: view, cssClass: "stretched", label: ownLabel, isEnabled: view.isTapEnabled) {
      if ownLabel == nil {
        let checkmark = isChecked ? " \(view.elementID).row-checkmark" : ""
        write(attribute: "aria-labelledby", content.elementID + checkmark)
        if !fallback.isEmpty { write(attribute: "aria-label", fallback) }
      }
      writeHint(of: view)
      if let isPressed { write(attribute: "aria-pressed", isPressed ? "true" : "false") }
      if let isExpanded { write(attribute: "aria-expanded", isExpanded ? "true" : "false") }
    } content: {
    }
  }
}
