internal import Foundation
package import Glibc
internal import Synchronization

/// A server of PostgreSQL that does not wait for the disk, in its own temporary folder. If the tests run as root, it runs
/// as another user, because it refuses to be root.
package final class PostgresServer: Sendable {
  /// Has the socket, and the folder `data`.
  package let folder: String
  private let port: UInt16
  private let arguments: [String]
  private let running = Mutex<Running?>(nil)

  private struct Running: @unchecked Sendable {
    // Safe because it is only used under the lock.
    let shell: Process
    let input: Pipe
    let id: pid_t
  }

  /// Makes a database, starts its server, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - port: A port of this machine where it listens, too; nil for none.
  ///   - settings: Settings besides those for its socket in the file system.
  ///   - prepare: Gets the folder of the database before the start, for its files.
  package init(
    port: UInt16? = nil, _ settings: [String] = [], prepare: (_ data: String) throws -> Void = { _ in }
  ) throws {
    folder = try Self.newFolder()
    self.port = port ?? 5432
    let all =
      [
        "listen_addresses=\(port == nil ? "" : "127.0.0.1")", "port=\(self.port)", "unix_socket_directories=\(folder)",
        "fsync=off", "lc_messages=C",
      ] + settings
    arguments = all.flatMap { ["-c", $0] }
    try Self.run(["cp", "--archive", Self.template.get().folder + "/data", folder])
    try prepare("\(folder)/data")
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a server that also listens at a port of this machine.
  package static func listening(
    _ settings: [String] = [], prepare: (_ data: String) throws -> Void = { _ in }
  ) throws -> (server: PostgresServer, port: UInt16) {
    for _ in 0..<5 {
      // Another process may take the port in between.
      let port = try UnusedPort().number
      if let server = try? PostgresServer(port: port, settings, prepare: prepare) { return (server, port) }
    }
    let port = try UnusedPort().number
    return (try PostgresServer(port: port, settings, prepare: prepare), port)
  }

  /// The server that tests share. Each test has its own prefix.
  package static func shared() throws -> PostgresServer { try sharedServer.get() }

  private static let sharedServer = Result { try PostgresServer(["max_connections=300"]) }

  /// A database that was never started. Each server copies it, because `initdb` takes a second.
  private static let template = Result {
    let folder = try newFolder()
    let remover = Process()
    let input = Pipe()
    remover.executableURL = URL(fileURLWithPath: "/bin/bash")
    // The pipe is closed when this process ends.
    remover.arguments = ["-c", "cat >/dev/null; rm -rf \"$1\"", "template", folder]
    remover.standardInput = input
    try remover.run()
    let options = ["--username=postgres", "--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"]
    try run(asUser + ["\(programs)/initdb", "--pgdata=\(folder)/data", "--wal-segsize=1"] + options)
    return Template(folder: folder, input: input)
  }

  private struct Template: @unchecked Sendable {
    let folder: String
    // Safe because it is only kept open.
    let input: Pipe
  }

  private static func newFolder() throws -> String {
    var name = Array("/tmp/tempura-postgres.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SetupError(description: "mkdtemp: \(String(cString: strerror(errno)))") }
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if geteuid() == 0 { chown(folder, user, user) }
    return folder
  }

  /// The folder with `initdb` and `postgres`. Debian keeps it off the PATH.
  private static let programs: String = {
    let folder = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return "\(folder)/\(versions.compactMap { Int($0) }.max() ?? 15)/bin"
  }()

  /// The user `nobody`.
  package static let user: uid_t = 65534
  private static let asUser =
    geteuid() == 0 ? ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []

  /// The URL of a database.
  ///
  /// - Parameters:
  ///   - login: `USER:PASSWORD@` or nothing.
  ///   - query: More parameters.
  package func urlText(login: String = "postgres@", database: String = "postgres", _ query: String = "") -> String {
    "postgres://\(login)/\(database)?host=\(folder)&port=\(port)&\(query)"
  }

  package var id: pid_t { running.withLock { $0?.id ?? 0 } }

  package func start() throws {
    let input = Pipe()
    let output = Pipe()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    // The pipe is closed when this process ends, however that happens. The shell then ends the server, and removes its
    // folder. It is not sh, because dash may miss the end of the server and wait for ever.
    let script = """
      folder=$1; shift
      exec 3<&0
      "$@" &
      server=$!
      echo "process $server"
      { cat >/dev/null; kill -QUIT $server; } <&3 2>/dev/null &
      wait $server 2>/dev/null
      kill $! 2>/dev/null
      [ -e "$folder/keep" ] || rm -rf "$folder"
      echo "It has ended."
      """
    shell.arguments =
      ["-c", script, "postgres", folder] + Self.asUser + ["\(Self.programs)/postgres", "-D", "\(folder)/data"]
      + arguments
    shell.standardInput = input
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    do {
      let id = try ServerOutput.waitUntilReady(
        output, "ready to accept connections",
        else: "PostgreSQL does not start; is Debian's package postgresql-15 there?")
      running.withLock { $0 = Running(shell: shell, input: input, id: id) }
    } catch {
      try? input.fileHandleForWriting.close()
      throw error
    }
  }

  /// Ends the server without a checkpoint. It can be started again with what was committed.
  package func stop() {
    let stopped = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let stopped else { return }
    _ = FileManager.default.createFile(atPath: "\(folder)/keep", contents: nil)
    kill(stopped.id, SIGQUIT)
    try? stopped.input.fileHandleForWriting.close()
    stopped.shell.waitUntilExit()
    try? FileManager.default.removeItem(atPath: "\(folder)/keep")
  }

  /// Stops all processes, until ``resume(_:)``.
  ///
  /// - Returns: The stopped processes.
  package func hang() throws -> [pid_t] {
    // The first one, which accepts connections, stops first, so that no connection begins while the others are listed.
    let first = id
    kill(first, SIGSTOP)
    while try !String(contentsOfFile: "/proc/\(first)/stat", encoding: .utf8).contains(") T ") { sched_yield() }
    let others = try String(contentsOfFile: "/proc/\(first)/task/\(first)/children", encoding: .utf8)
    let stopped = [first] + others.split(separator: " ").compactMap { pid_t($0) }
    for process in stopped { kill(process, SIGSTOP) }
    return stopped
  }

  package func resume(_ processes: [pid_t]) { for process in processes { kill(process, SIGCONT) } }

  /// Runs SQL with psql, as the superuser.
  @discardableResult
  package func ask(_ sql: String, database: String = "postgres") throws -> String {
    try Self.run([
      "\(Self.programs)/psql", "--no-psqlrc", "--no-align", "--tuples-only", "--quiet", "--set=ON_ERROR_STOP=1",
      "--host=\(folder)", "--port=\(port)", "--username=postgres", "--dbname=\(database)", "--command=\(sql)",
    ])
  }

  @discardableResult
  package static func run(_ command: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SetupError(description: "\(command.joined(separator: " ")): \(text)")
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
