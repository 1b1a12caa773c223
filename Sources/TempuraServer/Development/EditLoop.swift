internal import Basics
internal import Foundation
internal import Glibc
internal import HTTPServer
internal import Synchronization

/// In development, builds the program anew when its sources change, and replaces the running one as in a deployment.
///
/// This process runs no code of the app. It is what systemd is to a server: it opens the socket and starts the program with it
/// (sd_listen_fds(3)). After a build it starts the new program beside the old one. When the new one says that it waits for the
/// sessions of the old one, or that it serves (sd_notify(3)), the old one ends. So a change that does not compile, or that traps
/// when the program starts, leaves the old program in use.
final class EditLoop {
  private let name: String
  private let command: String
  /// The file of the program, which the command replaces.
  private let program: String
  private let environment: [String: String]
  private let socket: ListeningSocket
  private let signals: Signals
  private let log: Log
  /// Where the socket for notices and the status are.
  private let folder: String

  private var build: Build?
  /// The program that serves, or will when the old one has ended.
  private var current: Server?
  /// A new program that has not said anything yet.
  private var next: Server?
  /// Those that were told to end.
  private var leaving: [Server] = []
  private var starts = 0
  private var isStopping = false
  private var status: Int32 = 0
  private let changes = Changes()
  private var copies: ResourceCopies

  private final class Changes: Sendable {
    let paths = Locked<Set<String>>([])
  }

  /// What a change of a file needs.
  private enum Need: Comparable {
    /// The server reads it again by itself.
    case nothing
    /// The program has read it when it started.
    case start
    case build
  }

  private struct Build {
    let process: pid_t
    /// A file without a name.
    let output: Int32
    let time = Stopwatch()
    /// Whether sources have changed since it began.
    var isStale = false
    /// Whether the program is to be started again even if it is the same.
    var isOfResources: Bool
  }

  private struct Server {
    let process: pid_t
    let errors: LinePipe
    let notices: NoticeSocket
    let file: FileIdentity?
    /// What it has written to standard error, until it serves.
    var lines: [String] = []
    var isServing = false

    /// Passes on what it writes, and keeps that until it serves.
    mutating func read(_ copies: ResourceCopies) {
      let new = errors.lines().map(copies.namingSources)
      for line in new { Log.passOn(line) }
      if !isServing { lines = (lines + new.map(Log.line)).suffix(50) }
    }
  }

  /// The seconds after which a build is given up if sources have changed since it began.
  private static let longestStaleBuild = 10.0

  /// Opens the socket.
  ///
  /// - Parameters:
  ///   - command: The shell's command that builds the program.
  ///   - signals: Those of the operator.
  /// - Throws: `HTTPServerError`, `SystemError` or `FolderError`.
  init(
    name: String, command: String, address: ListeningAddress, environment: [String: String], signals: Signals, log: Log
  ) throws {
    self.name = name
    self.command = command
    self.environment = environment
    self.signals = signals
    self.log = log
    program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    copies = ResourceCopies(besideProgram: program)
    socket = try ListeningSocket(address, sharesPort: false)
    folder = FileManager.default.temporaryDirectory.appending(path: "tempura-edit-\(getpid())").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Serves, and builds, until a signal asks the process to end.
  ///
  /// - Returns: The exit status: that of the program if it ended before it served.
  func run() throws -> Int32 {
    defer {
      socket.removeFile()
      try? FileManager.default.removeItem(atPath: folder)
    }
    _ = try FolderWatch(["Sources", "Package.swift"]) { [changes] paths in
      changes.paths.withLock { $0.formUnion(paths) }
      kill(getpid(), WorkerParent.news)
    }
    copies.update()
    try start()
    while true {
      switch nextSignal() {
      case SIGTERM: stop(SIGTERM)
      case SIGINT: stop(SIGINT)
      case SIGHUP:
        if signals.isTerminalClosed { stop(SIGTERM) } else if let current { kill(current.process, SIGHUP) }
      default: break
      }
      listen()
      reap()
      if isStopping {
        if build == nil, current == nil, next == nil, leaving.isEmpty { return status }
      } else {
        didChange(
          changes.paths.withLock { paths in
            defer { paths = [] }
            return paths
          })
      }
    }
  }

  private func nextSignal() -> Int32 {
    var awaited = WorkerParent.awaited
    var signal: Int32 = 0
    return sigwait(&awaited, &signal) == 0 ? signal : 0
  }

  private func stop(_ signal: Int32) {
    isStopping = true
    socket.close()
    if let build { kill(-build.process, SIGTERM) }
    for server in [current, next].compactMap(\.self) + leaving { kill(server.process, signal) }
  }

  // MARK: - Builds

  private func didChange(_ paths: Set<String>) {
    guard let need = paths.map(need).max() else { return }
    copies.update()
    switch need {
    case .nothing: break
    case .start: if build == nil { startNext() }
    case .build:
      let isOfResources = paths.contains { !$0.hasSuffix(".swift") }
      guard build != nil else { return startBuild(isOfResources: isOfResources) }
      build?.isStale = true
      if isOfResources { build?.isOfResources = true }
      if let build, build.time.seconds > Self.longestStaleBuild { kill(-build.process, SIGTERM) }
    }
  }

  private func need(_ path: String) -> Need {
    guard let pair = copies.pair(of: path) else { return .build }
    return pair.copy.hasSuffix("/Public") || pair.copy.hasSuffix("/Templates") ? .nothing : .start
  }

  private func startBuild(isOfResources: Bool) {
    do throws(SystemError) {
      let output = try temporaryFile()
      let process = try ChildProcess.start(
        "/bin/sh", ["sh", "-c", command], environment, output: output, errors: output)
      build = Build(process: process, output: output, isOfResources: isOfResources)
      EditStatus(.building).write(to: folder)
    } catch {
      fail("The command of --build cannot be started: \(error).", [])
    }
  }

  private func temporaryFile() throws(SystemError) -> Int32 {
    var path = Array("\(folder)/build-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor < 0 { throw SystemError("mkstemp") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
  }

  private func didEnd(_ build: Build, _ end: Worker.End) {
    self.build = nil
    defer { close(build.output) }
    if isStopping { return }
    if build.isStale { return startBuild(isOfResources: build.isOfResources) }
    let seconds = String(format: "%.1f", build.time.seconds)
    guard end == .exit(status: 0) else {
      let problems = BuildOutput.problems(in: text(of: build.output))
      return fail("The build failed after \(seconds) s, and the program before it stays in use.", problems)
    }
    copies = ResourceCopies(besideProgram: program)
    copies.update()
    if !build.isOfResources, FileIdentity(program) == (next ?? current)?.file {
      EditStatus(.idle).write(to: folder)
      return log.report("\(name): nothing has changed in the program.", .info)
    }
    log.report("\(name): built in \(seconds) s.", .info)
    startNext()
  }

  /// Starts the program beside the one that serves, in the place of another one that does not serve yet.
  private func startNext() {
    if let next { leave(next) }
    next = nil
    do {
      try start()
    } catch {
      fail("The new program cannot be started: \(error).", [])
    }
  }

  private func text(of output: Int32) -> String {
    lseek(output, 0, SEEK_SET)
    let bytes = try? FileHandle(fileDescriptor: output, closeOnDealloc: false).readToEnd()
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }

  /// - Parameters:
  ///   - lines: What the terminal and pages show.
  ///   - written: What the terminal has already, and pages show, too.
  private func fail(_ sentence: String, _ lines: [String], _ written: [String] = []) {
    for line in lines { Log.passOn(line) }
    log.report("\(name): \(sentence)")
    EditStatus(.failed, [sentence, ""] + lines + written).write(to: folder)
  }

  // MARK: - Programs

  private func start() throws {
    starts += 1
    let errors = try LinePipe()
    let notices = try NoticeSocket(path: "\(folder)/\(starts)")
    let edited = [
      EditStatus.variable: folder, "LISTEN_FDS": "1", "NOTIFY_SOCKET": notices.path, "LISTEN_FDNAMES": "",
    ]
    let file = FileIdentity(program)
    // systemd's protocol wants the id of the process, which is known only in it.
    let process = try ChildProcess.start(
      "/bin/sh", ["sh", "-c", "export LISTEN_PID=$$; exec \"$@\"", "sh", program] + ProcessArguments.all.dropFirst(),
      environment.merging(edited) { $1 }, blocking: WorkerParent.forwarded,
      descriptors: [(socket.descriptor, ServiceManager.firstDescriptor)], errors: errors.input)
    let server = Server(process: process, errors: errors, notices: notices, file: file)
    if current == nil { current = server } else { next = server }
  }

  /// Passes on what the programs write, and takes notice of what they say.
  private func listen() {
    for line in leaving.flatMap({ $0.errors.lines() }) { Log.passOn(line) }
    current?.read(copies)
    next?.read(copies)
    if next.map({ $0.notices.heard.isDisjoint(with: [ServiceManager.waiting, ServiceManager.ready]) }) == false {
      if let current { leave(current) }
      current = next
      next = nil
    }
    guard current?.isServing == false, current?.notices.heard.contains(ServiceManager.ready) == true else { return }
    current?.isServing = true
    EditStatus(.idle).write(to: folder)
    if starts > 1 { log.report("\(name): the new program serves.", .info) }
  }

  private func leave(_ server: Server) {
    kill(server.process, SIGINT)
    leaving.append(server)
  }

  private func reap() {
    while true {
      var status: Int32 = 0
      let process = waitpid(-1, &status, WNOHANG)
      if process <= 0 { return }
      let end = Worker.End(status)
      if let build, build.process == process {
        didEnd(build, end)
      } else if let index = leaving.firstIndex(where: { $0.process == process }) {
        for line in leaving.remove(at: index).errors.allLines() { Log.passOn(line) }
      } else if next?.process == process {
        next?.read(copies)
        let lines = next?.lines ?? []
        next = nil
        fail(
          "The new program \(WorkerReport.how(end)) before it served, and the one before it stays in use.", [], lines)
      } else if current?.process == process {
        didEndCurrent(end)
      }
    }
  }

  private func didEndCurrent(_ end: Worker.End) {
    current?.read(copies)
    let server = current
    current = next
    next = nil
    if isStopping {
      status = end.status
    } else if starts == 1, server?.isServing == false {
      status = end.status
      stop(SIGTERM)
    } else if current == nil {
      fail(
        "The program \(WorkerReport.how(end)). It is built and started again when a source file changes.", [],
        server?.lines ?? [])
    }
  }
}

/// What tells a program from the one that a build makes in its place.
private struct FileIdentity: Equatable {
  private let inode: ino_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (inode, seconds, nanoseconds) = (status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
