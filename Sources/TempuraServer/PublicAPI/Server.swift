internal import Basics
internal import Hydra

/// The server, for code of the app.
///
///     try database.insert(order)
///     Server.changed("orders")  // runs the observers of that notification, in the sessions of all users
public enum Server {
  /// Tells all users, on all servers, that something outside of their states has changed, such as a table in the app's database.
  ///
  /// In each scene that observes the notification of this name, the observers run as if it was posted: those of
  /// `ObserverInterceptor.observe([.onNotification(…)])` and of `NotificationCenter`. Other sessions cost nothing.
  ///
  /// - A session with an open page is told at once; of many such sessions, 1,000 in a second.
  /// - A session without one is told when its next request comes. A page waits for what the observers start, as for other side effects.
  /// - A session that has left memory is not told. Its screens are made again, and load what they show.
  ///
  /// Call it after the change is committed, in a side effect, a job, or on any other thread. It does not wait. Other servers are told by
  /// the storage of sessions, if that is a Redis or a PostgreSQL: at once, or within some seconds after a lost connection, in which case
  /// observers of all names run. Calls with the same name within a tenth of a second may run observers once. After
  /// more than 1,000 names in that time, observers of all names run at the other servers.
  ///
  /// - Parameter name: The name of the notification: at most 200 bytes of UTF-8. A longer one is reported as a mistake, and not sent.
  public static func changed(_ name: String) {
    guard name.utf8.count <= maxNameBytes else { return Misuse.report(longName(name)) }
    if let receiver = Main.scoped as? any ChangeReceiver { return receiver.didChange(name) }
    for receiver in running.withLock({ $0.compactMap(\.receiver) }) { receiver.didChange(name) }
  }

  static let maxNameBytes = 200

  static func longName(_ name: String) -> String {
    "Server.changed: the name \"\(name.prefix(20))…\" has \(name.utf8.count) bytes, and \(maxNameBytes) are allowed."
  }

  /// Those that serve in this process: one, except in tests.
  private static let running = Locked<[WeakReceiver]>([])

  private struct WeakReceiver: Sendable {
    weak var receiver: (any ChangeReceiver)?
  }

  /// Lets code outside of all sessions reach the sessions of a server, as long as that exists.
  static func add(_ receiver: any ChangeReceiver) {
    running.withLock { running in
      running.removeAll { $0.receiver == nil }
      running.append(WeakReceiver(receiver: receiver))
    }
  }
}

/// What tells sessions of changes outside of them.
protocol ChangeReceiver: AnyObject, Sendable {
  /// Something has changed, which this server is the first one to know.
  func didChange(_ name: String)
}
