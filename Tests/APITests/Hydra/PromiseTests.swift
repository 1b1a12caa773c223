import Dispatch
import Foundation
import Hydra
import Testing

/// Promises: creating and settling them, and related types.
@Suite struct PromiseTests {
  @Test func contextsHaveQueues() {
    let queue = DispatchQueue(label: "own")
    let contexts: [Context] = [
      .main, .userInteractive, .userInitiated, .utility, .background, Context.custom(queue: queue),
    ]
    let queues: [DispatchQueue] = contexts.map(\.queue)
    #expect(queues[0].label == DispatchQueue.main.label)
    #expect(queues[4].label == DispatchQueue.global(qos: .background).label)
    #expect(queues[5] === queue)
  }

  @Test func errorsOfOperatorsAreCases() {
    let errors: [PromiseError] = [.timeout, .rejected, .invalidInput, .invalidContext, .attemptsFailed]
    let first: Error = errors[0]
    switch first as? PromiseError {
    case .timeout?: break
    case .rejected?, .invalidInput?, .invalidContext?, .attemptsFailed?, nil: Issue.record("\(first)")
    }
  }

  final class CountingToken: InvalidationToken, @unchecked Sendable {
    // Safe because the base class is.
    let name = "counting"
  }

  struct Signal: InvalidatableProtocol {
    let isCancelled: Bool
  }

  @Test func tokensAreFlagsThatAppsCanSubclass() {
    let make: () -> InvalidationToken = InvalidationToken.init
    let token: InvalidationToken = make()
    #expect(!token.isCancelled)
    token.invalidate()
    #expect(token.isCancelled)
    token.isCancelled = false
    #expect(!token.isCancelled)
    let own: InvalidatableProtocol = CountingToken()
    #expect(!own.isCancelled)
    #expect(Signal(isCancelled: true).isCancelled)
  }

  @Test func promisesAreCreatedPendingResolvedOrRejected() async throws {
    let pending: Promise<Int> = Promise()
    #expect(pending.isPending && !pending.isCancelled)
    #expect(pending.result == nil && pending.error == nil)

    let resolved: Promise<Int> = Promise(resolved: 3)
    let value: Int? = resolved.result
    #expect(value == 3 && !resolved.isPending)

    let rejected = Promise<Int>(rejected: Oops(number: 1))
    let error: Error? = rejected.error
    #expect(error as? Oops == Oops(number: 1))

    let make: (Int) -> Promise<Int> = Promise.init(resolved:)
    let fail: (Error) -> Promise<Int> = Promise.init(rejected:)
    #expect(make(4).result == 4)
    #expect(fail(Oops()).error is Oops)
  }

  @Test func theFirstSettlementDecides() {
    let promise = Promise<Int>()
    let resolve: (Int) -> Void = promise.resolve
    let reject: (Error) -> Void = promise.reject(_:)
    resolve(1)
    reject(Oops())
    resolve(2)
    promise.cancel()
    #expect(promise.result == 1 && promise.error == nil)

    let other = Promise<Int>()
    other.reject(Oops(number: 5))
    other.resolve(1)
    #expect(other.error as? Oops == Oops(number: 5))
  }

  @Test func bodiesAreClosuresOfAnyForm() async throws {
    let plain = Promise<Int> { resolve, _, _ in resolve(1) }
    let inContext = Promise<Int>(in: .utility) { resolve, reject, operation in
      if operation.isCancelled { reject(Oops()) } else { resolve(2) }
    }
    let token = InvalidationToken()
    let withToken = Promise<String>(in: .background, token: token, { resolve, _, _ in resolve("three") })
    let throwing = Promise<Void>(in: .userInitiated) { _, _, _ in throw Oops(number: 4) }
    #expect(try await plain.value() == 1)
    #expect(try await inContext.value() == 2)
    #expect(try await withToken.value() == "three")
    #expect(await failure(of: throwing) as? Oops == Oops(number: 4))
  }

  private func work(
    _ resolve: @escaping (Int) -> Void, _ reject: @escaping (Error) -> Void, _ status: PromiseStatus
  ) throws {
    resolve(status.isCancelled ? 0 : 8)
  }

  /// Code of an app that passes bodies on, with explicit function types.
  private func make(
    _ body: @escaping (@escaping (Int) -> Void, @escaping (Error) -> Void, PromiseStatus) throws -> Void
  ) -> Promise<Int> {
    Promise<Int>(in: .background, body)
  }

  @Test func bodiesCanBeFunctions() async throws {
    #expect(try await Promise<Int>(in: .background, work).value() == 8)
    #expect(try await make(work).value() == 8)
    let body: Promise<Int>.Body = { resolve, _, _ in resolve(9) }
    #expect(try await Promise(in: nil, token: nil, body).value() == 9)
    let resolved: Promise<Int>.Resolved = { _ in }
    let rejector: Promise<Int>.Rejector = { (_: Error) in }
    resolved(1)
    rejector(Oops())
  }

  @Test func aPromiseHasANameAndAStatus() {
    let promise = Promise<Int>()
    promise.name = "load"
    let name: String? = promise.name
    #expect(name == "load")
    let status: PromiseStatus = promise.operation
    let cancel: () -> Void = status.cancel
    let isCancelled: Bool = status.isCancelled
    #expect(!isCancelled)
    cancel()
    #expect(!promise.isPending)
  }

  @Test func cancellingDoesNotChangeTheToken() {
    let promise = Promise<Int>()
    let cancel: () -> Void = promise.cancel
    cancel()
    #expect(!promise.isPending && !promise.isCancelled)
    #expect(promise.result == nil && promise.error == nil)
    let token = InvalidationToken()
    let other = Promise<Int>(token: token) { _, _, _ in }
    token.invalidate()
    #expect(other.isCancelled && other.isPending)
  }

  @Test func aPromiseCanDropItsValue() async throws {
    let void: Promise<Void> = Promise(resolved: "text").void
    try await void.value()
    let failed: Promise<Void> = Promise<Int>(rejected: Oops()).void
    #expect(await failure(of: failed) is Oops)
  }

  /// An app's generic class with a promise.
  private final class Loader<Value> {
    private var waiting: [(Value) -> Void] = []

    func load() -> Promise<Value> {
      Promise<Value>(in: .background) { [weak self] resolve, reject, _ in
        guard let self else { return reject(Oops()) }
        self.waiting.append(resolve)
        self.finish()
      }
    }

    var value: Value

    init(_ value: Value) { self.value = value }

    private func finish() {
      for resolve in waiting { resolve(value) }
      waiting = []
    }
  }

  @Test func resolversCanBeKept() async throws {
    let loader = Loader("loaded")
    #expect(try await loader.load().value() == "loaded")
  }

  @Test func resolversCanBeCalledOnOtherQueues() async throws {
    func delay(_ interval: TimeInterval) -> Promise<Void> {
      return Promise<Void>(in: .background) { resolve, reject, _ in
        DispatchQueue.global(qos: .userInitiated).asyncAfter(
          deadline: .now() + interval,
          execute: {
            resolve(())
          })
      }
    }
    try await delay(0).value()
  }
}
