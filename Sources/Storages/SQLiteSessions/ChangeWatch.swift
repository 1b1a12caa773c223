internal import Sessions

/// Notices changes of the file by another process: a tool of an operator. Looks once a second.
final class ChangeWatch: Sendable {
  let observers = ChangeObservers()
  private let task: Task<Void, Never>

  init(_ queue: WriteQueue) {
    task = Task { [observers] in
      while (try? await Task.sleep(for: .seconds(1), tolerance: .milliseconds(200))) != nil {
        if !observers.isEmpty, await queue.run({ $0.hasOtherChanges() }) == true { observers.notify(.change(of: nil)) }
      }
    }
  }

  deinit { task.cancel() }
}
