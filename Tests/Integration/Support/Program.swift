import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

/// A child process. Foundation's `Process` cannot set the signals and descriptors that a child inherits.
final class Program: Sendable {
  let id: pid_t
  /// The write end of the pipe to its standard input; -1 if there is none.
  private let input: Int32
  private let output: Int32
  private let folder: TemporaryFolder
  private let transcript = Mutex(Transcript())
  private let isSilent = DispatchSemaphore(value: 0)

  private struct Transcript {
    var unread: [UInt8] = []
    var log: [UInt8] = []
    var status: Int32?
  }

  /// - Parameters:
  ///   - input: The content of its standard input; nil if `write` sends it.
  ///   - environment: Its environment. Of this process's variables it inherits only `PATH`, `HOME` and `TSAN_OPTIONS`.
  init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = [],
    workingFolder: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    var environment = environment
    for name in ["PATH", "HOME", "TSAN_OPTIONS"] {
      environment[name] = environment[name] ?? ProcessInfo.processInfo.environment[name]
    }
    if let input { try Data(input).write(to: URL(fileURLWithPath: folder.path("input"))) }
    // One at a time, so that a program does not inherit another one's descriptors before they are marked.
    (id, self.input, output) = try Self.starting.withLock { [folder] _ in
      try Self.start(
        executable, arguments, environment, isWritten: input == nil, folder: folder.path,
        workingFolder: workingFolder ?? folder.path)
    }
  }

  private static let starting = Mutex(())

  private static func start(
    _ executable: String, _ arguments: [String], _ environment: [String: String], isWritten: Bool, folder: String,
    workingFolder: String
  ) throws -> (id: pid_t, input: Int32, output: Int32) {
    var inputs: [Int32] = [-1, -1]
    var outputs: [Int32] = [-1, -1]
    pipe(&outputs)
    if isWritten { pipe(&inputs) } else { inputs[0] = open("\(folder)/input", O_RDONLY) }
    let errors = open("\(folder)/errors", O_WRONLY | O_CREAT, 0o600)
    defer { for descriptor in [inputs[0], outputs[1], errors] { close(descriptor) } }
    for descriptor in inputs + outputs + [errors] where descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (new, descriptor) in [inputs[0], outputs[1], errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(new))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      if let descriptor = Int32(name), descriptor > 2 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = (["env", "--chdir=\(workingFolder)", executable] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id = pid_t()
    let code = posix_spawn(&id, "/usr/bin/env", &actions, &attributes, &words, &variables)
    guard code == 0 else {
      for descriptor in [inputs[1], outputs[0]] { close(descriptor) }
      throw TestError("\(executable) cannot be started: \(String(cString: strerror(code)))")
    }
    return (id, inputs[1], outputs[0])
  }

  deinit {
    if input >= 0 { close(input) }
    if transcript.withLock({ $0.status }) == nil {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
    close(output)
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Reads the next line of standard output; nil at the end. Do not call it after `drain`.
  func line() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let line = transcript.withLock { transcript -> String? in
        guard let end = transcript.unread.firstIndex(of: 0x0a) else { return nil }
        defer { transcript.unread.removeFirst(end + 1) }
        return String(decoding: transcript.unread[..<end], as: UTF8.self)
      }
      if let line { return line }
      let count = read(output, &buffer, buffer.count)
      if count <= 0 { return nil }
      transcript.withLock { $0.unread += buffer[..<count] }
    }
  }

  /// Reads the rest of standard output on another thread.
  func drain() {
    transcript.withLock { transcript in
      transcript.log += transcript.unread  // what came with the last line
      transcript.unread = []
    }
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(output, &buffer, buffer.count)
        if count <= 0 { break }
        transcript.withLock { $0.log += buffer[..<count] }
      }
      isSilent.signal()
    }
  }

  /// The standard output since `drain`.
  var printed: String { transcript.withLock { String(decoding: $0.log, as: UTF8.self) } }

  /// The standard error.
  var errors: String { String(decoding: folder.read("errors"), as: UTF8.self) }

  func signal(_ signal: Int32) { kill(id, signal) }

  /// Waits until the program has ended, and kills it after a minute. Call `drain` first.
  ///
  /// - Returns: The exit status, or 128 plus the signal, as in shells.
  func wait() -> Int32 {
    if let status = transcript.withLock({ $0.status }) { return status }
    if isSilent.wait(timeout: .now() + 60) == .timedOut { kill(id, SIGKILL) }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let result = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    transcript.withLock { $0.status = result }
    return result
  }

  /// Resident memory, in KiB.
  var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  /// The number of open sockets.
  var socketCount: Int {
    let folder = "/proc/\(id)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    return files.count { $0.hasPrefix("socket:") }
  }

  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs a program and waits until it has ended.
  static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    workingFolder: String? = nil
  ) throws -> Result {
    let program = try Program(
      executable, arguments, environment: environment, input: input, workingFolder: workingFolder)
    program.drain()
    let status = program.wait()
    return Result(status: status, output: program.printed, errors: program.errors)
  }
}
