internal import Basics
internal import CLinux
internal import Dispatch
internal import Foundation
internal import Glibc
internal import HTML
internal import HTTPServer
internal import Sessions
internal import TempuraUI

/// The server's program, from its flags to its end.
struct Program {
  let app: any UIApplicationDelegate.Type

  private var log = Log()
  private let name = ProcessArguments.programName ?? "server"
  /// The slot of this process among workers; nil for one without a parent of ours.
  private let worker: WorkerSlot?
  /// Nil if no edit loop has started this process.
  private let edited: EditedProgram?
  private let environment = ProcessInfo.processInfo.environment
  /// The name in the log.
  private var label: String { worker.map { "\(name) worker \($0.number)" } ?? name }

  init(app: any UIApplicationDelegate.Type) {
    self.app = app
    worker = WorkerSlot(environment)
    edited = EditedProgram(environment)
  }

  func run() -> Never {
    // Otherwise the first file that is opened gets the number of an output that is closed, and with it the lines of a log.
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
    let arguments = Array(ProcessArguments.all.dropFirst())
    let configuration = (app as? any ServerConfigurable.Type)?.serverConfiguration ?? ServerConfiguration()
    if let kind = arguments.first.flatMap(StoredKind.init) {
      let schemes = configuration.sessionStorages
      end(SessionsCommand.run(kind, arguments.dropFirst(), schemes, program: name, environment: environment))
    }
    do throws(CommandLineError) {
      if ProcessArguments.all.isEmpty { throw .noArguments }
      let options = try CommandLineOptions(
        arguments: arguments, environment: environment, appFlags: configuration.flags,
        schemes: configuration.sessionStorages)
      switch options.command {
      case .help:
        print(CommandLineOptions.help(program: name, appFlags: configuration.flags))
        exit(0)
      case .healthCheck: exit(HealthCheck.run(options) ? 0 : 1)
      case .checkSessions: logging(as: options, configuration).checkSessions(options, configuration, environment)
      case .serve: logging(as: options, configuration).serveOrStop(options, configuration, environment)
      }
    } catch {
      stop(error.description, status: CommandLineError.status)
    }
  }

  private func logging(as options: CommandLineOptions, _ configuration: ServerConfiguration) -> Program {
    var program = self
    program.log = options.log(configuration)
    return program
  }

  private func serveOrStop(
    _ options: CommandLineOptions, _ configuration: ServerConfiguration, _ environment: [String: String]
  ) -> Never {
    do {
      try serve(options, configuration, environment)
    } catch {
      stop("\(error)", status: error is CommandLineError ? CommandLineError.status : 1)
    }
  }

  /// Prints whether this build can read the stored sessions and shared parts.
  private func checkSessions(
    _ options: CommandLineOptions, _ configuration: ServerConfiguration, _ environment: [String: String]
  ) -> Never {
    do {
      let checks = try SessionCheck.ofAll(app, options, configuration, program: name, environment: environment)
      for line in checks.flatMap(\.lines) { print(Log.line(of: line)) }
      end(checks.allSatisfy(\.losesNothing) ? 0 : 1)
    } catch {
      stop("\(error)", status: SessionsCommand.status(of: error))
    }
  }

  private func stop(_ message: String, status: Int32) -> Never {
    log.report("\(label): \(message)")
    end(status)
  }

  /// Ends the process after all output is written, or cannot be written.
  private func end(_ status: Int32) -> Never {
    log.flush()
    // The app's output. `exit` writes it as well, but may wait forever.
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      fflush(nil)
      isWritten.signal()
    }
    if isWritten.wait(timeout: .now() + 1) == .timedOut { _exit(status) }
    exit(status)
  }

  /// Ends the process if code of the app keeps the server from stopping.
  private func end(ifRunningAfter time: Duration) {
    Thread.detachNewThread { [self] in
      Thread.sleep(forTimeInterval: time / .seconds(1))
      log.report(
        "\(label): a request still runs after \(time). The process ends now. All changes that were answered are stored."
      )
      log.flush()
      _exit(1)
    }
  }

  /// Takes up changed files, or says why not.
  private func reload(_ server: AppServer) {
    do {
      try server.reload()
      log.report("\(label): the changed files are used from now on.", .info)
    } catch {
      // In development, that names sources instead of their copies.
      let problem = server.runtime.app.development?.reloadProblem?.lines.first ?? "\(error)"
      log.report("\(label): the changed files are not used, and the old ones stay in use. \(problem)")
    }
  }

  private func serve(
    _ options: CommandLineOptions, _ configuration: ServerConfiguration, _ environment: [String: String]
  ) throws -> Never {
    if let command = options.buildCommand, options.isDevelopment, edited == nil {
      try edit(command, options, environment)
    }
    let options = try withInheritedSocket(options, environment)
    // Otherwise a program that hangs would keep the port if the loop, or its parent, is killed.
    if edited != nil { _ = signal_after_parent(SIGKILL) }
    if let count = options.isDevelopment ? 1 : options.workers, worker == nil {
      try supervise(count, options, environment)
    }
    let signals = Signals()
    Misuse.write { [log] in log.report($0) }
    // Before files are read, so that no change is missed.
    if options.watchesFolders {
      _ = try FolderWatch(AppFolders.wanted(options, bundle: configuration.bundle)) { _ in
        kill(getpid(), SIGHUP)
      }
    }
    // Safe because metatypes are immutable.
    nonisolated(unsafe) let lifecycle = app as? any ServerLifecycle.Type
    // Before the trial launch, whose side effects may use what the app opens.
    try lifecycle?.start()
    // Safe because after the start only the thread that waits for signals uses it.
    nonisolated(unsafe) let server = try ServerStart(
      app: app, configuration: configuration, options: options, name: name, environment: environment,
      crashNotes: worker.map { CrashNotes($0.trap) },
      mayWait: options.isDevelopment && !options.sharesPort && edited?.isSuccessor != true
        ? nil : waitForSessions(options)
    ).server()
    if let worker, worker.count > 1, !server.runtime.storage.isShared {
      throw CommandLineError.workersNeedSharedStorage
    }
    // For code that runs outside any session, such as a closure on a queue of the app.
    UIApplication.shared.environment.images = server.runtime.site.images
    let address = try server.listen()
    try server.start()
    worker?.didStart()
    if worker != nil, !options.isDevelopment {
      if let admin = server.adminAddress { log.report("\(label) serves metrics at \(admin)", .info) }
    } else {
      var news = ["serves \(address) with sessions in \(server.storageChoice)"]
      if let admin = server.adminAddress { news.append("serves metrics at \(admin)") }
      greet(news, as: options.logFormat)
    }
    // Now, because the first line says that the server serves, and jobs may print.
    try server.run(lifecycle?.jobs ?? [])
    if (worker?.number ?? 1) == 1 { Thread.detachNewThread { [runtime = server.runtime] in runtime.readSample() } }
    // The main thread runs the main queue, which apps may use as on a phone.
    let lameDuck = options.lameDuck
    Thread.detachNewThread { [self] in
      let signal = signals.wait { reload(server) }
      if worker == nil { ServiceManager.tell("STOPPING=1") }
      // Not for SIGINT: after Control-C a person waits, and there is no load balancer to inform.
      if signal == SIGTERM, lameDuck > 0 {
        log.report(
          "\(label): stopping in \(lameDuck) s. Until then it serves requests, and answers 503 at /health and /ready.",
          .info)
        server.leave()
        Thread.sleep(forTimeInterval: Double(lameDuck))
      }
      if edited == nil { log.report("\(label): stopping after the current requests.", .info) }
      end(ifRunningAfter: edited != nil ? .seconds(2) : server.longestStop)
      // A job that was given up may still use what the app would close.
      if server.stop() { lifecycle?.serverDidStop() }
      end(0)
    }
    let forever = Timer(timeInterval: .greatestFiniteMagnitude, repeats: true) { _ in }
    RunLoop.main.add(forever, forMode: .default)  // Without a source the run loop returns at once.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Says that the server can be used: on standard output, and to systemd.
  private func greet(_ news: [String], as format: LogFormat) {
    let output = LineWriter(descriptor: STDOUT_FILENO, format: format)
    // The edit loop says that another build serves at the same place.
    for line in edited?.isSuccessor == true ? [] : news.map({ Log.line(of: "\(name) \($0)") }) {
      output.add(format == .json ? Log.object(of: ServerLogEntry(.info, line)) : line)
    }
    output.flush()
    ServiceManager.tell(ServiceManager.ready)
  }

  // MARK: - Workers, and servers that replace others

  /// The options, with the listening socket of systemd, or of the parent if this process is a worker.
  private func withInheritedSocket(
    _ options: CommandLineOptions, _ environment: [String: String]
  ) throws -> CommandLineOptions {
    var options = options
    if let worker {
      guard worker.begin() else { stop("the process that started it has ended.", status: 1) }
      options.inheritedSocket = WorkerSlot.socket
      options.admin = options.admin?.ofWorker(worker.number)
    } else if let socket = try ServiceManager.takeSocket(environment) {
      if let flag = options.addressFlag, edited == nil {
        throw CommandLineError.contradiction(flag, "the socket that systemd passes on")
      }
      options.inheritedSocket = socket
    }
    try options.checkPanel(at: options.inheritedSocket.flatMap(ListeningAddress.init(of:)) ?? options.address)
    return options
  }

  /// Runs the edit loop until a signal asks the process to end.
  private func edit(_ command: String, _ options: CommandLineOptions, _ environment: [String: String]) throws -> Never {
    let signals = Signals()
    let loop = try EditLoop(
      name: name, command: command, address: options.address, environment: environment, signals: signals, log: log)
    end(try loop.run())
  }

  /// Runs workers that serve, until a signal asks the process to end.
  private func supervise(_ count: Int, _ options: CommandLineOptions, _ environment: [String: String]) throws -> Never {
    let signals = Signals()
    let socket = try ListeningSocket(options.address, sharesPort: options.sharesPort)
    let parent = try WorkerParent(
      name: name, count: count, isDevelopment: options.isDevelopment, socket: socket, environment: environment,
      lameDuck: options.lameDuck, signals: signals, log: log
    ) { address in
      if options.isDevelopment { return }  // The worker says more.
      greet(["serves \(address) with \(count) worker\(count == 1 ? "" : "s")"], as: options.logFormat)
    }
    end(try parent.run())
  }

  /// Waits while another server uses the file of the sessions: until it has stopped, which takes as long as this one would.
  private func waitForSessions(_ options: CommandLineOptions) -> (_ process: Int32?) -> Bool {
    let timeout = .seconds(options.lameDuck) + AppServer.longestStop(options)
    let deadline = ContinuousClock.now + timeout
    var isReported = false
    return { [self] process in
      if Signals.isPending { end(0) }
      if edited?.isSuccessor == true {
        ServiceManager.tell(ServiceManager.waiting)
      } else if !isReported {
        isReported = true
        log.report(
          "\(label): waiting up to \(timeout.components.seconds) s until \(process.map { "process \($0)" } ?? "another server") "
            + "has stopped, which uses the sessions. Clients of this server wait, too.", .info)
      }
      return ContinuousClock.now < deadline
    }
  }
}
