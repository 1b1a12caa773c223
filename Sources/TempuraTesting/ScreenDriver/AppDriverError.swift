/// Why a driver could not do what a test asked for. The page stays as it was.
public enum AppDriverError: Error, Equatable, CustomStringConvertible {
  /// Nothing on the page goes by the name. `there` lists what does.
  case missing(_ name: String, _ sought: String, in: String?, _ there: [String])
  /// Several elements go by the name. `matches` lists them.
  case ambiguous(_ name: String, _ sought: String, _ matches: [String])
  /// The control is disabled.
  case disabled(_ name: String)
  /// The control cannot be seen.
  case hidden(_ name: String)
  /// The control is under a modal screen.
  case covered(_ name: String, by: String)
  /// User interaction is switched off for the control.
  case inert(_ name: String)
  /// The control is in a menu that is closed.
  case closed(_ name: String, opener: String)
  /// The element is something else than the call is for.
  case wrongKind(_ name: String, isA: String, needed: String)
  /// A picker has no such option.
  case missingOption(_ option: String, in: String, options: [String])
  /// A date or time is not written as its field writes it.
  case unfitValue(_ value: String, for: String, kind: String)
  /// A file to choose is not there, or cannot be read.
  case missingFile(path: String)
  /// Several files were chosen where one is wanted.
  case oneFile(_ name: String)
  /// A text with line breaks was to be typed into one line.
  case lineBreak(_ name: String)
  /// The return key was pressed in no field.
  case nothingTyped
  /// The return key does not send what is typed in the field.
  case returnMakesLine(_ name: String)
  /// The driver shows no page yet.
  case nothingOpen
  /// What was to be opened does not begin with a slash.
  case noPath(_ url: String)
  /// There is no earlier page.
  case noWayBack
  /// A link leads to another server.
  case leadsOut(_ name: String, url: String)
  /// The server sent the browser on too often.
  case redirectsForEver(_ trail: [String])
  /// The app did not answer in time.
  case silent(seconds: Double)
  /// The app answered, and its side effects did not end in time.
  case stillWorking(seconds: Double)
  /// The session's state has another type.
  case wrongState(expected: String, actual: String)
  /// In the browser something else is where the control was to be clicked.
  case outOfReach(_ name: String, inFront: String)

  public var description: String {
    switch self {
    case .missing(let name, let sought, let container, let there):
      "There is no \(sought) called “\(name)”\(container.map { " in “\($0)”" } ?? ""). \(Self.list(there, as: "There is"))"
    case .ambiguous(let name, _, let matches):
      "“\(name)” could be any of \(matches.count). Use an id, or say in which element. \(Self.list(matches, as: "They are"))"
    case .disabled(let name): "“\(name)” is disabled."
    case .hidden(let name): "“\(name)” is hidden."
    case .covered(let name, let modal): "“\(name)” is under the modal screen “\(modal)”, which has to be left first."
    case .inert(let name): "“\(name)” takes no input: user interaction is switched off for it or what it is in."
    case .closed(let name, let opener): "“\(name)” is in a menu that is closed: tap “\(opener)” first."
    case .wrongKind(let name, let kind, let needed): "“\(name)” is a \(kind). This needs a \(needed)."
    case .missingOption(let option, let name, let options):
      "“\(name)” has no option “\(option)”. \(Self.list(options.map { "“\($0)”" }, as: "There is"))"
    case .unfitValue(let value, let name, let kind): "“\(name)” is a field for a \(kind), which “\(value)” is not."
    case .missingFile(let path): "There is no file \(path)."
    case .oneFile(let name): "“\(name)” takes one file only."
    case .lineBreak(let name):
      "“\(name)” has one line, so that no line break can be typed. submit() presses the return key."
    case .nothingTyped: "The return key needs a field: type something first, or say in which field it is pressed."
    case .returnMakesLine(let name):
      "The return key makes a new line in “\(name)”. What else it may do has a button beside the field."
    case .nothingOpen: "No page is open yet: open a URL first."
    case .noPath(let url): "“\(url)” is no URL of an app: these begin with a slash."
    case .noWayBack: "There is no page before this one."
    case .leadsOut(let name, let url): "“\(name)” leads out of the app, to \(url)."
    case .redirectsForEver(let trail): "The server sends the browser on and on: \(trail.joined(separator: ", then "))."
    case .silent(let seconds): "There was no page within \(Self.text(seconds)) s."
    case .stillWorking(let seconds):
      """
      Side effects were still running after \(Self.text(seconds)) s. Have dependencies in tests that answer at once, or \
      give the driver more patience.
      """
    case .wrongState(let expected, let actual): "The state is a \(actual), not a \(expected)."
    case .outOfReach(let name, let inFront):
      "“\(name)” cannot be clicked in the browser: \(inFront) is in front of it, or it has no size."
    }
  }

  private static func list(_ items: [String], as beginning: String) -> String {
    guard !items.isEmpty else { return "There is nothing of the kind on the screen." }
    return "\(beginning):" + items.map { "\n  - \($0)" }.joined()
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
