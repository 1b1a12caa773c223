internal import PostgresConnections
internal import Sessions
internal import Basics

/// Receives the keys of sessions that other servers change, on a connection and a thread of its own. Connects when there
/// is an observer.
///
/// PostgreSQL delivers notifications in the order in which their transactions were committed (PostgreSQL, NOTIFY). So
/// when a beat comes back, all changes that were committed before its time have been reported.
final class PostgresSubscriber: Sendable {
  let observers = ChangeObservers()
  private let closing = Locked(false)
  private let destination: PostgresDestination
  private let statements: PostgresStatements
  private let names: PostgresNames
  private let ownChannel: String
  private let heartbeat: Heartbeat
  private let pool: PostgresPool
  private let waker: Waker

  /// - Parameter pool: Where beats are sent.
  init(
    _ destination: PostgresDestination, _ names: PostgresNames, _ statements: PostgresStatements, node: String,
    _ pool: PostgresPool
  ) throws(PostgresError) {
    do { waker = try Waker() } catch { throw PostgresError(error) }
    self.destination = destination
    self.statements = statements
    self.pool = pool
    self.names = names
    ownChannel = names.channel(of: node)
    heartbeat = Heartbeat(node: node, touch: destination.timeouts.touch, silence: destination.timeouts.message)
  }

  /// Looks again whether there is an observer.
  func wake() { waker.wake() }

  /// Whether all changes were reported that other servers made before `PostgresTimeouts.touch`. Can be called on any
  /// thread.
  var isInTouch: Bool { heartbeat.isInTouch }

  private func sendBeat() {
    observers.retryUnheard()
    let step = statements.notify(.text(ownChannel), .text(String(decoding: heartbeat.next(), as: UTF8.self)))
    Task.immediate { _ = try? await pool.run([step], .reading, isRepeatable: false) }
  }

  // MARK: - The thread

  private var isClosing: Bool { closing.withLock(\.self) }

  func close() {
    closing.withLock { $0 = true }
    waker.wake()
  }

  func run() {
    while observers.isEmpty, !isClosing {
      waker.pause(nil) { isClosing || !observers.isEmpty }
    }
    var backoff = Backoff()
    while !isClosing {
      do throws(PostgresError) {
        let connection = try PostgresConnection(to: destination)
        for channel in [names.channel, ownChannel] { _ = try connection.run(PostgresStep("LISTEN \(channel)")) }
        backoff = Backoff()
        // Notifications that were sent before are lost.
        observers.notify(.change(of: nil))
        try listen(connection)
      } catch {
        // The calls of the pool report the problem.
      }
      heartbeat.reset()
      waker.pause(backoff.next()) { isClosing }
    }
  }

  private func listen(_ connection: PostgresConnection) throws(PostgresError) {
    let start = Heartbeat.time
    var nextBeat = ContinuousClock.now
    while !isClosing {
      while let message = connection.nextNotification() {
        if let news = heartbeat.receive(message) { observers.notify(news) }
      }
      if .now >= nextBeat {
        if heartbeat.isMissing(since: start) { throw .silent }
        sendBeat()
        nextBeat = .now + destination.timeouts.beat
      }
      try connection.wait(waker, until: nextBeat)
    }
  }
}
