internal import Basics

/// A thread of a server, for work of a request that goes on after a wait.
///
/// The request's connection is nearly always one of the thread's, so that the answer needs no other thread.
package struct ServerThread: Sendable {
  private let loop: EventLoop

  /// The thread that calls; nil if it is not one of a server.
  package static var current: ServerThread? { EventLoop.current.map(ServerThread.init) }

  /// Runs `body` on the thread, soon.
  ///
  /// - Returns: False if the thread has ended. `body` is not run then.
  package func run(_ body: @escaping @Sendable () -> Void) -> Bool { loop.perform(body) }
}
