internal import HTTPServer
internal import Hydra
internal import Sessions

/// Runs work after an answer of the storage, on a thread that the work may block. Made on the thread that asks the storage.
///
/// If that is a thread of the HTTP server, and it does not wait, the work goes on there: the answer to the request then needs
/// no other thread. Otherwise it goes on in the thread pool.
struct AfterAnswer: Sendable {
  private let isAtOnce: Bool
  private let thread: ServerThread?

  init(of storage: any SessionStorage) {
    isAtOnce = !storage.answersOnOwnThreads
    thread = isAtOnce ? nil : .current
  }

  func callAsFunction(_ body: @escaping @Sendable () -> Void) {
    if isAtOnce { return body() }
    if thread?.run(body) != true { ThreadPool.shared.start(body) }
  }

  /// Blocks the thread. Turns of other sessions that would go on here run in the pool, because the wait may depend on them.
  static func whileBlocked(_ wait: () -> Void) {
    ServerThread.whileBlocked(wait) { ThreadPool.shared.start($0) }
  }
}
