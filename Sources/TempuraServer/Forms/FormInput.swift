internal import Basics
internal import HTTPServer
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// The content of a form: the values of its fields, and the control that was used.
struct FormInput {
  /// Values by the ids of their fields, in the order of the page.
  private(set) var values: [(id: String, input: FieldInput)] = []
  private(set) var control: Control = .none
  /// The nonce of the form's page, or of a tap on a live page; nil if the form did not come from a page.
  private(set) var nonce: String?

  enum Control: Hashable {
    /// A button, by its id.
    case tap(String)
    /// The browser's implicit submission: the return key, in whichever field.
    case returnKey
    /// Fingers on a view.
    case touches(TouchMessage)
    /// What a film or a sound does.
    case medium(MediumMessage)
    case none
  }

  // No control has one of these names as its id.
  static let tapName = "tap"
  static let nonceName = "page"
  static let returnName = "return"
  static let touchesName = "touches"
  static let mediumName = "medium"

  /// Nil if the form has several controls, so that it cannot have come from a page.
  init?(_ fields: [FormField]) {
    var indices: [String: Int] = [:]
    for field in fields {
      if let file = field.file {
        add(file, for: field.name.streamSafe, &indices)
        continue
      }
      switch field.name {
      case Self.tapName:
        guard control == .none || control == .returnKey else { return nil }
        control = .tap(field.value.streamSafe)
      case Self.returnName:
        if control == .none { control = .returnKey }
      case Self.touchesName:
        guard control == .none, let message = TouchMessage(field.value) else { return nil }
        control = .touches(message)
      case Self.mediumName:
        guard control == .none, let message = MediumMessage(field.value) else { return nil }
        control = .medium(message)
      case Self.nonceName: nonce = field.value
      default: values.append((field.name.streamSafe, .text(field.value.streamSafe)))
      }
    }
  }

  /// A field may have several files, one form field each. If no file was chosen, browsers send one without name and bytes
  /// (HTML Standard, section 4.10.22.4).
  ///
  /// - Parameter indices: Those of the fields for files in `values`.
  private mutating func add(_ file: UploadedFile, for id: String, _ indices: inout [String: Int]) {
    var files: [SentFile] = []
    let index = indices[id]
    if let index, case .files(let others) = values[index].input { files = others }
    if !file.filename.isEmpty || file.size > 0 {
      files.append(
        SentFile(
          name: file.filename, contentType: file.contentType, size: file.size, isComplete: file.isComplete,
          path: file.path, owner: file))
    }
    if let index { return values[index].input = .files(files) }
    indices[id] = values.count
    values.append((id, .files(files)))
  }

  /// Whether the form has neither values nor a control.
  var isEmpty: Bool { control == .none && values.isEmpty }

  /// Whether the form tells of a film or a sound, for which the user does nothing.
  var isMedium: Bool { if case .medium = control { true } else { false } }

  /// Whether the form tells of fingers.
  var isTouch: Bool { if case .touches = control { true } else { false } }

  /// The key of this press of a button. Nil for a form that did not come from a page, for fingers that are on the way, whose messages
  /// have numbers, and for what a medium does, unless it ends.
  var key: IdempotencyKeys.Key? {
    guard let nonce, !nonce.isEmpty else { return nil }
    switch control {
    case .touches(let message) where !message.ends: return nil
    case .medium(let message) where message.event != .ended: return nil
    default: break
    }
    var hash = StableHash()
    hash.combine(nonce)
    combine(into: &hash)
    return hash.value
  }

  /// Proves that another request is the same press of a button. It says nothing of `key`, which is stored.
  var claim: RenamedSession.Claim? {
    guard let nonce, !nonce.isEmpty else { return nil }
    return SessionKey(ofClaim: [["form", nonce]] + texts)
  }

  /// What the form's page says of its session; nil if it says nothing.
  var mark: SessionMark? { nonce.flatMap { SessionMark(ofPage: $0) } }

  /// What the form's page says of its screens; nil if it says nothing.
  var screenMark: ScreenMark? { nonce.flatMap { ScreenMark(ofPage: $0) } }

  /// Adds all but the nonce to a hash.
  func combine(into hash: inout StableHash) {
    for text in texts.joined() { hash.combine(text) }
  }

  /// The control, and the texts of each field.
  private var texts: [[String]] {
    let control =
      switch control {
      case .none: "none"
      case .returnKey: "return"
      case .tap(let id): "tap \(id)"
      case .touches(let message): "touches \(message.description)"
      case .medium(let message): "medium \(message)"
      }
    return [[control]]
      + values.map { id, input in
        switch input {
        // Scripts and browsers send line breaks in different ways.
        case .text(let text): [id, text.withLineFeeds]
        case .files(let files):
          files.reduce(into: [id]) { texts, file in
            texts += [file.name, "\(file.size)"]
            if let file = file.owner as? UploadedFile { texts.append("\(file.contentHash)") }
          }
        }
      }
  }
}
