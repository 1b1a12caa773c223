internal import AppData
internal import Basics

/// A view whose values a form sends: under its id, or under its id and the name of a part.
package protocol InputField: UIView {
  /// Why a value is refused now; nil if it is accepted.
  var refusal: ControlRefusal? { get }

  /// Whether the field accepts files instead of text.
  var takesFiles: Bool { get }

  /// Whether the app is told of values on the way, while the user types or drags, and of the focus: the script of live pages
  /// sends them.
  var tellsValuesOnTheWay: Bool { get }

  /// Returns the value that a form sends for a part if the user changes nothing; nil if there is no such part. An empty
  /// name means the field itself.
  func sentValue(ofPart part: String) -> String?

  /// Returns whether an input leaves the part as it was on the page.
  func isUnchanged(by input: FieldInput, part: String) -> Bool

  /// Returns why an input is invalid, as a sentence for the user; nil if it is valid. Only called for changed input.
  func problem(with input: FieldInput, part: String) -> String?

  /// Applies an input of the user: asks delegates and sends events.
  func enter(_ input: FieldInput, part: String)
}

/// The value of a field in a form.
package enum FieldInput {
  case text(String)
  /// The chosen files; empty if the user chose none.
  case files([SentFile])

  package var isFiles: Bool {
    if case .files = self { true } else { false }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension InputField {
  package var takesFiles: Bool { false }
  package var tellsValuesOnTheWay: Bool { false }

  package func isUnchanged(by input: FieldInput, part: String) -> Bool {
    switch input {
    case .text(let text):
      guard let value = sentValue(ofPart: part) else { return false }
      return text.isSameText(as: value) || text.asSentByBrowsers.isSameText(as: value.asSentByBrowsers)
    case .files(let files): return files.isEmpty
    }
  }

  /// Returns the value that the page shows for a part: the refused input, or else the field's value.
  package func shownValue(ofPart part: String = "") -> String { draft(ofPart: part) ?? sentValue(ofPart: part) ?? "" }
}

// MARK: - Drafts

extension UIView {
  private struct Drafts: RarePropertyGroup {
    var draft: FieldDraft?
  }

  final var draft: FieldDraft? { self[\Drafts.draft] }

  /// Keeps the input of a part without sending events, so that the page that refuses it still shows it.
  ///
  /// - Parameter problem: The message that the page shows beside the field.
  package final func keepDraft(_ text: String?, part: String = "", problem: String? = nil) {
    var draft = self.draft ?? FieldDraft()
    if let text { draft.texts[part] = text }
    if let problem { draft.problem = problem }
    guard draft != self.draft else { return }
    rareProperties[Drafts.self].draft = draft
    setNeedsRender()
    window?.recordInput(in: self)
  }

  /// Drops refused input, because the field has another value now.
  package final func dropDraft() {
    self[\Drafts.draft] = nil
  }

  final func draft(ofPart part: String) -> String? { draft?.texts[part] }

  /// The message about the last input; nil if it was valid.
  package final var fieldProblem: String? { draft?.problem }
}

// MARK: - HTML

extension HTMLRenderer {
  /// Writes the attributes that all input elements have: id, name, accessible name, and whether they are disabled.
  ///
  /// - Parameters:
  ///   - label: The accessible name, unless the app sets one.
  ///   - partLabel: The addition to the accessible name for a part of the field.
  ///   - description: The part of the view whose text describes the value.
  ///   - isReadOnly: Whether the value is shown but never sent.
  func writeFieldAttributes(
    of field: any InputField, part: String = "", label: String? = nil, partLabel: String? = nil,
    describedBy description: String? = nil, isReadOnly: Bool = false
  ) {
    write(attribute: "id", idOf: field, part: part.isEmpty ? "field" : part)
    if !isReadOnly { write(attribute: "name", idOf: field, part: part) }
    writeName(of: field, or: label, part: part, partLabel: partLabel)
    writeHint(of: field)
    if field.refusal == .disabled, !isReadOnly { write(" disabled") }
    if !isReadOnly || field.hasInputView, field.tellsValuesOnTheWay { write(" data-live") }
    let hasProblem = field.fieldProblem != nil
    if hasProblem { write(" aria-invalid=\"true\"") }
    switch (description, hasProblem) {
    case (nil, false): break
    case (nil, true): write(attribute: "aria-describedby", idOf: field, part: "problem")
    case (let description?, false): write(attribute: "aria-describedby", idOf: field, part: description)
    case (let description?, true):
      let id = field.elementID
      write(attribute: "aria-describedby", "\(id).\(description) \(id).problem")
    }
    if field.viewFlags.contains(.isFirstResponder), field.claimFocus() { write(" autofocus") }
  }

  /// Writes the message about the last input, if it was invalid.
  func writeProblem(of field: any InputField) {
    guard let problem = field.fieldProblem else { return }
    write(problem, in: "p", cssClass: "problem", id: (field, "problem"))
  }

  /// Writes a list from which the user chooses a number, each with a text.
  func writeSelect(
    of field: any InputField, part: String, partLabel: String?, _ choices: [(value: Int, text: String)]
  ) {
    write("<select")
    writeFieldAttributes(of: field, part: part, partLabel: partLabel)
    if choices.isEmpty { write(" disabled") }
    write(">")
    let shown = field.shownValue(ofPart: part)
    for (value, text) in choices {
      write("<option")
      write(attribute: "value", String(value))
      if String(value) == shown { write(" selected") }
      write(">")
      write(text: text)
      write("</option>")
    }
    write("</select>")
  }

  /// Writes the button that submits the form with the field's value, for pages without script. The tap itself does
  /// nothing.
  func writeSetButton(of field: any InputField) {
    let label = field.accessibilityLabel.map { localized(.buttonSetField($0)) }
    writeButton(
      tapping: "set", of: field, cssClass: "set", title: localized(.buttonSet), label: label,
      isEnabled: field.refusal != .disabled)
  }
}
