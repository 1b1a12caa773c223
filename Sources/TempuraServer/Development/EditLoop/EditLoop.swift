internal import Basics
internal import Foundation
internal import Glibc
internal import HTTPServer

/// In development, builds the program anew when its sources change, and replaces the running one as in a deployment.
///
/// It is what systemd is to a server: it opens the socket and starts the program with it (sd_listen_fds(3)). After a build it starts the new program beside the old one. When the new one
/// says that it waits for the sessions of the old one, or that it serves (sd_notify(3)), the old one is asked to end. So a change
/// that does not compile, or that traps when the app is launched, leaves the old program in use.
final class EditLoop: Supervisor {
  private let command: String
  /// The file of the program, which the command replaces.
  private let program: String
  private let environment: [String: String]
  /// Where the sockets for notices and the status are.
  private let folder: String
  private let changes = Changes()
  private var copies: ResourceCopies

  private var build: Build?
  /// What pages show, until a build succeeds.
  private var failure: [String] = []
  /// Whether the program is to be started again even if a build fails.
  private var needsStart = false
  /// The program that serves, or will when the old one has ended.
  private var current: Server?
  /// A new program that has not said anything yet.
  private var next: Server?
  /// Those that were asked to end.
  private var ending: [Server] = []
  private var starts = 0

  private final class Changes: Sendable {
    let paths = Locked<Set<String>>([])
  }

  private struct Build {
    let process: pid_t
    /// A file without a name.
    let output: Int32
    let start = Clock.now()
    /// Whether sources have changed since it began.
    var isStale = false
    /// When it is killed, in nanoseconds of the monotonic clock; nil if it was not asked to end.
    var end: UInt64?

    /// When it is killed, or asked to end because it builds old sources; nil if never.
    var due: UInt64? { end ?? (isStale ? start + EditLoop.longestStaleBuild : nil) }
  }

  private struct Server {
    let process: pid_t
    let errors: LinePipe
    let notices: NoticeSocket
    /// What it has written to standard error, until it serves.
    var lines: [String] = []
    var isServing = false
    /// When it is killed, in nanoseconds of the monotonic clock; nil if it was not asked to end.
    var end: UInt64?
    /// When pages are told that it does not begin to serve; nil if they were.
    var lateTime: UInt64? = Clock.now() + EditLoop.longestStart

    /// Passes lines on, and keeps them until the server serves.
    mutating func passOn(_ lines: [String]) {
      for line in lines { Log.passOn(line) }
      if !isServing { self.lines = (self.lines + lines).suffix(50) }
    }
  }

  /// What a change of a file needs.
  private enum Need: Comparable {
    /// The server reads the file again by itself.
    case nothing
    /// The program has read the file when it started.
    case start
    case build
  }

  // In nanoseconds.
  /// The time for a program or a build that was asked to end. What was answered is stored in any case.
  private static let patience: UInt64 = 3_000_000_000
  /// The time after which a build is given up if sources have changed since it began.
  private static let longestStaleBuild: UInt64 = 10_000_000_000
  private static let longestStart: UInt64 = 15_000_000_000

  /// Opens the socket.
  ///
  /// - Parameters:
  ///   - command: The shell's command that builds the program. It prints what is wrong.
  ///   - signals: Those of the operator.
  /// - Throws: `HTTPServerError` or `SystemError`.
  init(
    name: String, command: String, address: ListeningAddress, environment: [String: String], signals: Signals, log: Log
  ) throws {
    self.command = command
    self.environment = environment
    program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    copies = ResourceCopies(besideProgram: program)
    let socket = try ListeningSocket(address, sharesPort: false)
    var folder = Array((FileManager.default.temporaryDirectory.path + "/tempura-XXXXXX").utf8CString)
    guard mkdtemp(&folder) != nil else { throw SystemError("mkdtemp") }
    self.folder = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    super.init(name: name, socket: socket, signals: signals, log: log)
  }

  /// Serves, and builds, until a signal asks the process to end.
  ///
  /// - Returns: The exit status: that of the program if it ended before it served.
  override func run() throws -> Int32 {
    defer {
      socket.removeFile()
      try? FileManager.default.removeItem(atPath: folder)
    }
    _ = try FolderWatch(["Sources", "Package.swift"]) { [changes] paths in
      changes.paths.withLock { $0.formUnion(paths.filter { !Self.isTemporary($0) }) }
      kill(getpid(), Supervisor.news)
    }
    copies.pairs.forEach(ResourceCopies.update)
    try start()
    return try super.run()
  }

  override var processes: [pid_t] {
    ([build?.process, current?.process, next?.process] + ending.map(\.process)).compactMap(\.self)
  }

  override var due: UInt64? {
    let servers = ending.map(\.end) + [current?.end, next?.lateTime]
    return (servers + [build?.due]).compactMap(\.self).min()
  }

  override func act() {
    actOnTime()
    guard !isStopping else { return }
    filesDidChange(
      changes.paths.withLock { paths in
        defer { paths = [] }
        return paths
      })
  }

  /// Only the program that serves reads its files again.
  override func forward(_ signal: Int32) {
    if let current { kill(current.process, signal) }
  }

  /// Kills what has not ended in time, gives up a build of old sources, and says that a program does not begin to serve.
  private func actOnTime() {
    let now = Clock.now()
    for index in ending.indices where ending[index].end.map({ $0 <= now }) == true {
      kill(ending[index].process, SIGKILL)
      ending[index].end = nil
    }
    if let server = current, let end = server.end, end <= now {
      kill(server.process, SIGKILL)
      current?.end = nil
    }
    if let server = next, let time = server.lateTime, time <= now {
      next?.lateTime = nil
      fail(Self.lateStart, server.lines)
    }
    guard let build, let due = build.due, due <= now else { return }
    if build.end == nil { return endBuild() }
    kill(-build.process, SIGKILL)
    self.build?.end = .max
  }

  private static let lateStart =
    "The new program has not begun to serve for \(longestStart / 1_000_000_000) s, and the one before it stays in use."

  /// Ends everything. The second time, what has not ended is left behind.
  override func stop(_ signal: Int32) {
    if isStopping { _exit(128 + signal) }
    super.stop(signal)
    endBuild()
    if let next { askToEnd(next, signal) }
    next = nil
    if let current { kill(current.process, signal) }
    current?.end = Clock.now() + Self.patience
  }

  // MARK: - Files

  /// Whether a file is one that an editor has for a moment, or beside the one that it edits.
  private static func isTemporary(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last else { return false }
    return name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~") || name.allSatisfy(\.isNumber)
  }

  private func filesDidChange(_ paths: Set<String>) {
    guard let need = paths.map(need).max() else { return }
    for pair in copies.pairs where paths.contains(where: pair.has) { ResourceCopies.update(pair) }
    switch need {
    case .nothing where needsStart && build == nil: startNext()
    case .nothing: break
    case .start where build == nil: startNext()
    case .start: needsStart = true
    case .build:
      guard build != nil else { return startBuild() }
      build?.isStale = true
    }
  }

  private func need(_ path: String) -> Need {
    guard let pair = copies.pairs.first(where: { $0.has(path) }) else { return .build }
    return pair.copy.hasSuffix("/Public") || pair.copy.hasSuffix("/Templates") ? .nothing : .start
  }

  // MARK: - Builds

  private func startBuild() {
    do throws(SystemError) {
      let output = try temporaryFile()
      let process = try ChildProcess.start(
        "/bin/sh", ["sh", "-c", command], environment, hasTerminal: false, output: output, errors: output)
      build = Build(process: process, output: output)
      tellPages()
    } catch {
      fail("The command of --build cannot be started: \(error).")
    }
  }

  private func endBuild() {
    guard let build else { return }
    // SwiftPM passes only this signal on to compilers.
    kill(-build.process, SIGINT)
    self.build?.end = Clock.now() + Self.patience
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
    if build.isStale { return startBuild() }
    let seconds = String(format: "%.1f", Double(Clock.now() - build.start) / 1e9)
    let lines = self.lines(of: build.output)
    for line in lines { Log.passOn(line) }
    if end == .exit(status: 0) {
      log.report("\(name): built in \(seconds) s.", .info)
      startNext()
      copies = ResourceCopies(besideProgram: program)
    } else {
      fail("The build failed after \(seconds) s, and the program before it stays in use.", lines)
      if needsStart { startNext() }
    }
  }

  private static let maxOutput = 64 * 1024

  /// The first lines of an output, with paths from the working directory.
  private func lines(of output: Int32) -> [String] {
    lseek(output, 0, SEEK_SET)
    let bytes = try? FileHandle(fileDescriptor: output, closeOnDealloc: false).read(upToCount: Self.maxOutput)
    let folder = FileManager.default.currentDirectoryPath + "/"
    var lines = String(decoding: bytes ?? Data(), as: UTF8.self).replacing(folder, with: "")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    if bytes?.count == Self.maxOutput { lines.append("… The output of the build goes on.") }
    return lines
  }

  /// - Parameter lines: Lines for pages, which the terminal has already.
  private func fail(_ sentence: String, _ lines: [String] = []) {
    log.report("\(name): \(sentence)")
    failure = [sentence, ""] + lines
    tellPages()
  }

  private func tellPages() {
    let activity: EditStatus.Activity = build != nil ? .building : failure.isEmpty ? .idle : .failed
    EditStatus(activity, failure).write(to: folder)
  }

  // MARK: - Programs

  /// Starts the program beside the one that serves, in the place of another one that does not serve yet.
  private func startNext() {
    needsStart = false
    if let next { askToEnd(next, SIGINT) }
    next = nil
    failure = []
    do {
      try start()
      tellPages()
    } catch {
      fail("The new program cannot be started: \(error).")
    }
  }

  private func start() throws {
    starts += 1
    let errors = try LinePipe()
    let notices = try NoticeSocket(path: "\(folder)/\(starts)")
    let variables = [
      EditedProgram.variable: EditedProgram(number: starts, folder: folder).text,
      "LISTEN_FDS": "1", "LISTEN_FDNAMES": "", "NOTIFY_SOCKET": notices.path,
    ]
    // systemd's protocol wants the id of the process, which is known only in it.
    let process = try ChildProcess.start(
      "/bin/sh", ["sh", "-c", "export LISTEN_PID=$$; exec \"$@\"", "sh", program] + ProcessArguments.all.dropFirst(),
      environment.merging(variables) { $1 }, blocking: Supervisor.forwarded,
      descriptors: [(socket.descriptor, ServiceManager.firstDescriptor)], errors: errors.input)
    let server = Server(process: process, errors: errors, notices: notices)
    if current == nil { current = server } else { next = server }
  }

  /// Passes on what the programs write, and takes notice of what they tell their service manager.
  override func read() {
    for line in ending.flatMap({ $0.errors.lines() }) { Log.passOn(line) }
    if let lines = current?.errors.lines() { current?.passOn(lines.map(copies.namingSources)) }
    if let lines = next?.errors.lines() { next?.passOn(lines.map(copies.namingSources)) }
    if isStopping { return }
    if let next, !next.notices.read().isDisjoint(with: [ServiceManager.waiting, ServiceManager.ready]) {
      if let current { askToEnd(current, SIGINT) }
      (current, self.next) = (next, nil)
      if failure.first == Self.lateStart {
        failure = []
        tellPages()
      }
    }
    guard let current, !current.isServing, current.notices.read().contains(ServiceManager.ready) else { return }
    self.current?.isServing = true
    if starts > 1 { log.report("\(name): the new program serves.", .info) }
  }

  private func askToEnd(_ server: Server, _ signal: Int32) {
    kill(server.process, signal)
    var server = server
    server.end = Clock.now() + Self.patience
    ending.append(server)
  }

  override func didEnd(_ process: pid_t, _ end: Worker.End) {
    if let build, build.process == process {
      didEnd(build, end)
    } else if let index = ending.firstIndex(where: { $0.process == process }) {
      for line in ending.remove(at: index).errors.allLines() { Log.passOn(line) }
    } else if var server = next, server.process == process {
      next = nil
      server.passOn(server.errors.allLines().map(copies.namingSources))
      if isStopping { return }
      // A changed file may mend it.
      needsStart = true
      fail(
        "The new program \(WorkerReport.how(end)) before it served, and the one before it stays in use.", server.lines)
    } else if var server = current, server.process == process {
      current = nil
      server.passOn(server.errors.allLines().map(copies.namingSources))
      didEndCurrent(server, end)
    }
  }

  private func didEndCurrent(_ server: Server, _ end: Worker.End) {
    (current, next) = (next, nil)
    if isStopping {
      status = end.status
    } else if starts == 1, !server.isServing {
      status = end.status
      stop(SIGTERM)
    } else if current == nil {
      fail(
        "The program \(WorkerReport.how(end)). It is built and started again when a source file changes.",
        server.lines)
    }
  }
}

/// What the program before has stored, and this one cannot read.
struct UnreadableSessions: Error, CustomStringConvertible {
  let lines: [String]

  var description: String {
    lines.joined(separator: " ") + " Mend it, or stop the server and start it again: these sessions then begin anew."
  }
}

/// What a program knows of the edit loop that has started it.
struct EditedProgram: Equatable {
  /// From 1.
  let number: Int
  /// That of the status.
  let folder: String

  /// The environment variable.
  static let variable = "TEMPURA_EDIT"

  /// The value of the variable.
  var text: String { "\(number) \(folder)" }

  init(number: Int, folder: String) { (self.number, self.folder) = (number, folder) }

  /// Nil if no edit loop has started the program.
  init?(_ environment: [String: String]) {
    let parts = environment[Self.variable]?.split(separator: " ", maxSplits: 1) ?? []
    guard parts.count == 2, let number = Int(parts[0]) else { return nil }
    self.init(number: number, folder: String(parts[1]))
  }

  /// Whether it takes the place of another one.
  var isSuccessor: Bool { number > 1 }
}
