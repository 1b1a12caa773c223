/// A view that forms send values for: under its id, or under its id and the name of one of its parts.
package protocol InputField: UIView {
  /// Why no value is taken now; nil if one is.
  var refusal: ControlRefusal? { get }

  /// Whether the field takes files, and not text.
  var takesFiles: Bool { get }

  /// What a form sends for a part if nobody touched it; nil if there is no such part. The field as a whole is the part
  /// that has no name.
  func sentValue(ofPart part: String) -> String?

  /// Whether a form that sends this leaves the part as the page had it.
  func isUnchanged(by input: FieldInput, part: String) -> Bool

  /// What is wrong with an input, in a sentence for whoever made it; nil if nothing is. Asked of what the page did not have.
  func problem(with input: FieldInput, part: String) -> String?

  /// Takes an input as its user's: delegates are asked, events are sent.
  func enter(_ input: FieldInput, part: String)
}

/// What a form sends for a field.
package enum FieldInput {
  case text(String)
  /// Files; none if no file was chosen.
  case files([SentFile])

  package var isFiles: Bool {
    if case .files = self { true } else { false }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// A file that came with a form. Its bytes can be read as long as its owner is held.
package struct SentFile {
  /// What its user calls it, without any folder.
  package let name: String
  /// What the browser says it is.
  package let contentType: String?
  /// The size in bytes.
  package let size: Int
  /// Whether all of its bytes are there. Of one that is larger than the server takes they are not.
  package let isComplete: Bool
  /// Where this process can open it.
  package let path: String
  package let owner: AnyObject

  package init(
    name: String, contentType: String?, size: Int, isComplete: Bool = true, path: String, owner: AnyObject
  ) {
    self.name = name
    self.contentType = contentType
    self.size = size
    self.isComplete = isComplete
    self.path = path
    self.owner = owner
  }
}

extension InputField {
  package var takesFiles: Bool { false }

  // Forms send CR LF for a line break.
  package func isUnchanged(by input: FieldInput, part: String) -> Bool {
    switch input {
    case .text(let text): text.replacing("\r\n", with: "\n") == sentValue(ofPart: part)
    case .files(let files): files.isEmpty
    }
  }

  /// What the page shows for a part: what was sent for it and not taken, or else its value.
  package func shownValue(ofPart part: String = "") -> String {
    draft(ofPart: part) ?? sentValue(ofPart: part) ?? ""
  }
}

// MARK: - Drafts

/// What was sent for a field that did not take it: the page shows it until the field gets another value.
package struct FieldDraft: Codable, Equatable, Sendable {
  /// What was typed, by the names of parts.
  package var texts: [String: String] = [:]
  /// What is wrong with it; nil if nothing is, and only another field had a problem.
  package var problem: String?

  package init(texts: [String: String] = [:], problem: String? = nil) {
    self.texts = texts
    self.problem = problem
  }
}

extension UIView {
  /// Keeps what was typed in a part without telling anybody, so that the page that refuses it still shows it.
  ///
  /// - Parameter problem: What the page says beside it.
  package final func keepDraft(_ text: String?, part: String = "", problem: String? = nil) {
    var draft = rareProperties?.draft ?? FieldDraft()
    if let text { draft.texts[part] = text }
    if let problem { draft.problem = problem }
    guard draft != rareProperties?.draft else { return }
    makeRareProperties().draft = draft
    setNeedsRender()
    window?.noteInput(in: self)
  }

  /// Forgets what was typed and not taken: the field has another value now.
  package final func dropDraft() {
    guard rareProperties?.draft != nil else { return }
    rareProperties?.draft = nil
    setNeedsRender()
  }

  final func draft(ofPart part: String) -> String? { rareProperties?.draft?.texts[part] }

  /// What is wrong with what was sent for the field last.
  package final var fieldProblem: String? { rareProperties?.draft?.problem }
}

// MARK: - HTML

extension HTMLRenderer {
  /// Writes the attributes that the element of a part has in common with all others: its id and name, what it is called,
  /// and whether it can be used.
  ///
  /// - Parameters:
  ///   - label: What a screen reader says if the app says nothing else.
  ///   - partLabel: What it says of this part beyond that, in a field of several.
  ///   - description: The part of the view whose text describes the value.
  ///   - isReadOnly: Whether the value is shown and never sent.
  func writeFieldAttributes(
    of field: any InputField, part: String = "", label: String? = nil, partLabel: String? = nil,
    describedBy description: String? = nil, isReadOnly: Bool = false
  ) {
    write(attribute: "id", idOf: field, part: part.isEmpty ? "field" : part)
    if !isReadOnly { write(attribute: "name", idOf: field, part: part) }
    writeName(of: field, or: label, part: part, partLabel: partLabel)
    writeHint(of: field)
    if field.refusal == .disabled, !isReadOnly { write(" disabled") }
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
    if field.isFirstResponder, field.keepsFocus() { write(" autofocus") }
  }

  /// Writes what is wrong with what was sent for a field, if anything is.
  func writeProblem(of field: any InputField) {
    guard let problem = field.fieldProblem else { return }
    write("<p class=\"problem\"")
    write(attribute: "id", idOf: field, part: "problem")
    write(">")
    write(text: problem)
    write("</p>")
  }

  /// Writes the button that sends the value of a field, for pages without script. It does nothing by itself: the value
  /// comes with any form.
  func writeSetButton(of field: any InputField) {
    let label = field.accessibilityLabel.map { ownText("Set %@", $0) }
    writeButton(
      tapping: "set", of: field, cssClass: "set", title: ownText("Set"), label: label,
      isEnabled: field.refusal != .disabled)
  }
}

extension InputField {
  /// What the button beside a value does: nothing.
  var setTarget: TapTarget { TapTarget(refusal: refusal) {} }
}
