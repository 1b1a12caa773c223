/// Why a call of an app driver failed. The page is unchanged.
public enum AppDriverError: Error, Equatable, CustomStringConvertible {
  /// No element of the page has the name. `there` lists the elements that are there, and `nearest` is the one with the
  /// most similar name; nil if none is similar.
  case missing(_ name: String, _ kind: String, in: String?, _ there: [String], nearest: String?)
  /// Several elements have the name. `matches` lists them.
  case ambiguous(_ name: String, _ kind: String, _ matches: [String])
  /// The control is disabled.
  case disabled(_ name: String)
  /// The control is hidden.
  case hidden(_ name: String)
  /// The control has a frame without width or height.
  case empty(_ name: String)
  /// The control is outside of the window, or of a view that clips it.
  case outside(_ name: String)
  /// The control is under a modal screen.
  case covered(_ name: String, by: String)
  /// User interaction is switched off for the control.
  case inert(_ name: String)
  /// The control is in a menu that is closed.
  case closed(_ name: String, opener: String)
  /// The element is not of the kind that the call needs.
  case wrongKind(_ name: String, isA: String, needed: String)
  /// A picker has no such option.
  case missingOption(_ option: String, in: String, options: [String])
  /// A date or time does not have the form of its field.
  case unfitValue(_ value: String, for: String, kind: String)
  /// A file to choose does not exist, or cannot be read.
  case missingFile(path: String)
  /// Several files were chosen for a field that takes one.
  case oneFile(_ name: String)
  /// A text with line breaks was typed into a field of one line.
  case lineBreak(_ name: String)
  /// The return key was pressed without a field.
  case nothingTyped
  /// The return key inserts a line break in the field.
  case returnMakesLine(_ name: String)
  /// The driver shows no page yet.
  case nothingOpen
  /// The URL to open does not begin with a slash.
  case noPath(_ url: String)
  /// There is no previous page.
  case noWayBack
  /// A link leads to another server.
  case leadsOut(_ name: String, url: String)
  /// The server redirected too often.
  case redirectsForEver(_ trail: [String])
  /// The app did not answer in time.
  case silent(seconds: Double)
  /// The app answered, but its side effects did not end in time.
  case stillWorking(seconds: Double)
  /// The session's state has another type.
  case wrongState(expected: String, actual: String)
  /// A patch does not fit to the page. `changes` is the patch.
  case unfitPatch(url: String, _ problem: String, changes: String)
  /// The page that patches made differs from the page that the server sends for the same URL. `changes` is the last
  /// patch, and `place` the first element that differs.
  case patchedDiffers(url: String, place: String, patched: String, loaded: String, changes: String)
  /// A view changed what it renders, and was not marked as changed. `place` is its element.
  case unmarkedChange(url: String, place: String, shown: String, rendered: String)
  /// In the browser, another element is in front of the control.
  case outOfReach(_ name: String, inFront: String)

  public var description: String {
    switch self {
    case .missing(let name, let kind, let container, let there, let nearest):
      """
      There is no \(kind) called “\(name)”\(container.map { " in “\($0)”" } ?? "").\(Self.sentence(ofNearest: nearest)) \
      \(Self.list(there, as: "There is"))
      """
    case .ambiguous(let name, _, let matches):
      """
      \(matches.count) elements match “\(name)”. Use an id, or limit the search with `in:`. \
      \(Self.list(matches, as: "They are"))
      """
    case .disabled(let name): "“\(name)” is disabled."
    case .hidden(let name): "“\(name)” is hidden."
    case .empty(let name):
      "“\(name)” has no size, so that no user sees it: give it a frame, or constraints that give it a width and a height."
    case .outside(let name):
      "“\(name)” is outside of the window, or of a view that clips it: no user sees it. Place it inside, or in a scroll view."
    case .covered(let name, let modal): "“\(name)” is under the modal screen “\(modal)”, which must be closed first."
    case .inert(let name):
      "“\(name)” takes no input: user interaction is disabled for it or for a view that contains it."
    case .closed(let name, let opener): "“\(name)” is in a menu that is closed: tap “\(opener)” first."
    case .wrongKind(let name, let kind, let needed): "“\(name)” is a \(kind). This needs a \(needed)."
    case .missingOption(let option, let name, let options):
      """
      “\(name)” has no option “\(option)”.\(Self.sentence(ofNearest: Self.nearest(to: option, of: options))) \
      \(Self.list(options.map { "“\($0)”" }, as: "There is"))
      """
    case .unfitValue(let value, let name, let kind): "“\(name)” needs a \(kind), which “\(value)” is not."
    case .missingFile(let path): "There is no file \(path)."
    case .oneFile(let name): "“\(name)” takes only one file."
    case .lineBreak(let name):
      "“\(name)” has one line, so a line break cannot be typed. submit() presses the return key."
    case .nothingTyped: "The return key needs a field: type into a field first, or name it with `in:`."
    case .returnMakesLine(let name):
      "The return key inserts a line break in “\(name)”. If there is a button beside the field, tap that instead."
    case .nothingOpen: "No page is open yet: open a URL first."
    case .noPath(let url): "“\(url)” is not a URL of the app: it must begin with a slash."
    case .noWayBack: "There is no previous page."
    case .leadsOut(let name, let url): "“\(name)” leads to another server: \(url)"
    case .redirectsForEver(let trail): "The server redirects too often: \(trail.joined(separator: ", then "))."
    case .silent(let seconds): "No page was loaded within \(Self.text(seconds)) s."
    case .stillWorking(let seconds):
      """
      Side effects were still running after \(Self.text(seconds)) s. Use dependencies that answer at once, or give the \
      driver more patience.
      """
    case .wrongState(let expected, let actual): "The state is a \(actual), not a \(expected)."
    case .unfitPatch(let url, let problem, let changes):
      """
      The live page \(url) cannot be patched: \(problem) This is a bug of the framework, please report it. The patch:
      \(changes)
      """
    case .patchedDiffers(let url, let place, let patched, let loaded, let changes):
      """
      The live page \(url) differs from the page that a browser loads: \(place). This is a bug of the framework, please \
      report it.
      Patched:
      \(patched)
      Loaded:
      \(loaded)
      The last patch:
      \(changes)
      """
    case .unmarkedChange(let url, let place, let shown, let rendered):
      """
      The page \(url) is out of date: \(place). A view changed what its renderHTML(into:) writes: it must call \
      setNeedsRender() for each such change. If the view is one of the framework, please report it.
      Shown:
      \(shown)
      Rendered anew:
      \(rendered)
      """
    case .outOfReach(let name, let inFront):
      "“\(name)” cannot be clicked in the browser: \(inFront) covers it, or it has no size."
    }
  }

  /// What a page shows, for a test that expects something else.
  ///
  /// - Parameters:
  ///   - name: The name of which no element is visible; nil if all that was asked for is.
  ///   - there: The visible elements.
  static func page(_ url: String, without name: String?, nearest: String?, _ there: [String]) -> String {
    let missing = name.map { "“\($0)” is not shown at \(url).\(sentence(ofNearest: nearest)) There is" }
    return list(there, as: missing ?? "At \(url) there is")
  }

  private static func nearest(to option: String, of options: [String]) -> String? {
    Similarity.nearest(to: option, of: options) { [$0] }.map { "“\($0)”" }
  }

  private static func sentence(ofNearest nearest: String?) -> String {
    nearest.map { " The nearest is \($0)." } ?? ""
  }

  private static func list(_ items: [String], as beginning: String) -> String {
    guard !items.isEmpty else { return "The screen has none." }
    return "\(beginning):" + items.map { "\n  - \($0)" }.joined()
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
