internal import HTTPServer
internal import TempuraUI

/// What a form says: the texts of its fields, and which control was used.
struct FormInput {
  /// Texts by the ids of their fields, in the order of the page.
  private(set) var texts: [(id: String, text: String)] = []
  private(set) var control: Control = .none
  /// The nonce of the page that the form stood on.
  private(set) var nonce: String?

  enum Control: Hashable {
    /// A button, by its id.
    case tap(String)
    /// The browser's implicit submission: the return key, in whichever field.
    case returnKey
    case none
  }

  // Ids have a dot or are the name of a screen's view; these are neither.
  static let tapName = "tap"
  static let nonceName = "page"
  static let returnName = "return"

  /// - Throws: `FormInputError` if the form cannot have come from a page.
  init(_ fields: [FormField]) throws(FormInputError) {
    for field in fields {
      guard field.file == nil else { throw .unexpectedFile(field.name) }
      switch field.name {
      case Self.tapName:
        if case .tap = control { throw .severalTaps }
        control = .tap(field.value)
      case Self.returnName:
        if control == .none { control = .returnKey }
      case Self.nonceName: nonce = field.value
      default: texts.append((field.name, field.value))
      }
    }
  }

  /// What tells this press of a button from others; nil for a form that was not on a page.
  var key: RecentAnswers.Key? {
    guard let nonce, !nonce.isEmpty else { return nil }
    var hasher = Hasher()
    hasher.combine(control)
    for (id, text) in texts {
      hasher.combine(id)
      hasher.combine(text)
    }
    return RecentAnswers.Key(nonce: nonce, fields: hasher.finalize())
  }
}

/// Why a form cannot have come from a page of this server.
enum FormInputError: Error, CustomStringConvertible {
  case severalTaps
  case unexpectedFile(String)

  var description: String {
    switch self {
    case .severalTaps: "A form taps one control, and this one names several."
    case .unexpectedFile(let name): "The form sends a file as \(name), and there is no field for files on this page."
    }
  }
}
