import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct CancellingTests {
  @Test func cancellingThroughATokenRunsNoneOfTheBodies() async throws {
    let token = InvalidationToken()
    let called = EventLog<String>()
    let promise = Promise<Int>(token: token) { resolve, _, operation in
      guard !operation.isCancelled else { return operation.cancel() }
      resolve(1)
    }
    token.invalidate()
    let end =
      promise.retry(3)
      .recover { _ in
        called.add("recover")
        return Promise(resolved: 1)
      }
      .defer(0.001)
      .pass { _ in
        called.add("pass")
        return Promise(resolved: 1)
      }
      .then { _ = called.add("then \($0)") }
      .validate { _ in called.add("validate") > 0 }
      .always { called.add("always") }
      .catch { _ in called.add("catch") }
      .cancelled { _ = called.add("cancelled") }
    #expect(await failure(of: end) is CancellationError)
    #expect(called.entries == ["cancelled"])
    #expect(promise.isCancelled)
  }

  @Test func aRunningBodySeesTheTokenChange() async throws {
    let token = InvalidationToken()
    let running = DispatchSemaphore(value: 0)
    let promise = async(token: token) { status -> Bool in
      let before = status.isCancelled
      running.signal()
      while !status.isCancelled {}
      return !before && status.isCancelled
    }
    promise.then { $0 }
    await Promise<Void> { resolve, _, _ in
      running.wait()
      resolve(())
    }.then(in: .background) { token.invalidate() }.done()
    #expect(try await promise.value())
  }

  @Test func cancellingAnAdoptedPromiseCancelsTheOuterOne() async {
    let inner = Promise<Int>()
    let outer = Promise(resolved: 1).then(in: .background) { _ in inner }
    inner.cancel()
    #expect(await failure(of: outer) is CancellationError)
  }
}

extension Promise {
  func done() async { _ = try? await value() }
}
