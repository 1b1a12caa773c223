/// Markup with places for values: variables, slots, partials and comments of Mustache, and no logic.
///
/// | tag | is replaced by |
/// | --- | --- |
/// | `{{name}}` | a text, escaped |
/// | `{{{name}}}`, `{{& name}}` | markup, as it is |
/// | `{{> name}}` | another template |
/// | `{{! words }}` | nothing |
package struct Template: Sendable {
  enum Segment: Sendable {
    case markup(String)
    case variable(String)
    case slot(String)
  }

  private let segments: [Segment]

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - file: Its name, for messages.
  ///   - names: The variables and slots that there are; nil if any may be there.
  ///   - partial: Finds another template's file name and text by its name; nil when there is none.
  /// - Throws: `TemplateError` with the file and line of the first mistake.
  package init(
    _ source: String, file: String, names: Names?,
    partial: @escaping (String) -> (file: String, source: String)? = { _ in nil }
  ) throws(TemplateError) {
    var reader = TemplateReader(names: names, partial: partial)
    segments = try reader.segments(of: source, file: file)
    for slot in names?.requiredSlots ?? [] where !hasSlot(slot) {
      throw TemplateError(file: file, line: 1, problem: .missingSlot(slot))
    }
  }

  /// The variables and slots that a template may use.
  package struct Names: Sendable {
    let variables: [String]
    let slots: [String]
    let requiredSlots: [String]

    package init(variables: [String], slots: [String], required: [String] = []) {
      self.variables = variables
      self.slots = slots
      requiredSlots = required
    }
  }

  private func hasSlot(_ name: String) -> Bool {
    segments.contains { segment in
      if case .slot(name) = segment { true } else { false }
    }
  }

  /// The names of the variables and slots that the template uses.
  package var usedNames: [String] {
    segments.compactMap { segment in
      switch segment {
      case .markup: nil
      case .variable(let name), .slot(let name): name
      }
    }
  }

  /// Writes the markup with its values.
  package func write(
    into buffer: inout HTMLBuffer, variable: (String) -> String, slot: (String, inout HTMLBuffer) -> Void
  ) {
    for segment in segments {
      switch segment {
      case .markup(let markup): buffer.append(markup: markup)
      case .variable(let name): buffer.append(text: variable(name))
      case .slot(let name): slot(name, &buffer)
      }
    }
  }

  /// Hands the parts over one by one, to someone who writes elsewhere.
  package func forEachPart(markup: (String) -> Void, name: (String, _ isSlot: Bool) -> Void) {
    for segment in segments {
      switch segment {
      case .markup(let text): markup(text)
      case .variable(let variable): name(variable, false)
      case .slot(let slot): name(slot, true)
      }
    }
  }
}
