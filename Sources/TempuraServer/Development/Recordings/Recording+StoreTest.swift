extension Recording {
  /// The source of a test that dispatches the updaters that ran, with a `StoreDriver`, and expects the same changes of the state: a
  /// whole file.
  ///
  /// Side effects do not run again, because they may call others: what they dispatched is dispatched with the values of then.
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
  private var lines = TestLines()
  /// Whether an updater was replaced by its changes.
  private var hasReplacements = false
  private var hasScopes = false
  private var modules: [String]

  private static let maxChanges = 40

  init(_ run: Run) {
    self.run = run
    stateType = run.recording.stateType.shortTypeName
    modules = [run.recording.stateType]
  }

  mutating func write() -> String {
    guard !stateType.isEmpty, run.recording.stateType.typeNameInSource != nil else {
      return
        "// There is no test of the updaters: \(stateType.isEmpty ? "the app has no store" : "the type of the state is private").\n"
    }
    for (index, step) in run.steps.enumerated() {
      switch step.event {
      case .updater(let dispatch): add(dispatch, step, at: index)
      case .sideEffect(let dispatch) where !dispatch.type.hasPrefix("Tempura."):
        lines.append("// Side effect \(described(dispatch))\(dispatch.error.map { " failed: \($0.commented)" } ?? "")")
      case .replacement(let replacement):
        replace(step, at: index, "The state was replaced by \(replacement.by.commented).")
      default: break
      }
    }
    let state = run.firstState.map { state in
      """
          let state = try JSONDecoder().decode(\(stateType).self, from: Data(\(state.json.jsonLiteral).utf8))

      """
    }
    let exhaustive = """
          // The state has no JSON, so its changes are not known.
          driver.isExhaustive = false

      """
    return """
      \(run.head(modules: run.modules(of: modules)))
      @Suite struct RecordedUpdatersTests {
        @Test func theRecordedUpdaters() async throws {
      \(state ?? "")    let driver = StoreDriver<\(stateType), NoDependencies>(\(state == nil ? "" : "state: state"))
      \(state == nil ? exhaustive : "")\(lines.source)
          await driver.finish()
        }
      }

      private final class NoDependencies: SideEffectDependencyContainer {
        init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
      }
      \(hasScopes ? scoped : "")\(hasReplacements ? replacement : "")
      """
  }

  private var scoped: String {
    """

    /// An updater of a feature, whose state is a part of the state.
    private struct Scoped<Base: StateUpdater>: StateUpdater {
      let base: Base
      let place: WritableKeyPath<\(stateType), Base.StateType>

      init(_ base: Base, at place: WritableKeyPath<\(stateType), Base.StateType>) {
        self.base = base
        self.place = place
      }

      func updateState(_ state: inout \(stateType)) { base.updateState(&state[keyPath: place]) }
    }

    """
  }

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

  // MARK: - Updaters

  private mutating func add(_ dispatch: Step.Dispatch, _ step: Step, at index: Int) {
    let name = described(dispatch)
    guard step.duration != nil else { return lines.append("// It had not run yet: \(name)") }
    if let error = dispatch.error { return lines.append("// It failed: \(name): \(error.commented)") }
    let isPlaceWritable = dispatch.scope.map { $0.wholeMatch(of: /\\(\.\w+)+/) != nil } ?? true
    guard dispatch.type.typeNameInSource != nil, isPlaceWritable, let source = dispatch.source else {
      let scope = dispatch.scope.map { " in \($0.commented)" } ?? ""
      return replace(step, at: index, "It cannot be written here: \(name)\(scope)")
    }
    modules.append(dispatch.type)
    let (before, after) = (run.state(before: index), run.state(after: index))
    let (item, reads) = referring(source, to: before)
    let omitted = dispatch.properties.filter {
      !$0.name.isEmpty && !source.contains("\($0.name):") && dispatch.properties.count > 1
    }
    if !omitted.isEmpty { lines.append("// Made anew: \(omitted.map(\.name).joined(separator: ", ")).") }
    if dispatch.scope != nil { hasScopes = true }
    let scoped = dispatch.scope.map { "Scoped(\(item), at: \($0))" } ?? item
    let call = "\(reads ? "try " : "")await driver.dispatch(\(scoped))"
    let changes = changes(before, after, isReplaced: false)
    if changes.isEmpty {
      lines.append(call)
    } else if changes.count == 1, call.count + changes[0].count < 100 {
      lines.append("\(call) { \(changes[0]) }")
    } else {
      lines.append((["\(call) {"] + changes.map { "  \($0)" } + ["}"]).joined(separator: "\n"))
    }
  }

  /// Makes the changes that a step made.
  private mutating func replace(_ step: Step, at index: Int, _ reason: String) {
    let (before, after) = (run.state(before: index), run.state(after: index))
    let changes = changes(before, after, isReplaced: true)
    if changes.isEmpty { return lines.append("// \(reason)") }
    // They have ids that the state of the test does not have.
    let leaves = before.map { before in before.changes(to: after ?? before) } ?? []
    if leaves.contains(where: { run.hasMadeKey($0.path) || before?.hasMade(in: $0.change, run) ?? false }) {
      return lines.end("\(reason). It depends on ids that are others in each run.")
    }
    hasReplacements = true
    let source =
      ["// \(reason)", "let change\(step.id): (inout \(stateType)) throws -> Void = {"]
      + changes.map { "  \($0)" } + ["}"]
    lines.append(source.joined(separator: "\n"))
    lines.append("await driver.dispatch(Recorded(change: change\(step.id)), changing: change\(step.id))")
  }

  private func described(_ dispatch: Step.Dispatch) -> String {
    let values = dispatch.properties.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
    return "\(dispatch.type.shortTypeName)(\(values.joined(separator: ", ")))".commented
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
  private func changes(_ before: JSONValue?, _ after: JSONValue?, isReplaced: Bool) -> [String] {
    guard let before, let after else { return [] }
    let changes = before.changes(to: after)
    if changes.count > Self.maxChanges, !isReplaced {
      return ["$0 = driver.state  // \(changes.count) values have changed."]
    }
    var lines: [String] = []
    func set(_ path: [JSONValue.Key], _ json: String) {
      let line = "try $0.setJSON(at: \(JSONValue.path(of: path).jsonLiteral), to: \(json))"
      if lines.last != line { lines.append(line) }
    }
    for (path, change) in changes {
      // It may be a set: its order is another one in each run.
      let list = Array(path.dropLast())
      if case .element? = path.last, let whole = after[list[...]], whole.isPlainList {
        let isMade = !isReplaced && run.isMade(whole, at: list)
        set(list, isMade ? "driver.state.json(at: \(JSONValue.path(of: list).jsonLiteral))" : whole.json.jsonLiteral)
        continue
      }
      if !isReplaced, run.hasMadeKey(path) {
        // Another run has another key: what it is in is not compared.
        let known = Array(path.prefix { !run.hasMadeKey([$0]) })
        set(known, "driver.state.json(at: \(JSONValue.path(of: known).jsonLiteral))")
        continue
      }
      let place = JSONValue.path(of: path).jsonLiteral
      func isMade(_ value: JSONValue) -> Bool { !isReplaced && run.isMade(value, at: path) }
      func json(_ value: JSONValue) -> String {
        isMade(value) ? "driver.state.json(at: \(place))" : value.json.jsonLiteral
      }
      switch change {
      case .set(let value): set(path, json(value))
      case .insert(let value): lines.append("try $0.insertJSON(\(json(value)), at: \(place))")
      case .remove: lines.append("try $0.removeJSON(at: \(place))")
      }
      guard case .set(let value) = change.asSet, isMade(value) else { continue }
      for leaf in value.leaves(at: path) where leaf.path.last != .member("count") {
        if !run.isMade(leaf.value, at: leaf.path), !run.hasMadeKey(leaf.path) {
          set(leaf.path, leaf.value.json.jsonLiteral)
        }
      }
    }
    return lines
  }
}

extension JSONValue.Change {
  /// The same value as that of an element that is there.
  fileprivate var asSet: JSONValue.Change {
    if case .insert(let value) = self { .set(value) } else { self }
  }
}

extension JSONValue {
  /// Whether this is an array of texts, numbers and truth values.
  fileprivate var isPlainList: Bool {
    guard case .array(let elements) = self else { return false }
    return elements.allSatisfy { element in
      switch element {
      case .array, .object: false
      default: true
      }
    }
  }

  /// Whether a change has texts that the run made, and that this state has.
  fileprivate func hasMade(in change: Change, _ run: Run) -> Bool {
    guard case .set(let value) = change.asSet else { return false }
    return value.leaves().contains {
      run.isMade($0.value, at: $0.path) && run.path(of: $0.value.plainText, in: self) != nil
    }
  }
}
