import Dispatch
import Basics
import Sessions
import TestSupport
import Testing

@testable import TempuraServer

/// The answer of `/ready`, which load balancers request.
@Suite struct ReadinessTests {
  private static let failure = StorageError.unavailable("Redis is gone.")

  /// Checks the storage, and waits for the answer.
  private func problem(_ readiness: Readiness, _ storage: TestStorage) -> Readiness.Problem? {
    let answer = Locked<Readiness.Problem?>(nil)
    let answered = DispatchSemaphore(value: 0)
    readiness.check(storage) { problem in
      answer.withLock { $0 = problem }
      answered.signal()
    }
    answered.wait()
    return answer.withLock { $0 }
  }

  // MARK: - The storage

  @Test func theServerIsReadyWhileItsStorageAnswers() {
    let storage = TestStorage()
    let readiness = Readiness(log: Log(), lifetime: .zero)
    #expect(problem(readiness, storage) == nil)
    storage.loadProblem = Self.failure
    for _ in 0..<2 { #expect(problem(readiness, storage) == .storageFails) }
    storage.loadProblem = nil
    #expect(problem(readiness, storage) == nil)
  }

  @Test func resultsAreReusedForTheirLifetime() throws {
    let storage = TestStorage()
    let readiness = Readiness(log: Log(), lifetime: .seconds(3600), timeout: .seconds(3600))
    let answers = Locked<[Readiness.Problem?]>([])
    storage.holdLoads()
    for _ in 0..<100 { readiness.check(storage) { problem in answers.withLock { $0.append(problem) } } }
    try waitUntil { storage.loadCount == 1 }
    #expect(answers.withLock { $0.isEmpty })
    storage.letLoadsGo()
    try waitUntil { answers.withLock(\.count) == 100 }
    #expect(answers.withLock { $0 } == Array(repeating: nil, count: 100))
    storage.loadProblem = Self.failure
    for _ in 0..<100 { #expect(problem(readiness, storage) == nil) }
    #expect(storage.loadCount == 1)
  }

  @Test func theServerIsNotReadyIfItsStorageDoesNotAnswerInTime() {
    let storage = TestStorage()
    let readiness = Readiness(log: Log(), lifetime: .zero, timeout: .milliseconds(1))
    storage.holdLoads()
    #expect(problem(readiness, storage) == .storageIsSilent)
    #expect(problem(readiness, storage) == .storageIsSilent)
    #expect(storage.loadCount == 2)
    storage.letLoadsGo()
    // A busy machine may need more than the millisecond for the storage's answer.
    var last: Readiness.Problem?
    repeat { last = problem(readiness, storage) } while last == .storageIsSilent
    #expect(last == nil)
  }

  // MARK: - Answers

  @Test func theAnswerOfAReadyServerIsOneLine() throws {
    let server = try TestServer()
    let answer = try server.browser().get("/ready")
    #expect(answer.status == 200)
    #expect(answer.body == "ok\n")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(answer.header("Set-Cookie") == nil)
  }

  @Test func aServerWhoseStorageFailsIsHealthyButNotReady() throws {
    let storage = TestStorage()
    storage.loadProblem = Self.failure
    let server = try TestServer(storage: storage)
    let answer = try server.browser().get("/ready")
    #expect(answer.status == 503)
    #expect(answer.body == "The session storage fails. The log of the server has the reason.\n")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(try server.browser().get("/health").status == 200)
  }

  @Test func aStoppingServerIsNotReady() throws {
    let storage = TestStorage()
    let server = try TestServer(storage: storage)
    storage.holdLoads()
    let answer = Locked<Answer?>(nil)
    let answered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let page = try? server.browser().get("/ready")
      answer.withLock { $0 = page }
      answered.signal()
    }
    try waitUntil { storage.loadCount == 1 }
    let stopped = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      server.stop(grace: .seconds(60))
      stopped.signal()
    }
    // The server has begun to stop when it refuses a new request.
    while (try? server.browser().get("/health").status) == 200 {}
    storage.letLoadsGo()
    answered.wait()
    stopped.wait()
    #expect(answer.withLock { $0?.status } == 503)
    #expect(answer.withLock { $0?.body } == "The server is stopping.\n")
  }
}
