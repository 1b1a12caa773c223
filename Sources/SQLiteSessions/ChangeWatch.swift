internal import Sessions
internal import Dispatch

/// Notices changes of the file by another process: a tool of an operator. Looks once a second.
final class ChangeWatch: @unchecked Sendable {
  // Safe because any thread may use a dispatch source, and nothing else can change.
  let observers = ChangeObservers()
  private let timer: any DispatchSourceTimer

  init(_ queue: WriteQueue) {
    timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
    timer.setEventHandler { [observers] in
      guard !observers.isEmpty else { return }
      queue.add { if $0.hasOtherChanges() { observers.notify(.change(of: nil)) } }
    }
    timer.activate()
  }

  deinit { timer.cancel() }
}
