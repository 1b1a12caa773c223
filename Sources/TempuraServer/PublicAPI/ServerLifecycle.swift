internal import Basics
internal import TempuraUI

/// An app delegate that opens and closes what all users of a process share, or that has jobs.
///
/// The server launches the delegate again for each tab. Connections to a database belong to the process, and so are opened here: see
/// docs/data.md.
///
/// With `--workers`, each worker is a process that calls these functions. The commands `sessions` and `parts`, `--help`, `--health-check` and
/// `--check-sessions` call none of them. An `AppDriver` calls `serverWillStart()`, once for all drivers of a process.
///
///     extension AppDelegate: ServerLifecycle {
///       static func serverWillStart() throws { try Orders.open() }
///       static func serverDidStop() { Orders.close() }
///       static var jobs: [ServerJob] { [ServerJob("invoices", every: 3600) { try Orders.sendInvoices() }] }
///     }
public protocol ServerLifecycle {
  /// Called once in each process that serves, on the main thread, before the app is launched for the first time. It may block.
  ///
  /// - Throws: What keeps the app from starting. The server prints the error, and ends with status 1.
  static func serverWillStart() throws

  /// Called once in each process that stops in order: after the last side effect has ended or was given up (`--drain`), after the last
  /// job, and after sessions are stored. It may block for some seconds. Not called after a failed start, after a crash, or while a job
  /// runs that was given up.
  static func serverDidStop()

  /// What the server does again and again. Asked for once, after `serverWillStart()`.
  static var jobs: [ServerJob] { get }
}

extension ServerLifecycle {
  public static func serverWillStart() throws {}
  public static func serverDidStop() {}
  public static var jobs: [ServerJob] { [] }

  /// Lets the app open what it shares.
  static func start() throws(AppStartError) {
    do { try serverWillStart() } catch { throw AppStartError(app: "\(self)", reason: "\(error)") }
  }

  /// Does that unless another server in this process has done it.
  static func startOnce() throws(AppStartError) {
    try started.withLock { types throws(AppStartError) in
      guard !types.contains(ObjectIdentifier(self)) else { return }
      try start()
      types.insert(ObjectIdentifier(self))
    }
  }
}

/// The delegates that servers for tests have started.
private let started = Locked<Set<ObjectIdentifier>>([])

/// `serverWillStart()` of an app has thrown an error.
struct AppStartError: Error, Equatable, CustomStringConvertible {
  let app: String
  let reason: String

  var description: String { "\(app).serverWillStart() failed: \(reason)" }
}
