internal import CLinux
internal import Hydra

// The scene as the executor of the main actor: `await MainActor.run { label.text = text }` is a turn, as `DispatchQueue.main.async` is.

extension Scene: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Also after the end of the scene: a task that is never resumed is never released.
    async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    precondition(isCurrent, "This code is not in a turn of its session, which is its main actor.")
  }

  /// Makes the scene the executor of the main actor in code of its app. Evaluated once for the process.
  static let isMainActor: Void = main_actor_ask {
    // This value of a task retains the scene, so the scene exists as long as the task may come back to it.
    guard let scene = Main.ofTask as? Scene else { return serial_executor() }
    // Safe because both types are two words: an object, and the table of its conformance to `SerialExecutor`.
    return unsafeBitCast(scene.asUnownedSerialExecutor(), to: serial_executor.self)
  }
}
