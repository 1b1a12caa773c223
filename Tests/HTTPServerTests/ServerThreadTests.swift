import Basics
import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Work of requests that goes on after a wait.
struct ServerThreadTests {
  @Test func workGoesOnOnTheThreadThatBeganIt() throws {
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    let server = try TestServer { exchange in
      let (thread, number) = (ServerThread.current, SystemThread.currentNumber)
      queue.async {
        let isRun = thread?.run { exchange.respond(text: "\(SystemThread.currentNumber == number)") }
        if isRun != true { exchange.respond(text: "not run") }
      }
    }
    let clients = try (0..<100).map { _ in try server.connect() }
    for _ in 0..<5 {
      for client in clients { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
      for client in clients { #expect(try client.response().text == "true") }
    }
  }

  @Test func workCanAnswerRequestsOfOtherThreadsAndBeginMoreWork() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let server = try TestServer {
      $0.threads = 4
    } handle: { exchange in
      let all = waiting.withLock { waiting -> [HTTPExchange] in
        waiting.append(exchange)
        if waiting.count < 40 { return [] }
        defer { waiting = [] }
        return waiting
      }
      let thread = ServerThread.current
      _ = thread?.run {
        _ = thread?.run { for exchange in all { exchange.respond(text: exchange.path) } }
      }
    }
    let clients = try (0..<40).map { _ in try server.connect() }
    for round in 0..<5 {
      for client in clients { client.send("GET /\(round) HTTP/1.1\r\nHost: a\r\n\r\n") }
      for client in clients { #expect(try client.response().text == "/\(round)") }
    }
  }

  @Test func aThreadThatHasEndedRunsNothing() throws {
    let threads = Mutex<[ServerThread]>([])
    let server = try TestServer { exchange in
      threads.withLock { $0 = [ServerThread.current].compactMap(\.self) }
      exchange.respond(text: "")
    }
    let client = try server.connect()
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try client.response()
    let all = threads.withLock { $0 }
    let thread = try #require(all.first)
    server.server.stop(grace: .zero)
    #expect(!thread.run { Issue.record("The thread has ended.") })
    #expect(ServerThread.current == nil)
  }

  @Test func workOfAThreadThatWaitsRunsElsewhere() throws {
    let queue = DispatchQueue(label: "elsewhere")
    let server = try TestServer { exchange in
      let thread = ServerThread.current
      let before = DispatchSemaphore(value: 0)
      let during = DispatchSemaphore(value: 0)
      _ = thread?.run { before.signal() }
      let wait = {
        before.wait()
        // Only a thread that does not wait takes work.
        queue.async { if thread?.run({}) == false { during.signal() } }
        during.wait()
      }
      ServerThread.whileBlocked(wait) { body in queue.async { body() } }
      _ = thread?.run { exchange.respond(text: "done") }
    }
    let client = try server.connect()
    for _ in 0..<3 {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().text == "done")
    }
  }
}
