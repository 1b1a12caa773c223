extension Recording {
  /// The source of a test that dispatches what was dispatched, with a `StoreDriver`, and expects the same changes of the state: a
  /// whole file.
  ///
  /// - Parameter step: The last step, of any line; nil for the end of the line that goes on.
  package func storeTest(upTo step: Int? = nil) -> String {
    var source = StoreTestSource(Run(self, upTo: step))
    return source.write()
  }
}

private struct StoreTestSource {
  private let run: Run
  private let stateType: String
  private var lines: [String] = []
  /// The side effects that the test dispatches or receives: it receives what they dispatch.
  private var running: Set<Int> = []
  /// Navigation that side effects do: a store without screens has none.
  private var replaced: Set<String> = []
  /// Whether an updater was replaced by its changes.
  private var hasReplacements = false
  private var modules: [String]

  private static let maxChanges = 40

  init(_ run: Run) {
    self.run = run
    stateType = run.recording.stateType.shortTypeName
    modules = [run.recording.stateType]
  }

  mutating func write() -> String {
    for (index, step) in run.steps.enumerated() {
      switch step.event {
      case .updater(let dispatch): add(dispatch, step, at: index, isUpdater: true)
      case .sideEffect(let dispatch): add(dispatch, step, at: index, isUpdater: false)
      default: break
      }
    }
    let dependencies = run.recording.dependenciesType?.shortTypeName ?? "NoDependencies"
    if let type = run.recording.dependenciesType { modules.append(type) }
    let state = run.firstState.map { state in
      """
          let state = try JSONDecoder().decode(\(stateType).self, from: Data(\(state.json.jsonLiteral).utf8))

      """
    }
    let overrides = replaced.sorted().map { "    driver.override(\($0).self) { _, _ in }  // There are no screens.\n" }
    return """
      \(run.head(modules: run.modules(of: modules)))
      @Suite struct RecordedUpdatersTests {
        @Test func theRecordedUpdaters() async throws {
      \(state ?? "")    let driver = StoreDriver<\(stateType), \(dependencies)>(\(state == nil ? "" : "state: state"))
      \(overrides.joined())\(lines.map { "    \($0)" }.joined(separator: "\n"))
          await driver.finish()
        }
      }
      \(run.recording.dependenciesType == nil ? Self.noDependencies : "")\(hasReplacements ? replacement : "")
      """
  }

  private static let noDependencies = """

    private final class NoDependencies: SideEffectDependencyContainer {
      init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
    }

    """

  private var replacement: String {
    """

    /// Changes the state as an updater did that cannot be written here.
    private struct Recorded: StateUpdater {
      let change: (inout \(stateType)) throws -> Void

      func updateState(_ state: inout \(stateType)) {
        do { try change(&state) } catch { Issue.record(error) }
      }
    }

    """
  }

  // MARK: - Dispatches

  private mutating func add(_ dispatch: Step.Dispatch, _ step: Step, at index: Int, isUpdater: Bool) {
    let name = dispatch.type.shortTypeName
    let isReceived = step.cause.map(running.contains) ?? false
    if dispatch.type.hasPrefix("Tempura.") {
      guard isReceived else { return lines.append("// \(name): the screens are not part of this test.") }
      replaced.insert(String(name.prefix { $0 != "<" }))
      return lines.append("await driver.receive(\(name).self)")
    }
    let (before, after) = (run.state(before: index), run.state(after: index))
    let isWritable = dispatch.type.typeNameInSource != nil && dispatch.scope == nil
    if isReceived {
      if !isUpdater { running.insert(step.id) }
      guard isWritable else {
        return lines.append("// \(name.commented) was dispatched here. Its type cannot be named in this file.")
      }
      note(dispatch)
      return add(
        "await driver.receive(\(name).self)", isUpdater ? changes(before, after, index, isReplaced: false) : [])
    }
    guard isWritable, let source = dispatch.source, dispatch.error == nil || !isUpdater else {
      lines.append("// Not repeated, because it cannot be written here: \(described(dispatch))")
      guard isUpdater else { return }
      let changes = changes(before, after, index, isReplaced: true)
      if changes.isEmpty { return }
      hasReplacements = true
      lines.append("let change\(step.id): (inout \(stateType)) throws -> Void = {")
      lines += changes.map { "  \($0)" } + ["}"]
      return lines.append("await driver.dispatch(Recorded(change: change\(step.id)), changing: change\(step.id))")
    }
    note(dispatch)
    let (item, reads) = referring(source, to: before)
    if isUpdater {
      let omitted = dispatch.properties.filter {
        !$0.name.isEmpty && !source.contains("\($0.name):") && dispatch.properties.count > 1
      }
      if !omitted.isEmpty { lines.append("// Made anew: \(omitted.map(\.name).joined(separator: ", ")).") }
      return add(
        "\(reads ? "try " : "")await driver.dispatch(\(item))", changes(before, after, index, isReplaced: false))
    }
    running.insert(step.id)
    if let error = dispatch.error { lines.append("// It failed: \(error.commented)") }
    let call = "\(reads ? "try " : "")await driver.dispatch(\(item))"
    lines.append(dispatch.error == nil ? call : "let failed\(step.id) = \(call)")
    if dispatch.error != nil { lines.append("_ = failed\(step.id)") }
  }

  private mutating func note(_ dispatch: Step.Dispatch) { modules.append(dispatch.type) }

  private func described(_ dispatch: Step.Dispatch) -> String {
    let values = dispatch.properties.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
    return "\(dispatch.type.shortTypeName)(\(values.joined(separator: ", ")))".commented
  }

  private mutating func add(_ call: String, _ changes: [String]) {
    guard !changes.isEmpty else { return lines.append(call) }
    if changes.count == 1, call.count + changes[0].count < 100 { return lines.append("\(call) { \(changes[0]) }") }
    lines += ["\(call) {"] + changes.map { "  \($0)" } + ["}"]
  }

  /// Reads texts that the run made from the state.
  ///
  /// - Returns: Also whether there are any, so that the call may throw.
  private func referring(_ source: String, to state: JSONValue?) -> (source: String, reads: Bool) {
    var (result, reads) = (source, false)
    for (path, value) in state?.leaves() ?? [] {
      guard case .text(let text) = value, run.isMade(text), result.contains(text.swiftLiteral) else { continue }
      result = result.replacing(
        text.swiftLiteral, with: "driver.state.value(at: \(JSONValue.path(of: path).jsonLiteral))")
      reads = true
    }
    return (result, reads)
  }

  // MARK: - Changes

  /// - Parameter isReplaced: Whether the lines make the changes themselves, with the values that were recorded.
  private func changes(_ before: JSONValue?, _ after: JSONValue?, _ index: Int, isReplaced: Bool) -> [String] {
    guard let before, let after else { return [] }
    let changes = before.changes(to: after)
    if changes.count > Self.maxChanges, !isReplaced {
      return ["$0 = driver.state  // \(changes.count) values have changed."]
    }
    return changes.flatMap { path, change -> [String] in
      let place = JSONValue.path(of: path).jsonLiteral
      func json(_ value: JSONValue) -> (source: String, isMade: Bool) {
        let isMade = !isReplaced && run.isMade(value, at: path)
        return (isMade ? "driver.state.json(at: \(place))" : value.json.jsonLiteral, isMade)
      }
      func known(_ value: JSONValue) -> [String] {
        value.leaves(at: path).filter { $0.path.last != .member("count") && !run.isMade($0.value, at: $0.path) }
          .map { "try $0.setJSON(at: \(JSONValue.path(of: $0.path).jsonLiteral), to: \($0.value.json.jsonLiteral))" }
      }
      switch change {
      case .set(let value):
        let (source, isMade) = json(value)
        return ["try $0.setJSON(at: \(place), to: \(source))"] + (isMade ? known(value) : [])
      case .insert(let value):
        let (source, isMade) = json(value)
        return ["try $0.insertJSON(\(source), at: \(place))"] + (isMade ? known(value) : [])
      case .remove: return ["try $0.removeJSON(at: \(place))"]
      }
    }
  }
}
