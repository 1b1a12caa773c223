import Foundation
import Glibc
import Synchronization

/// A proxy in front of a PostgreSQL that can lose an answer, and its connection with it.
final class PostgresProxy: Sendable {
  /// Has the socket under the name that libpq expects.
  let folder: String
  private let listener: SocketListener
  private let toLose: Counter
  private let lost: Counter

  private final class Counter: Sendable { let value = Atomic(0) }

  /// - Parameter path: The socket of the server.
  init(to path: String) throws {
    let (toLose, lost) = (Counter(), Counter())
    (self.toLose, self.lost) = (toLose, lost)
    listener = try SocketListener { client in
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard SocketListener.address(path, { connect(server, $0, $1) }) == 0 else {
        close(server)
        close(client)
        return
      }
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Self.pump(from: client, to: server) { true }
        for end in [client, server] { shutdown(end, Int32(SHUT_RDWR)) }
        isOver.signal()
      }
      Self.pump(from: server, to: client) {
        guard toLose.value.compareExchange(expected: 1, desired: 0, ordering: .sequentiallyConsistent).exchanged else {
          return true
        }
        lost.value.add(1, ordering: .sequentiallyConsistent)
        return false
      }
      for end in [client, server] { shutdown(end, Int32(SHUT_RDWR)) }
      isOver.wait()
      for end in [client, server] { close(end) }
    }
    folder = (listener.path as NSString).deletingLastPathComponent
    symlink(listener.path, "\(folder)/.s.PGSQL.5432")
  }

  /// Drops the next answer, and closes its connection.
  func loseNextAnswer() { toLose.value.store(1, ordering: .sequentiallyConsistent) }

  /// The number of answers that were dropped.
  var losses: Int { lost.value.load(ordering: .sequentiallyConsistent) }

  private static func pump(from source: Int32, to target: Int32, while isAllowed: () -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0, isAllowed(), send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
    }
  }
}
