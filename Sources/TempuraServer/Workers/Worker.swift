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
  /// Starts a process of the same program, even if its file was replaced meanwhile.
  ///
  /// - Parameter errors: Its standard error; nil for that of this process.
  static func spawn(
    environment: [String: String], socket: Int32, table: Int32, errors: Int32?
  ) throws(SystemError) -> pid_t {
    try ChildProcess.start(
      "/proc/self/exe", ProcessArguments.all, environment, blocking: Supervisor.forwarded,
      descriptors: [(socket, WorkerSlot.socket), (table, WorkerSlot.table)], errors: errors)
  }
}
