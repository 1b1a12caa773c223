internal import Basics

/// A thread of a server, for work of a request that goes on after a wait.
///
/// The request's connection is nearly always one of the thread's, so that the answer needs no other thread.
package struct ServerThread: Sendable {
  private let loop: EventLoop

  /// The thread that calls; nil if it is not one of a server.
  package static var current: ServerThread? { EventLoop.current.map(ServerThread.init) }

  /// Blocks the calling thread. If it is a thread of a server, its work runs elsewhere during the wait.
  package static func whileBlocked(_ wait: () -> Void, elsewhere: (@escaping @Sendable () -> Void) -> Void) {
    guard let loop = EventLoop.current else { return wait() }
    loop.whileBlocked(wait, elsewhere: elsewhere)
  }

  /// Runs `body` on the thread, soon.
  ///
  /// - Returns: False if the thread has ended, or waits. `body` is not run then.
  package func run(_ body: @escaping @Sendable () -> Void) -> Bool { loop.perform(body) }
}
