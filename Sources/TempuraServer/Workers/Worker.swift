internal import Basics
internal import CLinux
internal import Glibc

/// A worker process as its parent sees it.
struct Worker {
  /// From 1.
  let number: Int
  private(set) var state = State.due(at: 0)
  /// How often it has ended since it last served for a while.
  private var failures = 0

  enum State: Equatable {
    /// In nanoseconds of the monotonic clock.
    case due(at: UInt64)
    case running(pid_t, since: UInt64)
  }

  /// How a process ended.
  enum End: Equatable {
    case exit(status: Int32)
    case signal(Int32)

    /// - Parameter status: As `waitpid` returns it.
    init(_ status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exit(status: (status >> 8) & 0xff) : .signal(signal)
    }

    /// The exit status as shells write it.
    var status: Int32 {
      switch self {
      case .exit(let status): status
      case .signal(let signal): 128 + signal
      }
    }
  }

  init(number: Int) { self.number = number }

  var process: pid_t? { if case .running(let process, _) = state { process } else { nil } }

  var isReady: Bool { process != nil && crash_is_ready(Int32(number - 1)) != 0 }

  /// The request that this worker ran for the app when it trapped; nil if it is not known.
  var culprit: UInt64? {
    let request = crash_culprit(Int32(number - 1))
    return request == 0 ? nil : request
  }

  mutating func didStart(_ process: pid_t, at now: UInt64) { state = .running(process, since: now) }

  /// The time of service after which earlier ends no longer delay the next start, in nanoseconds.
  static let healthyTime: UInt64 = 10_000_000_000

  /// Notes that the process has ended, or could not be started.
  ///
  /// - Parameters:
  ///   - least: The seconds that it waits at least.
  ///   - limit: The seconds that it waits at most.
  /// - Returns: The seconds after which it is started again: none at first, then 1, 2, 4 … 30.
  mutating func didEnd(at now: UInt64, waitingAtLeast least: Int = 0, atMost limit: Int = 30) -> Int {
    if case .running(_, let start) = state, now - start >= Self.healthyTime { failures = 0 }
    let delay = max(failures == 0 ? 0 : min(1 << (failures - 1), limit), least)
    failures = min(failures + 1, 6)
    state = .due(at: now + UInt64(delay) * 1_000_000_000)
    return delay
  }
}

extension Worker {
  /// Starts a process of the same program, which inherits two descriptors and the standard ones, and nothing else.
  ///
  /// - Parameter errors: Its standard error; nil for that of this process.
  static func spawn(
    environment: [String: String], socket: Int32, table: Int32, errors: Int32?
  ) throws(SystemError) -> pid_t {
    // Numbers that `dup2` below does not overwrite.
    let sources = (fcntl(socket, F_DUPFD_CLOEXEC, 16), fcntl(table, F_DUPFD_CLOEXEC, 16))
    defer { for source in [sources.0, sources.1] where source >= 0 { close(source) } }
    guard sources.0 >= 0, sources.1 >= 0 else { throw SystemError("fcntl") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First, because its number may be one of those below.
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, sources.0, WorkerSlot.socket)
    posix_spawn_file_actions_adddup2(&actions, sources.1, WorkerSlot.table)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: Control-C in a terminal comes once, from the parent. Signals wait until the worker waits for them.
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = WorkerParent.forwarded
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    // A server that was started to outlive its terminal (nohup(1)) ignores it, and so do its workers.
    sigdelset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = ProcessArguments.all.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    // The program of this process, even if its file was replaced meanwhile.
    let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError("posix_spawn", code) }
    return process
  }
}
