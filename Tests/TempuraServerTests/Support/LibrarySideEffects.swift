import Dispatch
import Foundation
import Hydra
import Katana
import Synchronization
import Tempura

@testable import TempuraLocalization
@testable import TempuraServer
@testable import TempuraUI

// Side effects of the library.

typealias LibraryContext = SideEffectContext<LibraryState, NavigatorOnly>

struct Failure: Error {}

struct Fail: SideEffect {
  func sideEffect(_ context: LibraryContext) throws { throw Failure() }
}

/// Waits until the test opens the gate, and then does something, several times.
struct WaitForGate: SideEffect {
  let gate: String
  var times = 1
  var action: @Sendable (LibraryContext) throws -> Void = { try Hydra.await($0.dispatch(Count())) }

  func sideEffect(_ context: LibraryContext) throws {
    for _ in 0..<times {
      Gates.of(gate).wait()
      try action(context)
    }
  }
}

/// Awaits a side effect of the same kind, which awaits another.
struct Nested: SideEffect {
  let depth: Int

  func sideEffect(_ context: LibraryContext) throws {
    if depth > 0 { try Hydra.await(context.dispatch(Nested(depth: depth - 1))) }
    try Hydra.await(context.dispatch(Count()))
  }
}

/// Counts the side effects of its kind that run at once. Waits for a signal or a promise of the test.
struct Crowd: SideEffect {
  let gate: String
  let awaits: Bool

  func sideEffect(_ context: LibraryContext) throws {
    Crowds.enter(gate)
    if awaits { try Hydra.await(Crowds.promise(of: gate)) } else { Gates.of(gate).wait() }
    Crowds.leave(gate)
    try Hydra.await(context.dispatch(Nested(depth: 0)))
  }
}

/// Counts the side effects of a test that run at once.
enum Crowds {
  struct Crowd {
    var inside = 0
    var peak = 0
    let promise = Promise<Void>()
  }

  private static let crowds = Mutex<[String: Crowd]>([:])

  private static func change(_ name: String, by number: Int) {
    crowds.withLock { crowds in
      crowds[name, default: Crowd()].inside += number
      crowds[name]!.peak = max(crowds[name]!.peak, crowds[name]!.inside)
    }
  }

  static func enter(_ name: String) { change(name, by: 1) }
  static func leave(_ name: String) { change(name, by: -1) }
  static func inside(_ name: String) -> Int { crowds.withLock { $0[name]?.inside ?? 0 } }
  static func peak(_ name: String) -> Int { crowds.withLock { $0[name]?.peak ?? 0 } }
  static func promise(of name: String) -> Promise<Void> { crowds.withLock { $0[name, default: Crowd()].promise } }
}

/// Asks for the screens again and again, from the thread of a side effect, while updaters run.
struct ReadScreens: SideEffect {
  func sideEffect(_ context: LibraryContext) throws {
    var names: Set<String> = []
    for _ in 0..<50 {
      context.dispatch(Count())
      names.formUnion(UIApplication.shared.currentRoutableIdentifiers)
    }
    try Hydra.await(context.dispatch(TakeNote(text: names.sorted().joined())))
  }
}

/// A side effect with promises.
struct Promised: SideEffect {
  func sideEffect(_ context: LibraryContext) throws {
    let promise = Promise<String>(in: .background) { resolve, _, _ in resolve("") }
    let launch = try Hydra.await(
      promise.then(in: .main) { _ in "launch \((UIApplication.shared.delegate as? LibraryDelegate)?.number ?? 0)" })
    try Hydra.await(context.dispatch(TakeNote(text: launch)))
  }
}

/// Starts a task that goes on after it.
struct StartTask: SideEffect {
  func sideEffect(_ context: LibraryContext) throws {
    Task {
      while !Main.isTaskOfEndedSideEffect { await Task.yield() }
      context.dispatch(TakeNote(text: "of a task"))
    }
  }
}

/// Ends the session.
struct SignOut: SideEffect {
  func sideEffect(_ context: LibraryContext) throws { UIApplication.shared.endSession() }
}

/// Gates at which side effects wait until the test opens them.
enum Gates {
  private static let gates = Mutex<[String: DispatchSemaphore]>([:])

  static func of(_ name: String) -> DispatchSemaphore {
    gates.withLock { gates in
      if let gate = gates[name] { return gate }
      let gate = DispatchSemaphore(value: 0)
      gates[name] = gate
      return gate
    }
  }
}
