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
