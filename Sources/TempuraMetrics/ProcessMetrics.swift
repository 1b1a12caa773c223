internal import Basics
internal import Glibc

extension MetricRegistry {
  /// Defines the metrics of the process, with the names that all Prometheus clients give them
  /// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics).
  package func addProcessMetrics() {
    observe("process_cpu_seconds_total", "User and system CPU time of the process, in seconds.", kind: .counter) {
      ProcessState.current?.processorTime ?? .nan
    }
    observe("process_resident_memory_bytes", "Memory of the process that is in RAM, in bytes.") {
      ProcessState.current.map { Double($0.residentPages) * Double(sysconf(Int32(_SC_PAGESIZE))) } ?? .nan
    }
    observe("process_open_fds", "File descriptors that the process has open.") {
      ProcessState.openDescriptors.map(Double.init) ?? .nan
    }
    observe("process_max_fds", "File descriptors that the process may have open.") {
      var limit = rlimit()
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
      return isKnown ? Double(limit.rlim_cur) : .nan
    }
    observe("process_start_time_seconds", "Start of the process, in seconds since 1970.") {
      ProcessState.startTime ?? .nan
    }
  }
}

/// What the system says of this process (proc(5)).
struct ProcessState {
  /// In seconds.
  let processorTime: Double
  let residentPages: Int
  /// The time from the start of the system to that of the process, in seconds.
  private let startDelay: Double

  static var current: Self? { file("/proc/self/stat").flatMap { Self($0) } }

  /// - Parameter stat: The content of `/proc/self/stat`.
  init?(_ stat: String) {
    // The name of the program is in parentheses, and may contain any other character.
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    // Field 3 of the manual page is the first one here.
    func field(_ number: Int) -> Double? { number - 3 < fields.count ? Double(fields[number - 3]) : nil }
    guard let user = field(14), let system = field(15), let start = field(22), let pages = field(24) else { return nil }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    (processorTime, startDelay) = ((user + system) / ticks, start / ticks)
    residentPages = Int(pages)
  }

  /// Seconds since 1970.
  static let startTime: Double? = {
    guard let state = current, let system = file("/proc/stat") else { return nil }
    let line = system.split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line.flatMap { Double($0.dropFirst(6)) }.map { $0 + state.startDelay }
  }()

  static var openDescriptors: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count - 3  // ".", ".." and the folder itself
  }

  private static func file(_ path: String) -> String? {
    readAll(of: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
