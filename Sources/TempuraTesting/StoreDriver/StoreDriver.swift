public import Hydra
public import Katana
internal import Recordings

/// Tests the logic of a store: dispatches items, and fails the test if a change of the state is not expected.
///
/// ```swift
/// let driver = StoreDriver<CounterState, Dependencies>()
/// await driver.dispatch(Increment()) { $0.counter = 1 }
/// await driver.dispatch(IncrementTwice())
/// await driver.receive(Increment.self) { $0.counter = 2 }
/// await driver.receive(Increment.self) { $0.counter = 3 }
/// await driver.finish()
/// ```
///
/// The test must receive each item that it did not dispatch itself, in the order of the dispatches. A failure is
/// reported to XCTest or Swift Testing at the line of the call, and the test goes on. If the test does not call
/// ``finish(fileID:file:line:column:)``, the driver does so when it is released.
public final class StoreDriver<S: State, D: SideEffectDependencyContainer>: @unchecked Sendable {
  // Safe because only one test uses the driver, one call after the other.

  /// The store.
  public let store: Store<S, D>

  /// The state after the last item that the test dispatched or received. While a closure of the test runs, the state
  /// after the closure's item.
  public private(set) var state: S

  /// Whether the test must expect each dispatch and each change. If false, a closure sets only the properties that it
  /// checks, and `receive` skips other items.
  public var isExhaustive = true

  /// How long ``finish(fileID:file:line:column:)`` waits for running side effects, in seconds.
  public var patience = 2.0

  let control: SideEffectControl<S, D>
  var report: (StoreDriverFailure, CallSite) -> Void = { TestFailure.record($0.description, at: $1) }
  private let log: DispatchLog<S>
  private let site: CallSite
  private var isFinished = false
  /// Return the errors of the test's side effects whose promises the test does not read.
  private var failures: [() -> StoreDriverFailure?] = []

  /// Creates a store and its driver. The store is ready at once, and calls its listeners synchronously.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - interceptors: The interceptors of the app.
  ///   - dependencies: Creates the dependencies. By default with the required initialiser.
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
        log.storeDispatch = dispatch
        return dependencies({ log.dispatch($0).promise }, getState)
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
    log.waitUntilIdle(atMost: patience)
    reportRest(at: site)
  }

  // MARK: - Dispatching

  /// Dispatches an updater and waits for it.
  ///
  /// - Parameter changing: Turns the state before the updater into the expected one. If nil, the state must not change.
  nonisolated(nonsending) public func dispatch<T: AnyStateUpdater>(
    _ updater: T, changing: ((inout S) throws -> Void)? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    rejectUnreceived(before: ValueText.of(updater), at: site)
    let (entry, promise) = log.dispatch(updater, isReceived: true)
    do { _ = try await promise.value() } catch { return reject(entry, error, at: site) }
    check(entry, changing, at: site)
  }

  /// Dispatches a side effect and does not wait for it. Receive the items that it dispatches.
  ///
  /// - Returns: A promise that resolves when the side effect ends. An error fails the test unless the test reads the
  ///   promise, as in `try await driver.dispatch(…).value()`.
  @discardableResult
  nonisolated(nonsending) public func dispatch<T: AnySideEffect>(
    _ effect: T,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Promise<Void> {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    return start(effect, at: site) { _ in }
  }

  /// Dispatches a side effect and does not wait for it. Receive the items that it dispatches.
  ///
  /// - Returns: A promise of its value. An error fails the test unless the test reads the promise, as in
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
    let (entry, source) = log.dispatch(effect, isReceived: true)
    let promise = source.relay(conclude)
    failures.append {
      // The log tells of the end before `promise` has the error.
      guard let error = promise.error ?? source.error, !promise.isObserved else { return nil }
      return .failed(item: entry.text, error: "\(error)")
    }
    return promise
  }

  // MARK: - Receiving

  /// Waits for the next item that the test did not dispatch itself.
  ///
  /// - Parameters:
  ///   - type: The type that the item must have.
  ///   - seconds: How long to wait until it is dispatched.
  ///   - changing: Turns the state before the item into the expected one. If nil, the state must not change. A side
  ///     effect itself does not change the state.
  /// - Returns: The item. Nil if another item was dispatched, or none in time: the test has failed then.
  @discardableResult
  nonisolated(nonsending) public func receive<T: Dispatchable>(
    _ type: T.Type, within seconds: Double = 2, changing: ((inout S) throws -> Void)? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> T? {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    return await receive("\(type)", within: seconds, changing: changing, at: site) { $0 is T } as? T
  }

  /// Waits for the next item that the test did not dispatch itself, which must have the type and the values of `item`.
  nonisolated(nonsending) public func receive<T: Dispatchable>(
    _ item: T, within seconds: Double = 2, changing: ((inout S) throws -> Void)? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, file: file, line: line, column: column)
    let text = ValueText.of(item)
    guard let received = await receive(text, within: seconds, changing: changing, at: site, where: { $0 is T }) else {
      return
    }
    let lines = ValueDifference.lines(expected: item, actual: received)
    if !lines.isEmpty { report(.dispatchedOtherwise(item: "\(T.self)", lines: lines), site) }
  }

  nonisolated(nonsending) private func receive(
    _ expected: String, within seconds: Double, changing: ((inout S) throws -> Void)?, at site: CallSite,
    where isWanted: @escaping (any Dispatchable) -> Bool
  ) async -> (any Dispatchable)? {
    let isExhaustive = isExhaustive
    guard let entry = await log.receive(within: seconds, where: { isExhaustive || isWanted($0) }) else {
      report(.notDispatched(expected: expected, seconds: seconds, running: unfinished), site)
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

  // MARK: - The end

  /// Waits until all side effects have ended. Fails the test if one is still running, or if an item was not received.
  ///
  /// If ``isExhaustive`` is false, items need not be received.
  nonisolated(nonsending) public func finish(
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await log.idle(atMost: patience)
    reportRest(at: CallSite(fileID: fileID, file: file, line: line, column: column))
  }

  private func reportRest(at site: CallSite) {
    isFinished = true
    let unfinished = unfinished
    let items = log.removeUnreceived().map(\.text)
    if !unfinished.isEmpty { report(.unfinished(items: unfinished), site) }
    if isExhaustive, !items.isEmpty { report(.notReceived(items: items, until: nil), site) }
    for failure in failures.compactMap({ $0() }) { report(failure, site) }
    control.releaseAll()
  }

  private var unfinished: [String] {
    log.unfinished.map { control.isHeld($0.item) ? "\($0.text), which is held" : $0.text }
  }

  // MARK: - Checking

  private func rejectUnreceived(before item: String, at site: CallSite) {
    guard isExhaustive else { return }
    let entries = log.removeUnreceived()
    if !entries.isEmpty { report(.notReceived(items: entries.map(\.text), until: item), site) }
  }

  private func reject(_ entry: DispatchLog<S>.Entry, _ error: any Error, at site: CallSite) {
    // The state may have changed: an interceptor can throw after it called `next`.
    state = entry.states?.after ?? state
    report(.rejected(item: entry.text, error: "\(error)"), site)
  }

  private func check(_ entry: DispatchLog<S>.Entry, _ changing: ((inout S) throws -> Void)?, at site: CallSite) {
    if entry.isUpdater, let error = entry.error { return reject(entry, error, at: site) }
    // A side effect does not change the state.
    let states = entry.states ?? (before: state, after: state)
    state = states.after
    guard isExhaustive || changing != nil else { return }
    var expected = isExhaustive ? states.before : states.after
    do { try changing?(&expected) } catch {
      report(.expectationFailed(item: entry.text, error: "\(error)"), site)
      return
    }
    let lines = ValueDifference.lines(expected: expected, actual: states.after)
    guard !lines.isEmpty else { return }
    let item = entry.text
    report(changing == nil ? .unexpectedChange(item: item, lines: lines) : .difference(item: item, lines: lines), site)
  }
}

/// Runs closures at once, on the caller's thread.
struct InlineExecutor: Executor {
  func execute(_ closure: @escaping () -> Void) { closure() }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}
