// All that is tapped on a page is a button of its form, whose value names a view or a part of it: see
// `tapTarget(ofPart:)`.

extension HTMLRenderer {
  /// Writes a button that taps a part of a view.
  func writeButton(
    tapping part: String, of view: UIView, cssClass: StaticString? = nil, title: String, label: String? = nil,
    isEnabled: Bool = true
  ) {
    writeButton(tapping: part, of: view, cssClass: cssClass, label: label, isEnabled: isEnabled) {
      self.writeSpan(title)
    }
  }

  /// Writes a button that taps a part of a view; all of it if the part has no name.
  ///
  /// - Parameters:
  ///   - label: What it is called, if not by its content.
  ///   - attributes: Writes more attributes, each beginning with a space.
  ///   - content: Writes what is on the button.
  func writeButton(
    tapping part: String = "", of view: UIView, cssClass: StaticString? = nil, label: String? = nil,
    isEnabled: Bool = true, attributes: () -> Void = {}, content: () -> Void
  ) {
    write("<button name=\"tap\"")
    if let cssClass {
      write(" class=\"")
      write(cssClass)
      write("\"")
    }
    write(attribute: "value", idOf: view, part: part)
    if let label { write(attribute: "aria-label", label) }
    attributes()
    if !isEnabled { write(" disabled") }
    write(">")
    content()
    write("</button>")
  }

  /// Writes a text in an element of its own, as those on buttons are.
  func writeSpan(_ text: String) {
    write("<span>")
    write(text: text)
    write("</span>")
  }

  /// Writes a button that covers a view; other controls in the view stay above it.
  ///
  /// - Parameters:
  ///   - namedBy: The view whose content the button is called by, unless the app says what it is called.
  ///   - fallback: What it is called if there is nothing to read in that.
  ///   - isPressed: Whether it is on; nil if it is not that kind of button.
  func writeStretchedButton(
    of view: UIView, namedBy content: UIView, label: String? = nil, fallback: String, isPressed: Bool? = nil,
    isChecked: Bool = false
  ) {
    let ownLabel = view.accessibilityLabel ?? label
    let isEnabled = (view as? UIControl)?.isEnabled ?? true
    writeButton(of: view, cssClass: "stretched", label: ownLabel, isEnabled: isEnabled) {
      if ownLabel == nil {
        let checkmark = isChecked ? " \(view.elementID).row-checkmark" : ""
        write(attribute: "aria-labelledby", content.elementID + checkmark)
        write(attribute: "aria-label", fallback)
      }
      writeHint(of: view)
      if let isPressed { write(attribute: "aria-pressed", isPressed ? "true" : "false") }
    } content: {
    }
  }
}
