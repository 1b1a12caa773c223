internal import CLinux
internal import Basics
internal import Glibc
internal import HTTPServer

/// The process that owns the listening socket, and starts its workers again when they end.
final class WorkerParent: Supervisor {
  private let table: Int32
  private var environment: [String: String]
  private var workers: [Worker]
  /// Those that are not written yet. It takes some tenths of a second, in which the next worker starts.
  private var backtraces: [(backtrace: Backtrace, message: [String])] = []
  private var wasReady = false
  /// How long the workers continue to serve after SIGTERM, in nanoseconds.
  private let lameDuck: UInt64
  /// When clients shall no longer find the file of a Unix socket; nil before the server stops.
  private var socketEnd: UInt64?
  private let whenReady: (ListeningAddress) -> Void
  /// In development, what the worker writes to standard error, and what of that tells of a trap. Nil in production.
  private let errors: WorkerErrors?

  /// - Parameters:
  ///   - name: The name of the program, for the log.
  ///   - isDevelopment: Whether the next worker tells users why code of the app has trapped. A worker that ends before it serves
  ///     then ends the program: it would do so again, and its developer is there.
  ///   - lameDuck: The seconds for which the workers continue to serve after SIGTERM.
  ///   - whenReady: Called when all workers serve, once.
  init(
    name: String, count: Int, isDevelopment: Bool, socket: ListeningSocket, environment: [String: String],
    lameDuck: Int, signals: Signals, log: Log, whenReady: @escaping (ListeningAddress) -> Void
  ) throws(SystemError) {
    self.lameDuck = UInt64(lameDuck) * 1_000_000_000
    self.whenReady = whenReady
    self.environment = environment
    errors = isDevelopment ? try WorkerErrors() : nil
    table = crash_table_make()
    if table < 0 { throw SystemError("memfd_create") }
    workers = (1...count).map { Worker(number: $0) }
    super.init(name: name, socket: socket, signals: signals, log: log)
  }

  override var processes: [pid_t] { workers.compactMap(\.process) }

  override var due: UInt64? {
    isStopping ? socketEnd : workers.compactMap { if case .due(let time) = $0.state { time } else { nil } }.min()
  }

  override func act() {
    if errors != nil { writeBacktraces() }  // for the next worker
    startDueWorkers()
    writeBacktraces()
    if let socketEnd, socketEnd <= Clock.now() {
      socket.removeFile()
      self.socketEnd = nil
    }
  }

  override func read() {
    errors?.passOn()
    if !wasReady, !isStopping, workers.allSatisfy(\.isReady) {
      wasReady = true
      whenReady(socket.address)
    }
  }

  override func stop(_ signal: Int32) {
    if !isStopping { ServiceManager.tell("STOPPING=1") }
    // The workers have the socket, too, and accept what waits. When the last of them closes it, no client can connect any more.
    super.stop(signal)
    // Not at once: until then the workers serve clients that find the file.
    socketEnd = signal == SIGTERM ? Clock.now() + lameDuck : 0
    forward(signal)
  }

  // MARK: - Processes

  private func startDueWorkers() {
    guard !isStopping else { return }
    let now = Clock.now()
    for index in workers.indices {
      guard case .due(let time) = workers[index].state, time <= now else { continue }
      let number = workers[index].number
      crash_clear(Int32(number - 1))
      do throws(SystemError) {
        let process = try Worker.spawn(
          environment: environment.merging([
            WorkerSlot.variable: WorkerSlot.text(number: number, count: workers.count)
          ]) { $1 }, socket: socket.descriptor, table: table, errors: errors?.input)
        workers[index].didStart(process, at: now)
      } catch {
        let delay = workers[index].didEnd(at: now, waitingAtLeast: 1)
        log.report("\(name): worker \(number) cannot be started: \(error). It is tried again in \(delay) s.")
      }
    }
  }

  override func didEnd(_ process: pid_t, _ end: Worker.End) {
    guard let index = workers.firstIndex(where: { $0.process == process }) else { return }
    let worker = workers[index]  // as it was
    let delay = workers[index].didEnd(at: Clock.now(), atMost: errors == nil ? 30 : 1)
    let trap = errors?.takeTrap() ?? []
    environment[WorkerSlot.trapVariable] = nil
    if let backtrace = Backtrace(ofWorker: worker.number) {
      backtraces.append((backtrace, trap.isEmpty ? ["The worker \(WorkerReport.how(end))."] : trap))
    }
    if isStopping {
      // That of the first worker which did not end with 0.
      if status == 0 { status = end.status }
      return
    }
    // A mistake in the settings does not go away.
    let isMistake = errors == nil ? end == .exit(status: CommandLineError.status) && !wasReady : !worker.isReady
    if isMistake {
      status = end.status
      return stop(SIGTERM)
    }
    log.report("\(name): \(WorkerReport.end(end, of: worker.number, process, didServe: worker.isReady, delay))")
    if let culprit = worker.culprit {
      let count = Int(crash_add(culprit))
      // A developer knows which request it was.
      if errors != nil, count < WorkerReport.maxStops { return }
      log.report("\(name): \(WorkerReport.culprit(count: count, of: worker.number))")
    }
  }

  private func writeBacktraces() {
    for (backtrace, message) in backtraces {
      let calls = backtrace.calls()
      if errors == nil {
        for call in calls { log.report("\(name): worker \(backtrace.worker) \(call.line)") }
      } else {
        let report = TrapReport(message, calls: calls)
        for line in report.lines { log.report(line) }
        environment[WorkerSlot.trapVariable] = report.text
      }
    }
    backtraces = []
  }
}

/// The sentences of a parent about its workers.
enum WorkerReport {
  /// How often a request may stop a worker.
  static let maxStops = 2

  /// - Parameters:
  ///   - didServe: Whether the worker had begun to serve.
  ///   - delay: The seconds until it is started again.
  static func end(_ end: Worker.End, of number: Int, _ process: pid_t, didServe: Bool, _ delay: Int) -> String {
    let when = didServe ? "" : " before it served"
    return "worker \(number) (process \(process)) \(how(end))\(when). It is started again "
      + (delay == 0 ? "at once." : "in \(delay) s.")
  }

  static func how(_ end: Worker.End) -> String {
    switch end {
    case .exit(let status) where status > 128: "ended with status \(status), \(name(of: status - 128))"
    case .exit(let status): "ended with status \(status)"
    case .signal(let signal): "was ended by \(name(of: signal))"
    }
  }

  static func culprit(count: Int, of number: Int) -> String {
    count < maxStops
      ? "worker \(number) trapped in code of the app, in a request that had not stopped a worker before."
      : "worker \(number) trapped in code of the app, in a request that has now stopped workers \(count) times. It is not "
        + "tried again within an hour. Its user is told."
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGTRAP: "SIGTRAP (a trap)"
    case SIGILL: "SIGILL (a trap)"
    case SIGSEGV: "SIGSEGV (bad memory access)"
    case SIGBUS: "SIGBUS (bad memory access)"
    case SIGFPE: "SIGFPE (an arithmetic error)"
    case SIGABRT: "SIGABRT (an abort)"
    case SIGKILL: "SIGKILL (by an operator, or because the system has no memory left)"
    default: "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
