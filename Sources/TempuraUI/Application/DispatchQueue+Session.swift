public import Dispatch
internal import Basics
internal import Hydra
package import Synchronization

// On a phone `DispatchQueue.main` is where an app lives. On a server an app lives in its session, and the process has one
// main queue for all. These methods send work for the main queue to the app whose code is running, so that
// `DispatchQueue.main.async { [weak self] in self?.label.text = text }` does what it does on a phone. The compiler prefers them
// to the methods of Dispatch, which have more parameters, or optional ones.

extension DispatchQueue {
  /// Runs work later. On the main queue, and in an app on a server: in a turn of the session, before the page is answered if
  /// the call is made in a turn.
  ///
  /// On other queues the work still belongs to the app that called: `UIApplication.shared` is its application, and its
  /// `DispatchQueue.main` leads back to the session.
  public func async(
    execute work: @escaping @Sendable () -> Void, file: StaticString = #fileID, line: UInt = #line
  ) {
    if isMain {
      if let origin = Origin.ofApp { return origin.async(work) }
      if OutsideSessions.isServing.load(ordering: .relaxed) { OutsideSessions.report("\(file):\(line)") }
    }
    async(group: nil, execute: UIApplication.following(work))
  }

  /// Runs work later, as a part of a group.
  public func async(
    group: DispatchGroup, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {
    async(group: Optional(group), qos: qos, flags: flags, execute: UIApplication.following(work))
  }

  /// Runs work later, with a quality of service, or with flags such as `.barrier`.
  public func async(
    qos: DispatchQoS, flags: DispatchWorkItemFlags = [], execute work: @escaping @Sendable () -> Void
  ) {
    async(group: nil, qos: qos, flags: flags, execute: UIApplication.following(work))
  }

  /// Runs work later, with flags such as `.barrier`.
  public func async(flags: DispatchWorkItemFlags, execute work: @escaping @Sendable () -> Void) {
    async(group: nil, flags: flags, execute: UIApplication.following(work))
  }

  /// Runs work after a time. On the main queue, and in an app on a server: in a turn of the session.
  ///
  /// Work that is due within two seconds counts as a side effect: answers wait for it in the same way, and just as long. Work
  /// that such work submits does not count. Work of an app that ended meanwhile is dropped.
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
    guard isMain, let origin = Origin.ofApp else {
      return asyncAfter(deadline: deadline, qos: .unspecified, execute: UIApplication.following(work))
    }
    _ = DelayedWork.start(work, as: origin, at: deadline)
  }

  // On Linux each use of `DispatchQueue.main` makes another object for the same queue.
  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  var isMain: Bool { getSpecific(key: Self.mainKey) == true }
}

extension DispatchGroup {
  /// Runs work when the group is done. On the main queue, and in an app on a server: in a turn of the session.
  public func notify(queue: DispatchQueue, execute work: @escaping () -> Void) {
    // Safe because the app's author decides on which queue it runs, as with the method of Dispatch.
    nonisolated(unsafe) let work = work
    notify(qos: .unspecified, queue: queue, execute: UIApplication.following { work() })
  }
}

extension DispatchWorkItem {
  /// Makes work that belongs to the app whose code is running, on whichever queue it runs.
  public convenience init(block: @escaping () -> Void) {
    // Safe because the app's author decides on which queue it runs, as with the initialiser of Dispatch.
    nonisolated(unsafe) let block = block
    self.init(qos: .unspecified, block: UIApplication.following { block() })
  }
}

extension DispatchSourceProtocol {
  /// Sets what runs for events, such as those of a timer. On the main queue, and in an app on a server: in a turn of the session.
  public func setEventHandler(handler: @escaping () -> Void) {
    // Safe because the events of a source run one after the other, on its queue or in turns.
    nonisolated(unsafe) let handler = handler
    setEventHandler(qos: .unspecified, handler: UIApplication.following { handler() })
  }
}

/// Work that `asyncAfter` or a timer delayed. A timer that starts itself again would otherwise keep pages waiting for ever.
enum DelayedWork {
  @TaskLocal static var isRunning = false

  static func run(_ work: () -> Void) { $isRunning.withValue(true, operation: work) }

  /// - Returns: What pages wait for; nil if they do not wait for this work.
  static func start(_ work: @escaping () -> Void, as origin: Origin, at deadline: DispatchTime) -> AwaitedWork? {
    let now = DispatchTime.now().uptimeNanoseconds
    let nanoseconds = deadline.uptimeNanoseconds > now ? deadline.uptimeNanoseconds - now : 0
    guard deadline != .distantFuture else { return nil }
    let call = PendingCall(origin, work)
    let awaited = nanoseconds <= 2_000_000_000 && !isRunning ? AwaitedWork() : nil
    Timers.shared.after(Double(nanoseconds) / 1e9) {
      call.callInTurn { run($0) }
      awaited?.end()
    }
    return awaited
  }
}

/// Work that pages wait for, as for a side effect, until it ends or is released.
final class AwaitedWork: Sendable {
  private let host: Locked<(any ApplicationHost)?>

  /// Work of the running app.
  init() {
    let host = Main.scoped as? any ApplicationHost
    host?.workDidBegin()
    self.host = Locked(host)
  }

  deinit { end() }

  /// Ends soon after the work is cancelled, of which Dispatch tells nothing.
  func endIfCancelled(_ item: DispatchWorkItem) {
    Timers.shared.after(0.05) { [weak self] in
      if item.isCancelled { self?.end() } else { self?.endIfCancelled(item) }
    }
  }

  func end() {
    let host = host.withLock { host in
      defer { host = nil }
      return host
    }
    host?.async { host?.workDidEnd() }
  }
}

/// Code that belongs to no session, in a process that serves some.
package enum OutsideSessions {
  package static let isServing = Atomic(false)

  static func report(_ place: String) {
    Misuse.report(
      """
      \(place): DispatchQueue.main.async was called by code that belongs to no session, so that no page shows what it changes. \
      Does the target have the file Following.swift? docs/moving.md says where the session follows.
      """)
  }
}
