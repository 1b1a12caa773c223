import Basics
import Dispatch
import Foundation
import HTTPServer
import TestSupport
import Testing

/// Streams that are opened, written to and closed from both sides at random. Also for the thread sanitizer:
///
///     swift test --sanitize=thread --scratch-path .build/tsan --filter StreamStress
///
/// The environment variables `STREAM_SEED` and `STREAM_ROUNDS` choose others.
struct StreamStressTests {
  private static let clients = 16

  private static func number(_ variable: String, _ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? standard
  }

  /// What the server knows of its streams.
  private final class Table: Sendable {
    struct Streams {
      var open: [ObjectIdentifier: EventStream] = [:]
      var opened = 0
      var closed = 0
      /// Streams that were closed twice, or without having been opened.
      var wrong = 0
    }
    let streams = Locked(Streams())

    func answer(_ name: String) -> EventStreamAnswer {
      EventStreamAnswer(retry: 1) { [self] stream in
        let text = Array("data: \(name)\n\n".utf8)
        text.withUnsafeBytes { _ = stream.send($0) }
        streams.withLock { streams in
          streams.opened += 1
          streams.open[ObjectIdentifier(stream)] = stream
        }
      } closed: { [self] stream in
        streams.withLock { streams in
          streams.closed += 1
          if streams.open.removeValue(forKey: ObjectIdentifier(stream)) == nil { streams.wrong += 1 }
        }
      }
    }
  }

  @Test
  func streamsAreOpenedWrittenToAndClosedAtRandom() throws {
    let seed = Self.number("STREAM_SEED", 1)
    let rounds = Int(Self.number("STREAM_ROUNDS", 60))
    let table = Table()
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    let server = try TestServer {
      $0.threads = 3
      $0.limits.streamHeartbeat = .milliseconds(40)
    } handle: { exchange in
      let name = exchange.rawQuery ?? ""
      switch exchange.path {
      case "/now": exchange.respond(table.answer(name))
      case "/later": queue.async { exchange.respond(table.answer(name)) }
      default: exchange.respond(text: "ok")
      }
    }
    let isOver = Locked(false)
    let problems = Locked<[String]>([])
    let clients = DispatchGroup()
    let writers = DispatchGroup()
    for number in 0..<Self.clients {
      clients.enter()
      Thread.detachNewThread {
        defer { clients.leave() }
        do {
          try Self.use(server, name: "\(number)", seed: seed &* 1000 &+ UInt64(number), rounds: rounds)
        } catch {
          problems.withLock { $0.append("client \(number): \(error)") }
        }
      }
    }
    for number in 0..<3 {
      writers.enter()
      Thread.detachNewThread {
        defer { writers.leave() }
        var numbers = SeededNumbers(seed: seed &* 1000 &+ 500 &+ UInt64(number))
        while !isOver.withLock({ $0 }) {
          for stream in table.streams.withLock({ Array($0.open.values) }) {
            switch Int.random(in: 0..<40, using: &numbers) {
            case 0: stream.close(retry: 5)
            case 1: stream.close()
            default: stream.send("data: all\n\n")
            }
          }
        }
      }
    }
    clients.wait()
    isOver.withLock { $0 = true }
    writers.wait()
    server.server.stop(grace: .zero)
    #expect(problems.withLock { $0 } == [])
    table.streams.withLock { streams in
      #expect(streams.opened > 0)
      #expect(streams.closed == streams.opened)
      #expect(streams.wrong == 0)
      #expect(streams.open.isEmpty)
    }
  }

  /// Opens some streams, reads from them and leaves them, in random order. No stream may have a line of another one.
  private static func use(_ server: TestServer, name: String, seed: UInt64, rounds: Int) throws {
    var numbers = SeededNumbers(seed: seed)
    var open: [(name: String, client: RawClient)] = []
    for round in 0..<rounds {
      let path = Bool.random(using: &numbers) ? "/now" : "/later"
      let client = try server.connect()
      open.append(("\(name).\(round)", client))
      client.send("GET \(path)?\(name).\(round) HTTP/1.1\r\nHost: a\r\n\r\n")
      if Bool.random(using: &numbers) { _ = try client.response() }
      while open.count > 8 || (round == rounds - 1 && !open.isEmpty) {
        let (name, client) = open.remove(at: .random(in: 0..<open.count, using: &numbers))
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: client.close()
        case 1: client.reset()
        case 2: client.send("x")
        case 3:
          client.finishSending()
          let text = try client.untilClosed()
          for line in text.split(separator: "\n") where line.hasPrefix("data: ") && line != "data: all" {
            if line != "data: \(name)" { throw TestError("\(name) got \(line)") }
          }
        default:
          let other = try server.connect()
          other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          let answer = try other.response().text
          if answer != "ok" { throw TestError("\(name) got \(answer)") }
        }
      }
    }
  }
}
