import Basics
import Foundation
import Glibc
import HTTPServer
import Testing
import TestSupport

@testable import TempuraServer

struct WorkerTests {
  private static let second: UInt64 = 1_000_000_000

  /// The delays of a worker that lives for some seconds each time.
  private static func delays(living seconds: UInt64, times: Int) -> [Int] {
    var worker = Worker(number: 1)
    var now: UInt64 = 0
    return (0..<times).map { _ in
      worker.didStart(1, at: now)
      now += seconds * second
      let delay = worker.didEnd(at: now)
      now += UInt64(delay) * second
      #expect(worker.state == .due(at: now))
      return delay
    }
  }

  @Test func aWorkerThatEndsAgainAndAgainStartsLessAndLessOften() {
    #expect(Self.delays(living: 1, times: 9) == [0, 1, 2, 4, 8, 16, 30, 30, 30])
  }

  @Test func aWorkerThatServedForAWhileStartsAtOnce() {
    #expect(Self.delays(living: 10, times: 4) == [0, 0, 0, 0])
  }

  @Test func aWorkerThatCannotBeStartedIsNotTriedAtOnce() {
    var worker = Worker(number: 1)
    #expect(worker.didEnd(at: 5, waitingAtLeast: 1) == 1)
    #expect(worker.state == .due(at: 5 + Self.second))
  }

  @Test func theEndOfAProcessIsRead() {
    #expect(Worker.End(0) == .exit(status: 0))
    #expect(Worker.End(2 << 8) == .exit(status: 2))
    #expect(Worker.End(SIGILL | 0x80) == .signal(SIGILL))
    #expect(Worker.End.signal(SIGKILL).status == 137 && Worker.End.exit(status: 3).status == 3)
  }

  @Test(arguments: [
    (
      Worker.End.signal(SIGILL), true, 0,
      "worker 2 (process 7) was ended by SIGILL (a trap). It is started again at once."
    ),
    (
      .signal(SIGKILL), true, 4,
      "worker 2 (process 7) was ended by SIGKILL (by an operator, or because the system has no memory left). It is started "
        + "again in 4 s."
    ),
    (.signal(SIGHUP), true, 0, "worker 2 (process 7) was ended by signal 1 (Hangup). It is started again at once."),
    (
      .exit(status: 1), false, 30,
      "worker 2 (process 7) ended with status 1 before it served. It is started again in 30 s."
    ),
  ])
  func theEndOfAWorkerIsReported(end: Worker.End, didServe: Bool, delay: Int, sentence: String) {
    #expect(WorkerReport.end(end, of: 2, 7, didServe: didServe, delay) == sentence)
  }

  @Test func theRequestThatTrapsIsReported() {
    #expect(
      WorkerReport.culprit(count: 1, of: 1)
        == "worker 1 trapped in code of the app, in a request that had not stopped a worker before.")
    #expect(
      WorkerReport.culprit(count: 2, of: 1)
        == "worker 1 trapped in code of the app, in a request that has now stopped workers 2 times. It is not tried again "
        + "within an hour. Its user is told.")
  }

  @Test func aProcessIsAWorkerIfItsParentSaysSo() throws {
    #expect(WorkerSlot([:]) == nil)
    for text in ["", "1", "1/2", "a/b/c", "3/2/9", "0/1/9", "200/200/9"] {
      #expect(WorkerSlot([WorkerSlot.variable: text]) == nil)
    }
    let slot = try #require(WorkerSlot([WorkerSlot.variable: WorkerSlot.text(number: 2, count: 3)]))
    #expect(slot.number == 2 && slot.count == 3)
  }

  @Test func eachWorkerHasAnAdminAddress() {
    let port = ListeningAddress.tcp(host: "127.0.0.1", port: 9100)
    #expect(port.ofWorker(1) == port)
    #expect(port.ofWorker(3) == .tcp(host: "127.0.0.1", port: 9102))
    #expect(ListeningAddress.tcp(host: "::1", port: 0).ofWorker(2) == .tcp(host: "::1", port: 0))
    #expect(ListeningAddress.unix(path: "/a").ofWorker(1) == .unix(path: "/a"))
    #expect(ListeningAddress.unix(path: "/a").ofWorker(2) == .unix(path: "/a.2"))
  }

  @Test func aFormIsTheSameWithAnotherNonce() throws {
    func hash(_ fields: [(String, String)]) throws -> UInt64 {
      var hash = StableHash()
      try #require(FormInput(fields.map { FormField(name: $0.0, value: $0.1) })).combine(into: &hash)
      return hash.value
    }
    let form = try hash([("page", "a"), ("tap", "x"), ("field", "1")])
    #expect(try hash([("page", "b"), ("tap", "x"), ("field", "1")]) == form)
    #expect(try hash([("page", "a"), ("tap", "y"), ("field", "1")]) != form)
    #expect(try hash([("page", "a"), ("tap", "x"), ("field", "2")]) != form)
  }

  // MARK: - Reports of traps

  private static let source = (1...12).map { "\tline \($0)" }.joined(separator: "\n") + "\n"

  @Test(arguments: [
    (
      7,
      [
        "     4 |     line 4", "     6 |     line 6", ">    7 |     line 7", "     8 |     line 8",
        "    10 |     line 10",
      ], 7
    ),
    (1, [">    1 |     line 1", "     4 |     line 4"], 4), (12, ["     9 |     line 9", ">   12 |     line 12"], 4),
  ]) func theLinesAroundATrapAreShown(line: Int, lines: [String], count: Int) {
    let excerpt = TrapReport.lines(of: Self.source, around: line)
    #expect(excerpt.filter(lines.contains) == lines && excerpt.count == count)
  }

  @Test func aReportOfATrapBeginsWithTheLineOfTheApp() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trap-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "State.swift").path
    try Self.source.write(toFile: file, atomically: true, encoding: .utf8)
    func call(_ number: Int, _ file: String?, _ line: Int = 7) -> Backtrace.Call {
      Backtrace.Call(line: "#\(number) f at \(file ?? "?")", source: file.map { ($0, line) })
    }
    let calls = [
      call(0, nil), call(1, "/gone/Array.swift"), call(2, #filePath.replacing("/Tests/", with: "/Sources/")),
      call(3, file), call(4, file, 1),
    ]
    let message = ["State.swift:7: Fatal error: Unexpectedly found nil"]
    // The program is older than the file.
    #expect(
      TrapReport(message, calls: calls).lines
        == ["\(file):7 (the file has changed since the build)", calls[3].line, calls[4].line])
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: file)
    let report = TrapReport(message, calls: calls)
    #expect(
      report.lines == ["\(file):7"] + TrapReport.lines(of: Self.source, around: 7) + [calls[3].line, calls[4].line])
    #expect(report.calls == calls.map(\.line) && report.message == message)
    // As the next worker gets it.
    #expect(TrapReport(text: report.text) == report)
    #expect(TrapReport(text: "") == TrapReport([], calls: []))
    // Without a call of the app.
    #expect(TrapReport(message, calls: [calls[0], calls[1]]).lines == [calls[1].line])
  }

  @Test(arguments: [
    (
      "$s4Todo6ToggleV5depth33_A7EF2AEE58AAA981853A88C5863B3EA0LL2ofS2i_tF",
      "Todo.Toggle.depth(of: Swift.Int) -> Swift.Int"
    ),
    ("$s4Todo6updateyyxlFSi_Tg5", "Todo.update<A>(A) -> ()"),
    ("clone3", "clone3"),
  ])
  func aCallIsNamedAsInItsSource(symbol: String, name: String) { #expect(ProgramSymbols.readable(symbol) == name) }
}

/// The protocols of systemd. A test of a whole server is in the integration tests.
@Suite(.serialized) struct ServiceManagerTests {
  @Test func withoutSystemdThereIsNoSocket() throws {
    #expect(try ServiceManager.takeSocket([:]) == nil)
    #expect(try ServiceManager.takeSocket(["LISTEN_FDS": "1"]) == nil)
    // The variables of a parent, which are not for this process.
    #expect(try ServiceManager.takeSocket(["LISTEN_FDS": "1", "LISTEN_PID": "1"]) == nil)
    #expect(try ServiceManager.takeSocket(["LISTEN_FDS": "0", "LISTEN_PID": "\(getpid())"]) == nil)
  }

  @Test func severalSocketsAreAnError() {
    #expect(throws: CommandLineError.severalSockets(count: 2, names: ["a", "b"])) {
      try ServiceManager.takeSocket(["LISTEN_FDS": "2", "LISTEN_PID": "\(getpid())", "LISTEN_FDNAMES": "a:b"])
    }
    #expect(
      CommandLineError.severalSockets(count: 2, names: ["a", "b"]).description
        == "systemd passes on 2 sockets (a, b), and the server takes one. ListenStream= with a port alone, such as 8080, is "
        + "that port of all addresses.")
    #expect(throws: CommandLineError.self) {
      try ServiceManager.takeSocket(["LISTEN_FDS": "x", "LISTEN_PID": "\(getpid())"])
    }
  }

  @Test(arguments: [false, true]) func systemdIsTold(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let path = isAbstract ? "@tempura-test-\(getpid())" : "\(folder.path)/notify"
    let address = try #require(UnixSocketAddress(path: path, allowsAbstract: true))
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
    setenv("NOTIFY_SOCKET", path, 1)
    ServiceManager.tell("READY=1")
    unsetenv("NOTIFY_SOCKET")
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "READY=1")
    ServiceManager.tell("READY=1")  // does nothing
  }
}
