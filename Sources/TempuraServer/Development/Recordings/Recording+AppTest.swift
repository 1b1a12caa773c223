internal import Foundation

extension Recording {
  /// The source of a test that does what the user did, with an `AppDriver`: a whole file.
  ///
  /// It begins with the first state, so that its ids are those of the recording. Ids that the run made are read from the state.
  ///
  /// - Parameter step: The last step, of any line; nil for the end of the line that goes on.
  package func appTest(upTo step: Int? = nil) -> String {
    var source = AppTestSource(Run(self, upTo: step))
    return source.write()
  }
}

private struct AppTestSource {
  private let run: Run
  private var lines = TestLines()
  /// The tabs, by the names of their drivers.
  private var drivers: [(tab: String?, name: String, url: String)] = []

  /// The tab of the last request.
  private var lastTab: String?

  private static let maxExpectations = 24

  init(_ run: Run) { self.run = run }

  mutating func write() -> String {
    // Of a type that other files cannot name, the name has parentheses.
    guard !run.recording.delegate.contains("(") else {
      return "// There is no test of the app: the type of its delegate is private.\n"
    }
    for (index, step) in run.steps.enumerated() {
      switch step.event {
      case .request(let request):
        if run.isCut(step) { lines.end("The run went on from the middle of this request.") }
        add(request, at: index)
      case .replacement(let replacement) where run.state(before: index) != run.state(after: index):
        lines.end("The state was replaced by \(replacement.by.commented).")
      default: break
      }
    }
    expectEnd()
    let state = run.firstState.map { state in
      "    let state = \(state.json.jsonLiteral)\n"
    }
    let version = run.recording.stateVersion == 1 ? "" : ", stateVersion: \(run.recording.stateVersion)"
    let parts = [
      "\(run.recording.delegate.drop { $0 != "." }.dropFirst()).self",
      run.language == "en" ? nil : "language: \(run.language.swiftLiteral)",
      state == nil ? nil : "storedState: Data(state.utf8)\(version)",
    ]
    return """
      \(run.head)
      @Suite struct RecordedRunTests {
        @Test func theRecordedRun() throws {
      \(state ?? "")    let app = try AppDriver(\(parts.compactMap(\.self).joined(separator: ", ")))
      \(lines.source)
        }
      }

      """
  }

  // MARK: - Requests

  private mutating func add(_ request: Step.Request, at index: Int) {
    let tab = run.steps[index].tab ?? (followsRedirect(index) ? lastTab : tab(ofPage: request, at: index))
    lastTab = tab
    // The tab of the first page may be known only now.
    if let unknown = drivers.firstIndex(where: { $0.tab == nil }) { drivers[unknown].tab = tab }
    let isNew = !drivers.contains { $0.tab == tab }
    if isNew {
      let name = drivers.isEmpty ? "app" : "app\(drivers.count + 1)"
      if let first = drivers.first { lines.append("\nlet \(name) = try \(first.name).openTab()") }
      drivers.append((tab, name, ""))
    }
    guard let driver = drivers.firstIndex(where: { $0.tab == tab }) else { return }
    let state = run.state(before: index)
    if request.method == "GET" {
      // A driver asks for its page again by itself.
      let isShown = !isNew && Self.path(request.url) == Self.path(drivers[driver].url)
      if !isShown { open(request.url, in: drivers[driver].name, state) }
    } else {
      if isNew { open(request.url, in: drivers[driver].name, state) }
      if let status = request.status, status >= 400 {
        return lines.append(
          "// Refused with status \(status): \(request.acts.map { "\($0.kind.rawValue) \($0.id)" }.joined(separator: ", ").commented)"
        )
      }
      for act in request.acts where !isRepeated(act, of: request, at: index) {
        add(act, in: drivers[driver].name, state)
      }
    }
    drivers[driver].url = request.urlAfter ?? request.url
  }

  private static func path(_ url: String) -> Substring { url.prefix { $0 != "?" } }

  /// The tab of a page that was loaded: such a request does not name it. The first live one from that page does.
  private func tab(ofPage request: Step.Request, at index: Int) -> String? {
    var url = request.urlAfter ?? request.url
    for step in run.steps[(index + 1)...] {
      guard case .request(let next) = step.event else { continue }
      guard Self.path(next.url) == Self.path(url) else {
        // The tab still shows what it did: the page is one of another tab, in which nothing was done.
        if let last = drivers.last, step.tab == last.tab, step.tab != nil, Self.path(next.url) == Self.path(last.url) {
          return "page \(run.steps[index].id)"
        }
        continue
      }
      if let tab = step.tab { return tab }
      // Redirected, or loaded again.
      url = next.urlAfter ?? next.url
    }
    return drivers.last?.tab
  }

  /// Whether a page is what a redirect of the request before leads to. Neither has a tab.
  private func followsRedirect(_ index: Int) -> Bool {
    for step in run.steps[..<index].reversed() {
      guard case .request(let request) = step.event, step.tab == nil else { continue }
      return (300..<400).contains(request.status ?? 0)
    }
    return false
  }

  private mutating func open(_ url: String, in driver: String, _ state: JSONValue?) {
    if lines.last?.isEmpty == false, lines.last?.hasSuffix("openTab()") == false { lines.append("") }
    lines.append("try \(driver).open(\(literal(url, separators: "/?&=", driver, state).source))")
  }

  /// Whether the next request types into the same field, and this one did nothing else: a text arrives letter by letter.
  private func isRepeated(_ act: Step.Act, of request: Step.Request, at index: Int) -> Bool {
    guard act.kind == .type, request.acts.count == 1 else { return false }
    for step in run.steps[(index + 1)...] {
      switch step.event {
      case .request(let next):
        return step.tab == run.steps[index].tab && next.acts.first.map { $0.kind == .type && $0.id == act.id } ?? false
      case .updater, .sideEffect: return false
      default: break
      }
    }
    return false
  }

  private mutating func add(_ act: Step.Act, in driver: String, _ state: JSONValue?) {
    var (id, isKnown) = literal(act.id, separators: ".", driver, state)
    if !isKnown, let label = act.label { (id, isKnown) = (label.swiftLiteral, true) }
    let name = act.label.map { " // “\($0.commented)”" } ?? ""
    let line: String? =
      switch act.kind {
      case .tap: "try \(driver).tap(\(id))"
      case .pressReturn: "try \(driver).submit(in: \(id))"
      case .type: act.value.map { "try \(driver).type(\($0.swiftLiteral), into: \(id))" }
      case .set: act.value.map { "try \(driver).set(\(id), to: \($0.swiftLiteral))" }
      case .chooseFiles: nil
      }
    if act.kind == .tap, act.id.contains(".menu/") {
      lines.end("Which menus were opened is not recorded: tap what opens them.")
    }
    if let line {
      if !isKnown { lines.end("The id \(act.id.commented) is another one in each run.") }
      lines.append(line + name)
    } else if act.kind == .chooseFiles {
      lines.end("Files are not recorded, here \((act.value ?? "").commented): give the test its own.")
      lines.append("try \(driver).choose([…], in: \(id))")
    } else {
      lines.end("Texts of secure fields are not recorded.")
      lines.append("try \(driver).type(\"…\", into: \(id))")
    }
  }

  /// A text as a literal, in which parts that the run made are read from the state.
  ///
  /// - Returns: Also whether such parts were found in the state.
  private func literal(
    _ text: String, separators: String, _ driver: String, _ state: JSONValue?
  ) -> (source: String, isKnown: Bool) {
    var (source, part, isKnown) = ("", "", true)
    func add(_ part: String) {
      if let path = run.path(of: part, in: state) {
        source += "\\(\(driver).value(at: \(path.swiftLiteral)))"
      } else {
        // A random name of the page itself would not be in any state: only what a state has had is not found any more.
        if run.isMade(part) { isKnown = false }
        source += part.swiftLiteral.dropFirst().dropLast()
      }
    }
    for character in text {
      if separators.contains(character) {
        add(part)
        source += String(character)
        part = ""
      } else {
        part.append(character)
      }
    }
    add(part)
    return ("\"\(source)\"", isKnown)
  }

  // MARK: - Expectations

  private mutating func expectEnd() {
    guard let last = run.steps.indices.last, !drivers.isEmpty else { return }
    let state = run.state(after: last)
    lines.append("\n// How it ended.")
    for driver in drivers where driver.url.hasPrefix("/") {
      let (url, isKnown) = literal(driver.url, separators: "/?&=", driver.name, state)
      if isKnown { lines.append("#expect(\(url.contains("\\(") ? "try " : "")\(driver.name).url == \(url))") }
    }
    if let state, let first = run.firstState { expect(first.changes(to: state), state) }
    expectDispatches()
  }

  private mutating func expect(_ changes: [(path: [JSONValue.Key], change: JSONValue.Change)], _ state: JSONValue) {
    var leaves: [(path: [JSONValue.Key], value: JSONValue)] = []
    for (path, change) in changes {
      switch change {
      case .set(let value): leaves += value.leaves(at: path)
      case .insert(let value): leaves += Self.count(path, state) + value.leaves(at: path)
      case .remove: leaves += Self.count(path, state)
      }
    }
    var seen: Set<String> = []
    let expected = leaves.filter {
      // An element may be of a set, whose order is another one in each run.
      if case .element? = $0.path.last { return false }
      return !run.hasMadeKey($0.path) && !run.isMade($0.value, at: $0.path)
        && seen.insert(JSONValue.path(of: $0.path)).inserted
    }
    for (path, value) in expected.prefix(Self.maxExpectations) {
      let path = JSONValue.path(of: path)
      lines.append("#expect(try app.value(at: \(path.jsonLiteral)) == \(value.plainText.swiftLiteral))")
    }
    if expected.count > Self.maxExpectations {
      lines.append("// \(expected.count - Self.maxExpectations) more values of the state have changed.")
    }
  }

  /// The size of the array that an element was put into or taken from, or that a member is gone.
  private static func count(
    _ path: [JSONValue.Key], _ state: JSONValue
  ) -> [(path: [JSONValue.Key], value: JSONValue)] {
    guard case .element? = path.last else { return [(path, .null)] }
    let path = path.dropLast() + [.member("count")]
    return state[path[...]].map { [(Array(path), $0)] } ?? []
  }

  private mutating func expectDispatches() {
    var (names, isKnown, isOrdered) = ([String](), true, true)
    for step in run.steps {
      switch step.event {
      case .updater(let dispatch), .sideEffect(let dispatch):
        names.append(dispatch.type.describedTypeName.swiftLiteral)
        if step.cause == nil { isKnown = false }
        // Side effects run beside each other.
        if case .sideEffect = step.event, !dispatch.type.hasPrefix("Tempura.") { isOrdered = false }
      default: break
      }
    }
    if !isKnown || names.count > 100 || run.recording.droppedCount > 0 {
      return lines.append(
        "// Not compared: what was dispatched, because it is much, or depends on time or other servers.")
    }
    var rows: [String] = []
    for name in isOrdered ? names : names.sorted() {
      if let last = rows.last, last.count + name.count < 100 {
        rows[rows.count - 1] += ", \(name)"
      } else {
        rows.append(name)
      }
    }
    let list = rows.count < 2 ? rows.joined() : "\n  \(rows.joined(separator: ",\n  "))\n"
    lines.append("#expect(app.dispatchedNames\(isOrdered ? "" : ".sorted()") == [\(list)])")
  }
}
