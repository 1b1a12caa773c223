internal import Hydra

/// What a page says beside its screens, once.
package enum PageNote: Sendable, Equatable {
  /// A link that the app opened.
  case link(LinkTarget)
  /// A text that the app put on the pasteboard: the user copies it from the page.
  case copy(String)
  /// A file that the app offers to save.
  case download(Download)
  /// A text for screen readers.
  case announcement(String)
  /// A problem of the app, for its developer. Only in development.
  case report(DevelopmentReport)
}

/// In development, what a page says to the app's developer.
package struct DevelopmentReport: Sendable, Equatable {
  /// What has happened.
  package let message: [String]
  /// Details, such as lines of a source. The line that matters begins with ">".
  package let lines: [String]
  /// All calls of code that trapped.
  package let calls: [String]

  package init(_ message: [String], lines: [String] = [], calls: [String] = []) {
    (self.message, self.lines, self.calls) = (message, lines, calls)
  }
}

extension UIApplication {
  /// Adds a note to the next page. May be called on the thread of a side effect.
  final func addNote(_ note: PageNote) {
    guard let host = Main.scoped as? any ApplicationHost else { return append(note) }
    host.sync { append(note) }
  }

  private func append(_ note: PageNote) {
    notes.removeAll { other in
      switch (note, other) {
      case (.link, .link), (.copy, .copy): true
      default: note == other
      }
    }
    if notes.count < 8 { notes.append(note) }
  }

  /// Whether the next page has notes.
  package final var hasNotes: Bool { !notes.isEmpty }

  /// Returns the notes for the next page, and drops them.
  package final func takeNotes() -> [PageNote] {
    defer { notes = [] }
    return notes
  }
}
