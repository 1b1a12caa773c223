import Foundation
import HTML
import HTTPServer
import Sessions
import Synchronization
import TempuraUI
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// A server of an app in this process.
final class TestServer: Sendable {
  let runtime: Runtime
  let port: UInt16
  private let http: HTTPServer

  init(
    _ app: any UIApplicationDelegate.Type = LibraryDelegate.self, storage: any SessionStorage = MemoryStorage(),
    threads: Int = 2,
    folder: String? = nil, basePath: String = "", memoryLimit: Int = .max, trustsProxy: Bool = false,
    newSessions: AddressRateLimit = .none, log: Log = Log(), slowRequest: Double? = nil,
    responseDeadline: Duration? = nil, development: Development? = nil, platform: Platform = .system,
    configure: (inout ServerConfiguration) -> Void = { _ in }, limits: (inout HTTPLimits) -> Void = { _ in }
  ) throws {
    var options = ServerConfiguration()
    options.sideEffectTimeout = 30
    options.liveTimeout = 30
    configure(&options)
    let templates = try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: [])
    let site = Site(
      pages: PageWriter(templates: templates, appName: "Test", basePath: basePath, stylesheets: []),
      files: StaticFiles(folders: folder.map { [$0] } ?? [], builtIn: [:]))
    var log = log
    log.slowRequest = slowRequest
    runtime = Runtime(
      try ServedApp(
        app, options, site, log,
        attachments: DevelopmentTools(development, development.map { _ in Recorders(recordsAll: true) })),
      storage: storage, site: site,
      memoryLimit: memoryLimit,
      log: log,
      // A test can hold back the storage's answers for a long time.
      readiness: Readiness(log: log, timeout: .seconds(3600)), platform: platform)
    var configuration = HTTPServerConfiguration()
    configuration.address = .tcp(host: "127.0.0.1", port: 0)
    configuration.threads = threads
    configuration.basePath = basePath
    configuration.limits.setUploadSize(of: options)
    limits(&configuration.limits)
    if let responseDeadline { configuration.limits.responseDeadline = responseDeadline }
    configuration.limits.longestWait = .seconds(60)  // the machine may be busy
    configuration.trustsForwardedHeaders = trustsProxy
    configuration.refusal = { [runtime] in runtime.refusal(of: $0) }
    if let log = development?.log { configuration.observers = [log] }
    http = HTTPServer(configuration: configuration, handler: RequestHandler(serving: runtime, newSessions: newSessions))
    port = try http.start()
    let (port, runtime) = (port, runtime)
    Self.runtimes.withLock { $0[port] = runtime }
  }

  deinit {
    let port = port
    Self.runtimes.withLock { $0[port] = nil }
    stop()
  }

  private static let runtimes = Mutex<[UInt16: Runtime]>([:])

  /// Waits until the turn is over in which a server of this process has answered a request, so that a test can look at the
  /// session. The answer is sent before that.
  static func waitForTurn(of cookie: String?, at port: UInt16) {
    guard let id = cookie.flatMap({ cookie in Array(cookie.utf8).withUnsafeBytes { SessionID($0) } }),
      let session = runtimes.withLock({ $0[port] })?.sessions[id]
    else { return }
    // A test may keep the next turn of the session from ending.
    let deadline = Date.now + 1
    while session.queue.isRunningNow, Date.now < deadline { usleep(1_000) }
  }

  func stop(grace: Duration = .zero) { http.stop(grace: grace) }

  func browser() -> Browser { Browser(port: port, server: self) }

  /// A browser that has opened a URL.
  func browser(at path: String) throws -> Browser {
    let browser = browser()
    try browser.open(path)
    return browser
  }

  /// The same browser at this server: a copy, with all cookies.
  func copy(of other: Browser) -> Browser {
    let copy = browser(of: other)
    (copy.version, copy.claims) = (other.version, other.claims)
    return copy
  }

  /// A browser with the cookie of another one that names its session.
  func browser(of other: Browser) -> Browser {
    Browser(port: port, cookie: other.cookie, server: self)
  }

  /// The session of a browser, if it is in memory.
  func session(of browser: Browser) -> Session? {
    browser.cookie.flatMap { cookie in Array(cookie.utf8).withUnsafeBytes { SessionID($0) } }.flatMap {
      runtime.sessions[$0]
    }
  }

  /// Evicts all idle sessions from memory. Their states stay in the storage.
  func evictAll() throws {
    let sessions = runtime.sessions.sessions(unusedSince: .max)
    for session in sessions { runtime.sessions.evict(session, ifUnusedSince: .max) }
    try waitUntil { runtime.sessions.count == 0 }
    for session in sessions { inTurn(of: session) {} }  // a session leaves the table before its scenes end
  }
}

/// Serves an app, and opens a page in a browser.
func visit(
  _ app: any UIApplicationDelegate.Type = LibraryDelegate.self, at path: String = "/list",
  storage: any SessionStorage = MemoryStorage(), threads: Int = 2, memoryLimit: Int = .max,
  responseDeadline: Duration? = nil, configure: (inout ServerConfiguration) -> Void = { _ in }
) throws -> (TestServer, Browser) {
  let server = try TestServer(
    app, storage: storage, threads: threads, memoryLimit: memoryLimit, responseDeadline: responseDeadline,
    configure: configure)
  let browser = try server.browser(at: path)
  // On a busy machine, a page may miss a short deadline.
  if responseDeadline != nil { try waitUntil { try browser.open(path).status == 200 } }
  return (server, browser)
}
