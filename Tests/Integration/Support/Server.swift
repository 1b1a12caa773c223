import Foundation
import Synchronization
import TestSupport
import Testing

/// A real server in its own process, on a free port.
final class Server: Sendable {
  let program: Program
  /// The line that it prints when it begins to serve.
  let greeting: String
  let url: String
  var port: UInt16 { UInt16(url.split(separator: ":").last ?? "") ?? 0 }
  let folder: TemporaryFolder
  private let pages = Mutex<[[UInt8]]>([])

  /// The path of a program that is built together with the tests.
  static func executable(_ name: String = "TodoServer") throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw TestError("There is no program \(path) to test. `swift build --build-tests` makes it beside \(tests).")
    }
    return path
  }

  /// The environment of a server or command, with the sessions in a file of the folder.
  static func environment(_ environment: [String: String], in folder: TemporaryFolder) -> [String: String] {
    standard(["SESSIONS": "sqlite:\(folder.path)/sessions.db"].merging(environment) { $1 })
  }

  /// The environment without lame-duck time, so that the server stops at once. The machine may do other things, so that
  /// requests wait: none is to be refused for that, nor to be in the log for its time.
  private static func standard(_ environment: [String: String]) -> [String: String] {
    ["LAME_DUCK": "0", "LONGEST_WAIT": "60000", "SLOW_TAP": "0"].merging(environment) { $1 }
  }

  private init(
    _ name: String, _ arguments: [String], environment: [String: String], files: [String: String], hasPlace: Bool
  ) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    program = try Program(
      Self.executable(name), arguments,
      environment: hasPlace ? Self.environment(environment, in: folder) : Self.standard(environment),
      workingFolder: folder.path)
    guard let line = program.line(), let start = line.firstRange(of: " serves ") else {
      program.drain()
      throw TestError("The server did not start: status \(program.wait()), \(program.errors)")
    }
    greeting = line
    url = String(line[start.upperBound...].prefix { $0 != " " })
    program.drain()
    #expect(line.contains("\(name) serves http://127.0.0.1:"))
  }

  /// Runs a test with a server, stops the server with a signal, and checks its exit status and all its pages. In a suite with the
  /// trait `.oneServer`, tests without settings of their own share a server.
  ///
  /// - Parameters:
  ///   - name: The program.
  ///   - files: The files in the working directory of the server.
  ///   - hasPlace: Whether the environment says where sessions are. If not, the server uses the default place.
  ///   - signal: The signal that stops the server.
  static func running<Result>(
    program name: String = "TodoServer", _ arguments: [String] = ["--port", "0"], environment: [String: String] = [:],
    files: [String: String] = [:], endedBy signal: Int32 = SIGTERM, hasPlace: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Server) throws -> Result
  ) throws -> Result {
    if let server = OneServer.server, name == "TodoServer", arguments == ["--port", "0"], environment.isEmpty,
      files.isEmpty, signal == SIGTERM, hasPlace
    {
      defer { server.checkPages(sourceLocation) }
      return try body(server)
    }
    let server = try Server(name, arguments, environment: environment, files: files, hasPlace: hasPlace)
    defer { server.stop(signal, sourceLocation) }
    return try body(server)
  }

  private func stop(_ signal: Int32, _ sourceLocation: SourceLocation) {
    program.signal(signal)
    let status = program.wait()
    if status != (signal == SIGKILL ? 128 + SIGKILL : 0) {
      Issue.record("The server ended with status \(status): \(program.errors)", sourceLocation: sourceLocation)
    }
    checkPages(sourceLocation)
  }

  private func checkPages(_ sourceLocation: SourceLocation) {
    let new = pages.withLock { pages in
      defer { pages = [] }
      return pages
    }
    PageChecker.shared.check(new, sourceLocation: sourceLocation)
  }

  /// One server of the todo demo for the tests of a suite.
  struct OneServer: SuiteTrait, TestScoping {
    @TaskLocal static var server: Server?

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let server = try Server("TodoServer", ["--port", "0"], environment: [:], files: [:], hasPlace: true)
      defer { server.stop(SIGTERM, test.sourceLocation) }
      try await Self.$server.withValue(server, operation: function)
    }
  }

  /// Adds a page to those that are checked.
  func addPage(_ page: [UInt8]) { pages.withLock { $0.append(page) } }

  /// Sends SIGHUP, and waits until the log says another time what came of it.
  func reload(until message: String = "TodoServer: the changed files are used from now on.") throws {
    let before = program.errors.ranges(of: message).count
    program.signal(SIGHUP)
    try waitUntil { program.errors.ranges(of: message).count > before }
  }

  /// A browser without cookies.
  func browser() throws -> Browser { try Browser(self) }

  func connect() throws -> RawClient { try RawClient(port: port) }

  /// Sends the bytes of a request on a new connection.
  func send(_ request: String, toHead: Bool = false) throws -> RawResponse {
    try send(Array(request.utf8), toHead: toHead)
  }

  func send(_ request: [UInt8], toHead: Bool = false) throws -> RawResponse {
    let client = try connect()
    client.send(request)
    let response = try client.response(toHead: toHead)
    if response.isPage { addPage(response.body) }
    return response
  }
}

extension Trait where Self == Server.OneServer {
  /// One server for all tests of the suite that have no settings of their own.
  static var oneServer: Self { Self() }
}
