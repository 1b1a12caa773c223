public import Hydra
public import Katana

/// Drives a store in a test of its logic: dispatches, and demands that every change of the state is expected.
///
/// ```swift
/// let driver = StoreDriver<AppState, AppDependencies>(dependencies: { dispatch, getState in
///   AppDependencies(dispatch: dispatch, getState: getState, weather: StubWeather())
/// })
/// await driver.dispatch(SetCity("Genova")) { $0.city = "Genova" }
/// await driver.dispatch(FetchWeather())
/// await driver.receive(SetLoading.self) { $0.isLoading = true }
/// await driver.receive(SetWeather.self) { $0.weather = .sunny; $0.isLoading = false }
/// await driver.finish()
/// ```
///
/// Everything that is dispatched by others than the test has to be received, in the order in which it was dispatched.
/// What is not as expected fails the test that is running, of XCTest or of Swift Testing, at the line of the call; the
/// test goes on. A driver that goes away does what ``finish(fileID:file:line:column:)`` does.
public final class StoreDriver<S: State, D: SideEffectDependencyContainer>: @unchecked Sendable {
  // Safe because what changes is set and read by the one test that the driver is for, call by call.

  /// The store, with the dependencies that it was given.
  public let store: Store<S, D>

  /// The state after the last step of the test; while an expectation runs, already that after its item.
  public private(set) var state: S

  /// Whether every dispatch and every change has to be expected. Otherwise only what the test says is checked:
  /// expectations set what they are about, and `receive` passes over what is dispatched before.
  public var isExhaustive = true

  /// How long ``finish(fileID:file:line:column:)`` waits for side effects that are running, in seconds.
  public var patience = 2.0

  let control: SideEffectControl<S, D>
  /// Where failures go.
  var report: (StoreDriverFailure, CallSite) -> Void = { TestFailure.record($0.description, at: $1) }
  private let log: DispatchLog<S>
  private let site: CallSite
  private var isFinished = false
  /// The errors of what the test dispatched, where it does not look at the promise.
  private var failures: [() -> StoreDriverFailure?] = []

  /// A driver of a new store, which is ready at once and calls its listeners as the state changes.
  ///
  /// - Parameters:
  ///   - state: the state to begin with.
  ///   - interceptors: those of the app that the test is about.
  ///   - dependencies: makes what side effects work with; by default by the required initialiser.
  public init(
    state: @autoclosure @escaping () -> S = S(), interceptors: [StoreInterceptor] = [],
    dependencies: @escaping Store<S, D>.DependenciesInitializer = { D(dispatch: $0, getState: $1) },
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let log = DispatchLog<S>()
    let control = SideEffectControl<S, D>(log)
    store = Store(
      interceptors: [log.interceptor] + interceptors + [control.interceptor], stateInitializer: state,
      dependenciesInitializer: { dispatch, getState in
        log.dispatch = dispatch
        return dependencies({ log.add($0).promise }, getState)
      },
      configuration: .init(
        stateInitializerAsyncProvider: InlineExecutor(), listenersAsyncProvider: InlineExecutor()))
    self.log = log
    self.control = control
    self.state = store.state
    site = CallSite(fileID: fileID, file: file, line: line, column: column)
  }

  deinit {
    guard !isFinished else { return }
    log.waitForEnd(atMost: patience)
    reportRest(at: site)
  }

  // MARK: Dispatching

  /// Dispatches an updater and waits for it.
  ///
  /// - Parameter changing: makes the state as it is expected to be of the one before. Without it the updater must not
  ///   change anything.
  nonisolated(nonsending) public func dispatch<T: AnyStateUpdater>(
    _ updater: T, changing: ((inout S) throws -> Void)? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    rejectUnreceived(before: ValueText.of(updater), at: site)
    let (entry, promise) = log.add(updater, isReceived: true)
    do { _ = try await promise.value() } catch { return reject(entry, error, at: site) }
    check(entry, changing, at: site)
  }

  /// Dispatches a side effect and does not wait for it: receive what it dispatches.
  ///
  /// - Returns: a promise that resolves when it ends. A failure of it fails the test unless something is attached, such
  ///   as `try await driver.dispatch(…).value()`.
  @discardableResult
  nonisolated(nonsending) public func dispatch<T: AnySideEffect>(
    _ effect: T,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Promise<Void> {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    return start(effect, at: site) { _ in }
  }

  /// Dispatches a side effect and does not wait for it: receive what it dispatches.
  ///
  /// - Returns: a promise of its value. A failure of it fails the test unless something is attached, such as
  ///   `try await driver.dispatch(…).value()`.
  @discardableResult
  nonisolated(nonsending) public func dispatch<T: ReturningSideEffect>(
    _ effect: T,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Promise<T.ReturnValue> {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    return start(effect, at: site) { value in
      guard let value = value as? T.ReturnValue else {
        throw StoreError.unexpectedValue(
          sideEffect: effect.debugDescription, expected: String(reflecting: T.ReturnValue.self),
          actual: String(reflecting: type(of: value)))
      }
      return value
    }
  }

  private func start<Value>(
    _ effect: any AnySideEffect, at site: CallSite, _ conclude: @escaping (Any) throws -> Value
  ) -> Promise<Value> {
    rejectUnreceived(before: ValueText.of(effect), at: site)
    let (entry, source) = log.add(effect, isReceived: true)
    let promise = source.relay(conclude)
    failures.append {
      guard let error = promise.error, !promise.isObserved else { return nil }
      return .failed(item: entry.text, error: "\(error)")
    }
    return promise
  }

  // MARK: Receiving

  /// Waits for an item that was, or will be, dispatched by a side effect or whoever else is not the test.
  ///
  /// - Parameters:
  ///   - type: what it is. It has to come next.
  ///   - seconds: how long it may take until it is dispatched.
  ///   - changing: makes the state as it is expected to be of the one before the item. Without it the item must not
  ///     change anything; a side effect never does by itself.
  /// - Returns: the item; nil, and the test has failed, if something else or nothing was dispatched.
  @discardableResult
  nonisolated(nonsending) public func receive<T: Dispatchable>(
    _ type: T.Type, within seconds: Double = 2, changing: ((inout S) throws -> Void)? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> T? {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    return await receive("\(type)", within: seconds, changing: changing, at: site) { $0 is T } as? T
  }

  /// As receiving a type, and demands that the item has the values of the given one.
  nonisolated(nonsending) public func receive<T: Dispatchable>(
    _ item: T, within seconds: Double = 2, changing: ((inout S) throws -> Void)? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let text = ValueText.of(item)
    guard let received = await receive(text, within: seconds, changing: changing, at: site, where: { $0 is T }) else {
      return
    }
    let lines = ValueDifference(expected: item, actual: received).lines
    if !lines.isEmpty { report(.dispatchedOtherwise(item: "\(T.self)", lines: lines), site) }
  }

  nonisolated(nonsending) private func receive(
    _ expected: String, within seconds: Double, changing: ((inout S) throws -> Void)?, at site: CallSite,
    where isWanted: @escaping (any Dispatchable) -> Bool
  ) async -> (any Dispatchable)? {
    let isExhaustive = isExhaustive
    guard let entry = await log.take(within: seconds, where: { isExhaustive || isWanted($0) }) else {
      report(.notDispatched(expected: expected, seconds: seconds, underWay: unfinished), site)
      return nil
    }
    guard isWanted(entry.item) else {
      report(.dispatchedOther(expected: expected, actual: entry.text), site)
      state = entry.states?.after ?? state
      return nil
    }
    state = entry.stateBefore ?? state
    check(entry, changing, at: site)
    return entry.item
  }

  // MARK: The end

  /// Waits until nothing is running, and fails the test if something still is, or was dispatched and not received.
  ///
  /// What a driver that is not exhaustive has not received is no failure.
  nonisolated(nonsending) public func finish(
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await log.end(atMost: patience)
    reportRest(at: CallSite(fileID: fileID, file: file, line: line, column: column))
  }

  private func reportRest(at site: CallSite) {
    isFinished = true
    let unfinished = unfinished
    let items = log.takeAll().map(\.text)
    if !unfinished.isEmpty { report(.unfinished(items: unfinished), site) }
    if isExhaustive, !items.isEmpty { report(.notReceived(items: items, until: nil), site) }
    for failure in failures.compactMap({ $0() }) { report(failure, site) }
    control.releaseAll()
  }

  private var unfinished: [String] {
    log.unfinished.map { control.isHeld($0.item) ? "\($0.text), which is held" : $0.text }
  }

  // MARK: Checking

  private func rejectUnreceived(before item: String, at site: CallSite) {
    guard isExhaustive else { return }
    let entries = log.takeAll()
    if !entries.isEmpty { report(.notReceived(items: entries.map(\.text), until: item), site) }
  }

  private func reject(_ entry: DispatchLog<S>.Entry, _ error: any Error, at site: CallSite) {
    // An interceptor that throws after `next` rejects an updater that has changed the state.
    state = entry.states?.after ?? state
    report(.rejected(item: entry.text, error: "\(error)"), site)
  }

  private func check(_ entry: DispatchLog<S>.Entry, _ changing: ((inout S) throws -> Void)?, at site: CallSite) {
    if entry.isUpdater, let error = entry.error { return reject(entry, error, at: site) }
    // A side effect leaves the state as it is.
    let states = entry.states ?? (before: state, after: state)
    state = states.after
    guard isExhaustive || changing != nil else { return }
    var expected = isExhaustive ? states.before : states.after
    do { try changing?(&expected) } catch {
      report(.expectationFailed(item: entry.text, error: "\(error)"), site)
      return
    }
    let lines = ValueDifference(expected: expected, actual: states.after).lines
    guard !lines.isEmpty else { return }
    let item = entry.text
    report(changing == nil ? .unexpectedChange(item: item, lines: lines) : .difference(item: item, lines: lines), site)
  }
}
