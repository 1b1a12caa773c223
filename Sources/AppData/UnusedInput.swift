/// Input of a user that the app has not used yet. It is stored, and restored when the screen is made again.
package struct UnusedInput: Codable, Equatable, Sendable {
  /// The typed text; nil if the app set the text of the field.
  package var text: String?
  /// The input that the field refused.
  package var draft: FieldDraft?

  package init(text: String? = nil, draft: FieldDraft? = nil) { (self.text, self.draft) = (text, draft) }

  /// The approximate size in bytes.
  package var size: Int {
    let draftSize = draft.map {
      $0.texts.reduce($0.problem?.utf8.count ?? 0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
    return (text?.utf8.count ?? 0) + (draftSize ?? 0)
  }
}

/// Input that a field refused. The page shows it until the field gets another value.
package struct FieldDraft: Codable, Equatable, Sendable {
  /// The input, by the names of parts.
  package var texts: [String: String]
  /// Why the input is invalid; nil if it is valid, and only another field had a problem.
  package var problem: String?

  package init(texts: [String: String] = [:], problem: String? = nil) { (self.texts, self.problem) = (texts, problem) }
}
