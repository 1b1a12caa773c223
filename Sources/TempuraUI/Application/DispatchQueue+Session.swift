public import Dispatch
internal import Hydra

// On a phone `DispatchQueue.main` is where an app lives. On a server an app lives in its session, and the process has one
// main queue for all. These two methods send work for the main queue to the app whose code is running, so that
// `DispatchQueue.main.async { [weak self] in self?.label.text = text }` does what it does on a phone. The compiler prefers them
// to the methods of Dispatch, which have more parameters.

extension DispatchQueue {
  /// Runs work later. On the main queue, and in an app on a server: in a turn of the session, before the page is answered if
  /// the call is made in a turn.
  ///
  /// On other queues the work still belongs to the app that called: `UIApplication.shared` is its application, and its
  /// `DispatchQueue.main` leads back to the session.
  public func async(execute work: @escaping @Sendable () -> Void) {
    guard let scoped = Main.scoped else { return submit(work) }
    if isMain { return scoped.async(work) }
    submit { [cause = Main.cause] in Self.run(work, in: scoped, for: cause) }
  }

  /// Runs work after a time. On the main queue, and in an app on a server: in a turn of the session.
  ///
  /// Work that is due within two seconds counts as a side effect: answers wait for it in the same way, and just as long. Work
  /// that such work submits does not count.
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
    guard let scoped = Main.scoped else { return submit(after: deadline, work) }
    guard isMain else {
      return submit(after: deadline) { [cause = Main.cause] in Self.run(work, in: scoped, for: cause) }
    }
    let now = DispatchTime.now().uptimeNanoseconds
    let nanoseconds = deadline.uptimeNanoseconds > now ? deadline.uptimeNanoseconds - now : 0
    guard deadline != .distantFuture else { return }
    let host = nanoseconds <= 2_000_000_000 && !DelayedWork.isRunning ? scoped as? any ApplicationHost : nil
    host?.workDidBegin()
    Timers.shared.after(Double(nanoseconds) / 1e9) { [weak scoped, cause = Main.cause] in
      // The work of a session that left memory meanwhile is dropped, as that of a phone's app that was ended.
      Main.$cause.withValue(cause) {
        scoped?.async {
          DelayedWork.$isRunning.withValue(true, operation: work)
          host?.workDidEnd()
        }
      }
    }
  }

  private static func run(_ work: () -> Void, in scoped: any MainExecutor, for cause: Cause?) {
    Main.run(as: scoped) { Main.$cause.withValue(cause, operation: work) }
  }

  // On Linux each use of `DispatchQueue.main` makes another object for the same queue.
  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private var isMain: Bool { getSpecific(key: Self.mainKey) == true }

  private func submit(_ work: @escaping @Sendable () -> Void) {
    async(group: nil) { work() }
  }

  private func submit(after deadline: DispatchTime, _ work: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: deadline, qos: .unspecified) { work() }
  }
}

/// Tells whether work is running that `asyncAfter` delayed. A timer that starts itself again would otherwise keep pages
/// waiting for ever.
private enum DelayedWork {
  @TaskLocal static var isRunning = false
}
