internal import AppData
internal import Basics
internal import Dispatch
internal import Foundation
internal import HTTPServer
package import Recordings
internal import SessionKernel
internal import Sessions
package import TempuraUI

/// An app and its HTTP server. `main()` starts one. Tests start them in their own process.
package final class AppServer {
  let runtime: Runtime
  let handler: RequestHandler
  private let source: SiteSource
  /// Where sessions are stored.
  let storageChoice: StorageChoice
  private let options: CommandLineOptions
  private let http: HTTPServer
  /// The server of the admin address; nil if there is none.
  private let admin: HTTPServer?

  /// The admin address; nil before the start, and without one.
  private(set) var adminAddress: ListeningAddress?
  // Made in `start`, because releasing a timer that was not resumed crashes.
  private var timer: (any DispatchSourceTimer)?
  private var jobs: RunningJobs?

  /// Reads templates and files, and launches the app once as a check. Its sessions are in memory. The servers of an app in one
  /// process share what the app opens before the first one, and run no jobs.
  ///
  /// - Parameters:
  ///   - onDispatch: Called for each dispatch of the app's users.
  ///   - isRecorded: Whether sessions are recorded, as in development.
  /// - Throws: See `ServerStart`.
  package static func inMemory(
    _ app: any UIApplicationDelegate.Type, configuration: ServerConfiguration = ServerConfiguration(),
    port: UInt16 = 0, onDispatch: DispatchObserver? = nil, isRecorded: Bool = false
  ) throws -> AppServer {
    var options = try CommandLineOptions(arguments: [], environment: [:])
    options.port = port
    options.logsRequests = false
    options.sessions = .memory
    try (app as? any ServerLifecycle.Type)?.startOnce()
    let server = try ServerStart(
      app: app, configuration: configuration, options: options, name: "App", onDispatch: onDispatch,
      isRecorded: isRecorded
    ).server()
    server.runtime.motionClock = nil
    return server
  }

  /// Says when animations are over; nil if they are as soon as they begin.
  package func use(_ clock: MotionClock?) { runtime.motionClock = clock }

  /// What was recorded of each session, the one that was used last first.
  package var recordings: [Recording] { runtime.app.recorders?.all.map(\.recording) ?? [] }

  /// - Parameters:
  ///   - socket: The socket to listen at, if it is open already.
  ///   - crashNotes: Nil for a process that is not a worker.
  init(
    _ runtime: Runtime, http configuration: HTTPServerConfiguration, listeningAt socket: ListeningSocket?,
    sessionsIn storageChoice: StorageChoice, source: SiteSource, options: CommandLineOptions,
    crashNotes: CrashNotes? = nil
  ) {
    self.runtime = runtime
    self.storageChoice = storageChoice
    self.source = source
    self.options = options
    handler = RequestHandler(serving: runtime, newSessions: options.newSessionsPerAddress, crashNotes)
    http = HTTPServer(configuration: configuration, handler: handler, socket: socket)
    admin = options.admin.map { [http] in
      AdminServer.make(at: $0, sharesPort: options.sharesAddress, runtime) { http.isStopping }
    }
    Server.add(runtime)
    runtime.metrics.add(http)
    runtime.metrics.addBuild(app: source.name) { runtime.site.pages.release.id }
  }

  deinit { timer?.cancel() }

  /// Opens the socket. Clients can connect from now on, and wait until the server is started.
  ///
  /// - Throws: `HTTPServerError`, for example if the port is in use.
  @discardableResult func listen() throws -> ListeningAddress { try http.listen() }

  /// Starts the server.
  ///
  /// - Returns: The port; 0 for a Unix socket.
  /// - Throws: `HTTPServerError`, for example if the port is in use, or `AdminAddressError`.
  @discardableResult package func start() throws -> UInt16 {
    // First, so that a mistake in its address is known before there are visitors.
    do throws(HTTPServerError) {
      adminAddress = try admin?.listen()
      try admin?.start()
    } catch {
      throw AdminAddressError(reason: error)
    }
    try http.listen()
    if let address = http.numericAddress, admin?.numericAddress?.overlaps(address) == true {
      throw CommandLineError.adminIsPublic(address.description)
    }
    let port = try http.start()
    warnOfFewDescriptors()
    ScratchFolder.removeLeftovers()
    startCleaningUp()
    return port
  }

  /// Runs jobs until the server stops.
  ///
  /// - Throws: If the system has no thread left.
  func run(_ jobs: [ServerJob]) throws(SystemError) { self.jobs = try RunningJobs(jobs, runtime.log) }

  private func warnOfFewDescriptors() {
    if http.maxConnections < options.connections {
      runtime.log.report(
        "The system's limit of open files allows only \(http.maxConnections) connections instead of \(options.connections). "
          + "Raise the limit (ulimit -n).", .warning)
    }
    if let streams = options.streams, http.maxStreams < streams {
      runtime.log.report(
        "The system's limit of open files allows only \(http.maxStreams) streams of live pages instead of \(streams). Raise "
          + "the limit (ulimit -n), or set --streams.", .warning)
    }
  }

  private func startCleaningUp() {
    let runtime = runtime
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tempura.clean-up", qos: .utility))
    timer.schedule(deadline: .now() + 10, repeating: 10)
    timer.setEventHandler {
      runtime.endOverdueRecordings()
      runtime.kernel.cleanUp()
      runtime.handOverMetrics()
    }
    timer.resume()
    self.timer = timer
  }

  /// Reads templates and public files anew. Pages that are rendered from now on use them.
  ///
  /// - Throws: What is wrong with them, with file and line. The server goes on with the old ones.
  package func reload() throws {
    do {
      let site = try source.read()
      let old = runtime.site
      try runtime.replaceSite(by: site)
      runtime.app.development?.didReload(old, runtime)
    } catch {
      runtime.metrics.countReload(isDone: false)
      runtime.app.development?.didRefuseFiles(error, runtime)
      throw error
    }
    runtime.metrics.countReload(isDone: true)
  }

  /// Announces that the server will stop: `/health` and `/ready` answer 503, and each connection ends after its next answer.
  /// The server continues to serve.
  package func leave() { http.announceStop() }

  private static let grace = Duration.seconds(10)

  /// The longest time that `stop()` takes, unless code of the app never returns.
  package var longestStop: Duration { Self.longestStop(options) }

  static func longestStop(_ options: CommandLineOptions) -> Duration { grace + .seconds(options.drain + 10) }

  /// Refuses new requests, finishes the current ones, waits for side effects and jobs for a while, and stores all changes.
  ///
  /// - Returns: Whether all jobs have ended.
  @discardableResult package func stop() -> Bool {
    timer?.cancel()
    jobs?.end()
    http.stop(grace: Self.grace)
    let deadline = DispatchTime.now() + .seconds(options.drain)
    runtime.stop(within: .seconds(options.drain))
    runtime.app.recorders?.leave()
    let unfinished = jobs?.wait(until: deadline) ?? []
    for name in unfinished {
      runtime.log.report("The job \(name) was still running when the server stopped.", .warning)
    }
    runtime.storage.close()
    runtime.handOverMetrics()
    // Last, so that operators see the server stop.
    admin?.stop(grace: .zero)
    return unfinished.isEmpty
  }
}

extension RequestHandler {
  /// - Parameter crashNotes: Nil for a process that is not a worker.
  convenience init(serving runtime: Runtime, newSessions: AddressRateLimit = .none, _ crashNotes: CrashNotes? = nil) {
    let (development, recorders) = (runtime.app.development, runtime.app.recorders)
    let watchers: [(any RequestWatcher)?] = [SlowRequests(runtime.log), crashNotes, recorders, development]
    self.init(runtime: runtime, newSessions: newSessions, gate: development, watchers: watchers.compactMap(\.self))
  }
}
