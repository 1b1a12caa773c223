/// Markup with tags that are replaced by values: the variables, partials and comments of Mustache, without its logic.
///
/// | tag | is replaced by |
/// | --- | --- |
/// | `{{name}}` | the text of a variable, escaped |
/// | `{{{name}}}`, `{{& name}}` | the markup of a slot |
/// | `{{> name}}` | another template |
/// | `{{! words }}` | nothing |
package struct Template: Sendable {
  // All markup is in one array, because a string per part would have a reference count that all threads change.
  private let markup: [UInt8]
  private let parts: [TemplatePart]

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - file: The name of the file, for error messages.
  ///   - names: The variables and slots that the template may use; nil to allow any.
  ///   - partial: Returns the file name and the text of another template; nil if there is none of that name.
  /// - Throws: `TemplateError` with the file and line of the first error.
  package init(
    _ source: String, file: String, names: TemplateNames?,
    partial: @escaping (String) -> (file: String, source: String)? = { _ in nil }
  ) throws(TemplateError) {
    var reader = TemplateReader(names: names, partial: partial)
    try reader.read(source, file: file)
    (markup, parts) = (reader.markup, reader.parts)
    for slot in names?.requiredSlots ?? [] where !hasSlot(slot) {
      throw TemplateError(file: file, line: 1, problem: .missingSlot(slot))
    }
    for (variable, advice) in names?.requiredVariables ?? [:] where !hasVariable(variable) {
      throw TemplateError(file: file, line: 1, problem: .missingVariable(variable, advice: advice))
    }
  }

  private func hasSlot(_ name: String) -> Bool {
    parts.contains { part in
      if case .slot(name) = part { true } else { false }
    }
  }

  private func hasVariable(_ name: String) -> Bool {
    parts.contains { part in
      if case .variable(name) = part { true } else { false }
    }
  }

  /// Writes the markup, with a value for each variable and slot.
  ///
  /// - Parameter variable: Returns the value of a variable. The number is where it stands in the buffer.
  package func write(
    into buffer: inout HTMLBuffer, variable: (String, Int) -> String, slot: (String, inout HTMLBuffer) -> Void
  ) {
    for part in parts {
      switch part {
      case .markup(let start, let count): append(start, count, to: &buffer)
      case .variable(let name): buffer.append(text: variable(name, buffer.count))
      case .slot(let name): slot(name, &buffer)
      }
    }
  }

  private func append(_ start: Int, _ count: Int, to buffer: inout HTMLBuffer) {
    markup.withUnsafeBytes { buffer.append(bytes: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
  }

  /// Calls a closure for each part in order: `markup` for literal markup, `name` for a variable or a slot.
  package func forEachPart(markup: (UnsafeRawBufferPointer) -> Void, name: (String, _ isSlot: Bool) -> Void) {
    for part in parts {
      switch part {
      case .markup(let start, let count):
        self.markup.withUnsafeBytes { markup(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
      case .variable(let variable): name(variable, false)
      case .slot(let slot): name(slot, true)
      }
    }
  }
}
