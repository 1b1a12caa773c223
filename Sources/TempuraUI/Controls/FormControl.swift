/// A control of the app with a form field in its own markup, such as `select` or `input`. UIKit does not have it.
///
/// Override ``formValue``, ``enter(_:)``, and `renderContent(into:)` with the field. Every form of the screen then sends the
/// field's value, also from a page without a script. See docs/how-to/custom-control.md.
open class FormControl: UIControl, InputField {
  /// The value of the field on the page: what a form sends if the user changes nothing.
  open var formValue: String { "" }

  /// Returns why a value cannot be used, as a sentence for the user; nil if it can. A form may contain any text, whatever the
  /// field allows. Only called for a value that differs from ``formValue``.
  open func problem(with value: String) -> String? { nil }

  /// Takes a value of the user, for which there is no problem. An override sets the control's value, and sends its events.
  open func enter(_ value: String) {}

  /// The value to write into the markup: what the user entered last if it was refused, else ``formValue``.
  public final var shownFormValue: String { shownValue() }

  /// Call it when the app sets the value: the page shows it, instead of one that was refused.
  public final func formValueDidChange() {
    dropDraft()
    setNeedsRender()
  }

  // MARK: - Input

  package final func sentValue(ofPart part: String) -> String? { part.isEmpty ? formValue : nil }

  package final func problem(with input: FieldInput, part: String) -> String? { problem(with: input.text ?? "") }

  package final func enter(_ input: FieldInput, part: String) {
    if let text = input.text { enter(text) }
  }

  /// A live page sends a new value at once if the app listens for it.
  package final var tellsValuesOnTheWay: Bool { hasValueHandler }

  /// The field has the name and the description of the control.
  override package func renderAccessibility(into html: HTMLRenderer) {}
}

extension HTMLRenderer {
  /// Writes the attributes of a control's field: id, name, the control's accessibility label and hint, whether it is disabled
  /// or invalid, and whether a live page sends each new value.
  public func writeFieldAttributes(of control: FormControl) { writeFieldAttributes(of: control as any InputField) }

  /// Writes the button that sends the value of a control from a page without a script. With a script the style sheet hides it
  /// if the app listens for values.
  public func writeSetButton(of control: FormControl) { writeSetButton(of: control as any InputField) }

  /// Writes why the last value of a control was refused, if it was.
  public func writeProblem(of control: FormControl) { writeProblem(of: control as any InputField) }
}
