/// Why a driver could not do what a test asked for. The page stays as it was.
public enum AppDriverError: Error, Equatable, CustomStringConvertible {
  /// Nothing on the page goes by the name. `there` lists what does.
  case missing(_ name: String, _ sought: String, in: String?, _ there: [String])
  case ambiguous(_ name: String, _ sought: String, _ matches: [String])
  case disabled(_ name: String)
  case hidden(_ name: String)
  case covered(_ name: String, by: String)
  case inert(_ name: String)
  case closed(_ name: String, opener: String)
  case wrongKind(_ name: String, isA: String, needed: String)
  case missingOption(_ option: String, in: String, options: [String])
  case unfitValue(_ value: String, for: String, kind: String)
  case missingFile(path: String)
  case oneFile(_ name: String)
  case lineBreak(_ name: String)
  case nothingTyped
  case returnMakesLine(_ name: String)
  case nothingOpen
  case noPath(_ url: String)
  case noWayBack
  case leadsOut(_ name: String, url: String)
  case redirectsForEver(_ trail: [String])
  case silent(seconds: Double)
  case stillWorking(seconds: Double)
  case wrongState(expected: String, actual: String)
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
