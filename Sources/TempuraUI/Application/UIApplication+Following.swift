public import Foundation
internal import Basics
internal import Hydra

// A server has many sessions, and Foundation's threads know none. A closure that goes through one of these functions keeps the
// session of the code that passes it. The file Following.swift of an app lets Foundation's methods call these functions: see
// docs/moving.md. Outside of sessions they change nothing.

extension UIApplication {
  /// Returns a closure that runs as code of the app that is running now.
  ///
  /// It runs on the thread that calls it, from where `DispatchQueue.main` leads back to the session. If the process's main queue
  /// calls it, it runs in a turn of the session. When the app ends, what it holds is released. From then on it does nothing.
  ///
  /// - Parameter isAwaited: Whether pages wait for its first run, as for a side effect.
  public static func following<each Value>(
    _ body: @escaping @Sendable (repeat each Value) -> Void, isAwaited: Bool = false
  ) -> @Sendable (repeat each Value) -> Void {
    guard let origin = Origin.ofApp else { return body }
    let call = PendingCall(origin, FollowingBody(run: body))
    let awaited = isAwaited && !DelayedWork.isRunning ? AwaitedWork() : nil
    return { (value: repeat each Value) in
      let values = (repeat each value)
      call.call { $0.run(repeat each values) }
      awaited?.end()
    }
  }

  /// Runs an operation for which pages wait, as for a side effect.
  public static func awaited<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> sending Result
  ) async rethrows -> sending Result {
    let work = DelayedWork.isRunning ? nil : AwaitedWork()
    defer { work?.end() }
    return try await operation()
  }

  /// Returns a queue for a delegate that belongs to the app that is running now.
  ///
  /// - Parameter queue: Where the delegate's methods run; nil for a serial queue. On the main queue they run in turns of the session.
  public static func followingQueue(_ queue: OperationQueue?) -> OperationQueue? {
    Origin.ofApp.map { DelegateQueue($0, queue) } ?? queue
  }

  /// Starts a timer that fires in turns of the session.
  ///
  /// - Returns: False outside of sessions, where a run loop has to start it.
  public static func start(_ timer: Timer) -> Bool {
    guard let origin = Origin.ofApp else { return false }
    schedule(PendingCall(origin, timer), at: timer.fireDate)
    return true
  }

  /// Runs a work item on the main queue, in a turn of the session. Pages wait for it as for a closure, unless it is cancelled.
  ///
  /// - Parameter time: When it runs; nil for as soon as possible.
  /// - Returns: False on other queues, and outside of sessions, where Dispatch has to run it.
  public static func start(_ item: DispatchWorkItem, on queue: DispatchQueue, at time: DispatchTime? = nil) -> Bool {
    guard queue.isMain, let origin = Origin.ofApp else { return false }
    if let time {
      DelayedWork.start({ item.perform() }, as: origin, at: time)?.endIfCancelled(item)
    } else {
      origin.async { item.perform() }
    }
    return true
  }

  private static func schedule(_ call: PendingCall<Timer>, at date: Date) {
    Timers.shared.after(max(date.timeIntervalSinceNow, 0)) {
      call.callInTurn { timer in
        DelayedWork.run { timer.fire() }
        guard timer.isValid else { return }
        // Like a run loop, it does not make up for what it missed.
        let next = date + timer.timeInterval
        schedule(call, at: next > .now ? next : .now + timer.timeInterval)
      }
    }
  }
}

/// A closure with any parameters.
private struct FollowingBody<each Value>: Sendable {
  let run: @Sendable (repeat each Value) -> Void
}

/// Runs what URLSession submits as code of the app that made the queue, also after the end of the app: tasks wait for it.
private final class DelegateQueue: OperationQueue, @unchecked Sendable {
  // Safe because all is immutable.
  private weak let app: (any MainExecutor)?
  private let cause: Cause?
  private let target: OperationQueue

  init(_ origin: Origin, _ target: OperationQueue?) {
    app = origin.executor
    cause = origin.cause
    self.target = target ?? OperationQueue()
    super.init()
    if target == nil { self.target.maxConcurrentOperationCount = 1 }
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    target.addOperation { [weak app, cause] in
      guard let app else { return block() }
      let isOnMainQueue = MainQueue.shared.isCurrent
      Origin(app, cause: cause).run { if isOnMainQueue { app.async(block) } else { block() } }
    }
  }
}
