import Foundation
import Glibc
import Synchronization
import TestSupport

@testable import RedisSessions
@testable import Sessions

/// A redis-server that stores nothing on disk, in its own temporary folder.
final class RedisServer: Sendable {
  let folder: String
  private let arguments: [String]
  private let sentinel: String?
  private let running = Mutex<Running?>(nil)

  private struct Running: @unchecked Sendable {
    // Safe because it is only used under the lock.
    let shell: Process
    let input: Pipe
    let id: pid_t
  }

  /// Starts the server, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - arguments: Arguments besides those for its socket in the file system.
  ///   - sentinel: The configuration of a sentinel; nil for a server of data.
  init(_ arguments: [String] = [], sentinel: String? = nil) throws {
    var name = Array("/tmp/tempura-redis.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SetupError(description: "mkdtemp: \(String(cString: strerror(errno)))") }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.arguments = arguments
    self.sentinel = sentinel
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a server that also listens at a port of this machine.
  ///
  /// - Parameters:
  ///   - sentinel: The configuration of a sentinel; nil for a server of data.
  ///   - arguments: The arguments for the port.
  static func listening(
    sentinel: String? = nil, _ arguments: (_ port: UInt16) -> [String] = { ["--port", "\($0)"] }
  ) throws -> (server: RedisServer, port: UInt16) {
    for _ in 0..<10 {
      // Another process may take the port in between.
      let port = try UnusedPort().number
      let server = try? RedisServer(["--bind", "127.0.0.1"] + arguments(port), sentinel: sentinel)
      if let server { return (server, port) }
    }
    let port = try UnusedPort().number
    return (try RedisServer(["--bind", "127.0.0.1"] + arguments(port), sentinel: sentinel), port)
  }

  /// The server that tests share. Each test has its own prefix.
  static func shared() throws -> RedisServer { try sharedServer.get() }

  private static let sharedServer = Result { try RedisServer() }

  /// The path of its socket.
  var socket: String { "\(folder)/socket" }

  /// - Parameters:
  ///   - login: `USER:PASSWORD@` or nothing.
  ///   - query: The parameters.
  func url(login: String = "", _ query: String = "") throws -> RedisURL {
    try RedisURL("unix://\(login)\(socket)?\(query)")
  }

  var id: pid_t { running.withLock { $0?.id ?? 0 } }

  func start() throws {
    let input = Pipe()
    let output = Pipe()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The pipe is closed when this process ends, however that happens. The shell then ends the server, and removes its
    // folder.
    let script = """
      folder=$1; sentinel=$2; shift 2
      mkdir -p "$folder"
      exec 3<&0
      if [ -n "$sentinel" ]; then
        printf '%s\\n' "$sentinel" >"$folder/sentinel.conf"
        set -- --sentinel "$@"
        sentinel="$folder/sentinel.conf"
      fi
      redis-server $sentinel --port 0 --unixsocket "$folder/socket" --dir "$folder" --save '' --daemonize no "$@" &
      server=$!
      echo "process $server"
      { cat >/dev/null; kill -9 $server; } <&3 2>/dev/null &
      wait $server 2>/dev/null
      kill $! 2>/dev/null
      rm -rf "$folder"
      echo "It has ended."
      """
    shell.arguments = ["-c", script, "redis", folder, sentinel ?? ""] + arguments
    shell.standardInput = input
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    do {
      // "Ready to accept" or "now ready to accept", by where it listens.
      let id = try ServerOutput.waitUntilReady(
        output, sentinel == nil ? "eady to accept connections" : "+monitor master",
        else: "redis-server does not start; is Debian's package redis-server there?")
      running.withLock { $0 = Running(shell: shell, input: input, id: id) }
    } catch {
      try? input.fileHandleForWriting.close()
      throw error
    }
  }

  /// Kills the server. Its data is lost.
  func stop() {
    let stopped = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let stopped else { return }
    kill(stopped.id, SIGKILL)
    kill(stopped.id, SIGCONT)
    try? stopped.input.fileHandleForWriting.close()
    stopped.shell.waitUntilExit()
  }

  /// Stops the process until ``resume()``.
  func hang() { kill(id, SIGSTOP) }

  func resume() { kill(id, SIGCONT) }

  /// Waits until a replica has confirmed what it has, and so is counted by WAIT. Its link is up as much as a second earlier.
  func waitForReplica() throws {
    while try ask("INFO", "replication").firstMatch(of: /state=online,offset=[1-9]/) == nil {}
  }

  /// Runs a command with redis-cli.
  @discardableResult
  func ask(_ words: String...) throws -> String { try ask(words) }

  @discardableResult
  func ask(_ words: [String]) throws -> String {
    let client = Process()
    let output = Pipe()
    client.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    client.arguments = ["redis-cli", "-s", socket] + words
    client.standardInput = FileHandle.nullDevice
    client.standardOutput = output
    client.standardError = output
    try client.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    client.waitUntilExit()
    return text.trimmingCharacters(in: .newlines)
  }
}
