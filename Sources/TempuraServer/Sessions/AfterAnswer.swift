internal import HTTPServer
internal import Hydra
internal import Sessions

/// Where work goes on after an answer of the storage: on a thread that it may block. Made before the storage is called.
///
/// Work that began on a thread of the HTTP server goes on there: requests run on these threads anyway, and the answer to the
/// request then needs no other thread. Other work goes on in the pool.
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

  /// Waits for something that other sessions may have to do, whose turns would go on on this thread.
  static func whileBlocked(_ wait: () -> Void) {
    ServerThread.whileBlocked(wait) { ThreadPool.shared.start($0) }
  }
}
