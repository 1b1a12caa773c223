internal import CLinux
internal import Glibc

/// The slot of this process among the workers of a parent.
struct WorkerSlot: Equatable {
  /// From 1.
  let number: Int
  /// How many workers the parent has.
  let count: Int
  private let parent: pid_t
  /// In development, how code of the app stopped the worker before; nil if it did not.
  let trap: TrapReport?

  /// The environment variable by which a parent tells a worker its slot.
  static let variable = "TEMPURA_WORKER"

  /// The one for `trap`.
  static let trapVariable = "TEMPURA_TRAP"

  // The descriptors that a worker inherits.
  static let socket: Int32 = 3
  static let table: Int32 = 4

  /// The value of the variable.
  static func text(number: Int, count: Int) -> String { "\(number)/\(count)/\(getpid())" }

  /// Nil if the process is not a worker.
  init?(_ environment: [String: String]) {
    let parts = environment[Self.variable]?.split(separator: "/").compactMap { Int($0) } ?? []
    guard parts.count == 3, parts[0] >= 1, parts[0] <= parts[1], parts[1] <= CRASH_MAX_WORKERS else { return nil }
    (number, count, parent) = (parts[0], parts[1], pid_t(clamping: parts[2]))
    trap = environment[Self.trapVariable].map(TrapReport.init(text:))
  }

  /// Prepares the process: it stops when its parent ends, and notes the requests that run the app's code.
  ///
  /// - Returns: False if the parent has ended already.
  func begin() -> Bool {
    // Processes that the app starts are not workers.
    for variable in [Self.variable, Self.trapVariable] { unsetenv(variable) }
    for descriptor in [Self.socket, Self.table] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    guard signal_after_parent(SIGTERM) == 0, getppid() == parent else { return false }
    return crash_table_open(Self.table, Int32(number - 1)) == 0
  }

  /// Tells the parent that this worker serves.
  func didStart() {
    crash_set_ready()
    kill(parent, Supervisor.news)
  }
}
