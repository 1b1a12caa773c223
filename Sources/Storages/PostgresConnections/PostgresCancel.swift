internal import Basics
internal import CPostgres
internal import Synchronization

/// Asks PostgreSQL to end what it runs for a connection that is given up.
///
/// PostgreSQL does not notice that the connection is closed. A commit that waits for a standby that is gone would keep its
/// slot among `max_connections` until the standby is back. After the request it waits no longer, and the change is stored
/// without the standby ("canceling wait for synchronous replication due to user request", syncrep.c). libpq sends the
/// request without TLS, until its version 17: a number that can only end statements of this connection.
enum PostgresCancel {
  /// The number of requests that PostgreSQL has not taken yet.
  private static let running = Atomic(0)

  /// libpq waits without a limit until PostgreSQL has taken the request, so it does that on a thread of its own. There are
  /// no more of these threads than connections of the largest pool.
  ///
  /// - Parameter timeout: How long to wait, because the request should be sent before the process ends.
  static func send(for connection: OpaquePointer, _ library: postgres_library, timeout: Duration) {
    guard running.load(ordering: .relaxed) < PostgresURL.largestPool else { return }
    guard let copy = library.PQgetCancel(connection) else { return }
    // Safe because it is a copy of what libpq has to know, which only one thread uses.
    nonisolated(unsafe) let request = copy
    running.add(1, ordering: .relaxed)
    @Sendable func end() {
      library.PQfreeCancel(request)
      running.subtract(1, ordering: .relaxed)
    }
    do {
      let call = try BlockingCall {
        var reason = [CChar](repeating: 0, count: 256)
        _ = library.PQcancel(request, &reason, Int32(reason.count))
        end()
      }
      _ = call.value(until: .now + timeout)
    } catch {
      end()
    }
  }
}
