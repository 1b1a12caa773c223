import Foundation
import Hydra
import XCTest

@testable import Katana

/// A store in XCTest, on the main thread, which runs the main queue while it waits.
final class StoreXCTests: XCTestCase {
  struct AppState: State {
    var todos: [String] = []
    var users: [String] = []
  }

  final class TestDependenciesContainer: SideEffectDependencyContainer {
    func delay(of interval: TimeInterval) -> Promise<Void> {
      return Promise<Void> { resolve, reject, _ in
        DispatchQueue.global(qos: .userInitiated).asyncAfter(
          deadline: .now() + interval,
          execute: {
            resolve(())
          })
      }
    }

    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  struct AddTodo: StateUpdater {
    let todo: String

    func updateState(_ state: inout AppState) {
      state.todos.append(todo)
    }
  }

  struct AddUser: StateUpdater {
    let user: String

    func updateState(_ state: inout AppState) {
      state.users.append(user)
    }
  }

  struct DelaySideEffect: SideEffect {
    var invokationClosure: (_ context: SideEffectContext<AppState, TestDependenciesContainer>) throws -> Void

    func sideEffect(_ context: SideEffectContext<AppState, TestDependenciesContainer>) throws {
      try Hydra.await(context.dependencies.delay(of: 0.01))
      try invokationClosure(context)
    }
  }

  func testTheStoreBecomesReadyByItself() {
    let store = Store<AppState, TestDependenciesContainer>()
    XCTAssertFalse(store.isReady)
    let expectation = self.expectation(description: "main queue served")
    DispatchQueue.main.async { expectation.fulfill() }
    self.wait(for: [expectation], timeout: 5)
    XCTAssertTrue(store.isReady)
    XCTAssertEqual(store.state.todos, [])
  }

  func testAnItemDispatchedBeforeTheStoreIsReadyIsHandled() {
    let store = Store<AppState, TestDependenciesContainer>()
    let expectation = XCTestExpectation(description: "dispatched")
    store.dispatch(AddTodo(todo: "a")).then { expectation.fulfill() }
    self.wait(for: [expectation], timeout: 5)
    XCTAssertEqual(store.state.todos, ["a"])
  }

  func testListenersRunBeforeThen() {
    let expectation = XCTestExpectation(description: "listened")
    expectation.expectedFulfillmentCount = 1
    let store = Store<AppState, TestDependenciesContainer>()
    var firstState: AppState?
    var secondState: AppState?
    let unsubscribe = store.addListener { oldState, newState in
      firstState = oldState
      secondState = newState
    }
    store.dispatch(AddTodo(todo: "a")).then {
      XCTAssertEqual(firstState?.todos, [])
      XCTAssertEqual(secondState?.todos, ["a"])
      unsubscribe()
      expectation.fulfill()
    }
    self.wait(for: [expectation], timeout: 5)

    let second = XCTestExpectation(description: "unsubscribed")
    store.dispatch(AddTodo(todo: "b")).then { second.fulfill() }
    self.wait(for: [second], timeout: 5)
    XCTAssertEqual(secondState?.todos, ["a"])
  }

  func testDispatchesCanBeChained() {
    let expectation = XCTestExpectation(description: "chained")
    let store = Store<AppState, TestDependenciesContainer>(interceptors: [])
    var steps: [[String]] = []
    store
      .dispatch(AddTodo(todo: "a"))
      .then {
        steps.append(store.state.todos)
        return store.dispatch(
          DelaySideEffect { context in
            try Hydra.await(context.dispatch(AddTodo(todo: "b")))
          })
      }
      .then { () -> Promise<Void> in
        steps.append(store.state.todos)
        return store.dispatch(AddUser(user: "c"))
      }
      .then {
        steps.append(store.state.users)
        expectation.fulfill()
      }
    self.wait(for: [expectation], timeout: 5)
    XCTAssertEqual(steps, [["a"], ["a", "b"], ["c"]])
  }

  func testAnErrorOfASideEffectRejectsItsPromise() {
    enum TestError: Error { case fail }
    let expectation = XCTestExpectation(description: "caught")
    let store = Store<AppState, TestDependenciesContainer>()
    store
      .dispatch(DelaySideEffect { _ in throw TestError.fail })
      .then { XCTFail("then must be skipped") }
      .catch { error in
        XCTAssertEqual(error as? TestError, .fail)
        expectation.fulfill()
      }
    self.wait(for: [expectation], timeout: 5)
  }

  func testASideEffectCanBeRetried() {
    enum TestError: Error { case fail }
    var attempts = 0
    let expectation = XCTestExpectation(description: "retried")
    let store = Store<AppState, TestDependenciesContainer>()
    store
      .dispatch(
        DelaySideEffect { context in
          attempts += 1
          try Hydra.await(context.dispatch(AddTodo(todo: "\(attempts)")))
          if attempts == 1 { throw TestError.fail }
        }
      )
      .retry(2)
      .then { expectation.fulfill() }
    self.wait(for: [expectation], timeout: 5)
    XCTAssertEqual(store.state.todos, ["1", "2"])
  }

  func testInterceptorsRunInOrder() {
    var log: [String] = []
    func interceptor(_ name: String) -> StoreInterceptor {
      return { context in
        return { next in
          return { dispatchable in
            log.append("\(name) before")
            try next(dispatchable)
            log.append("\(name) after")
          }
        }
      }
    }
    let expectation = XCTestExpectation(description: "dispatched")
    let store = Store<AppState, TestDependenciesContainer>(interceptors: [interceptor("a"), interceptor("b")])
    store.dispatch(AddTodo(todo: "a")).then { expectation.fulfill() }
    self.wait(for: [expectation], timeout: 5)
    XCTAssertEqual(log, ["a before", "b before", "b after", "a after"])
  }

  func testThreadsCanAddListenersAndDispatchAtOnce() {
    typealias TestStore = Store<AppState, TestDependenciesContainer>
    let store = TestStore(
      interceptors: [], stateInitializer: AppState.init,
      configuration: TestStore.Configuration(
        stateInitializerAsyncProvider: DispatchQueue(label: "state"),
        listenersAsyncProvider: DispatchQueue(label: "listeners")))
    let group = DispatchGroup()
    for index in 0..<10 {
      group.enter()
      Thread.detachNewThread {
        let unsubscribe = store.addListener { _, _ in }
        try? Hydra.await(in: .background, store.dispatch(AddTodo(todo: "\(index)")))
        unsubscribe()
        group.leave()
      }
    }
    XCTAssertEqual(group.wait(timeout: .now() + 10), .success)
    XCTAssertEqual(store.state.todos.count, 10)
  }

  func testObserversAreRemovedWithTheStore() {
    struct Note: NotificationObserverDispatchable, StateUpdater {
      init?(notification: Notification) {}
      func updateState(_ state: inout AppState) { state.todos.append("noted") }
    }
    let name = Notification.Name("test")
    let center = NotificationCenter()
    var dispatched = 0
    let counter: StoreInterceptor = { _ in
      { next in
        {
          dispatched += 1; try next($0)
        }
      }
    }
    var store: Store<AppState, TestDependenciesContainer>? = Store(
      interceptors: [
        counter, ObserverInterceptor.observe([.onNotification(name, [Note.self])], notificationCenter: center),
      ])
    let expectation = XCTestExpectation(description: "noted")
    store?.dispatch(AddTodo(todo: "a")).then {
      center.post(name: name, object: nil)
      expectation.fulfill()
    }
    self.wait(for: [expectation], timeout: 5)
    let second = XCTestExpectation(description: "noted too")
    store?.dispatch(AddTodo(todo: "b")).then { second.fulfill() }
    self.wait(for: [second], timeout: 5)
    XCTAssertEqual(store?.state.todos, ["a", "noted", "b"])
    XCTAssertEqual(dispatched, 3)
    weak let released = store
    store = nil
    XCTAssertNil(released)
    center.post(name: name, object: nil)
    XCTAssertEqual(dispatched, 3)
  }

  func testAContextNeedsNoStore() throws {
    let dependencies = TestDependenciesContainer(dispatch: { _ in Promise(resolved: ()) }, getState: { AppState() })
    var dispatched: [Dispatchable] = []
    let context = SideEffectContext<AppState, TestDependenciesContainer>(
      dependencies: dependencies,
      getState: { AppState(todos: ["a"]) },
      dispatch: { dispatchable in
        dispatched.append(dispatchable)
        return Promise(resolved: ())
      })
    try DelaySideEffect { context in
      XCTAssertEqual(context.getState().todos, ["a"])
      try Hydra.await(context.dispatch(AddTodo(todo: "b")))
      context.anyDispatch(AddUser(user: "c"))
    }.sideEffect(context)
    XCTAssertTrue(context.dependencies === dependencies)
    XCTAssertTrue(context.anyDependencies === dependencies)
    XCTAssertEqual(dispatched.map { $0.debugDescription.hasSuffix("AddTodo") }, [true, false])
  }
}
