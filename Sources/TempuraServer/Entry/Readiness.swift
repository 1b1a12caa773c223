internal import Hydra
internal import Basics
internal import Sessions

/// The answer of `/ready`: whether the server can serve requests. Asks the session storage at most once a second.
final class Readiness: Sendable {
  /// Why the server is not ready.
  enum Problem: Equatable {
    case stopping
    case storageFails
    case storageIsSilent

    /// What clients are told. Details are in the log: the path is open to everybody.
    var sentence: String {
      switch self {
      case .stopping: "The server is stopping."
      case .storageFails: "The session storage fails. The log of the server has the reason."
      case .storageIsSilent: "The session storage does not answer in time."
      }
    }
  }

  typealias Answer = @Sendable (Problem?) -> Void

  private struct State {
    var problem: Problem?
    /// Until when `problem` is valid.
    var end: ContinuousClock.Instant?
    /// The number of the question that the storage was asked last.
    var question = 0
    /// The requests that wait for the answer to it; nil if it was answered.
    var waiting: [Answer]?
  }

  private let state = Locked(State())
  private let log: Log
  private let lifetime: Duration
  private let patience: Duration

  /// - Parameters:
  ///   - lifetime: How long a result is reused.
  ///   - patience: How long to wait for the storage.
  init(log: Log, lifetime: Duration = .seconds(1), patience: Duration = .seconds(2)) {
    self.log = log
    self.lifetime = lifetime
    self.patience = patience
  }

  /// Finds out whether a storage answers.
  ///
  /// - Parameter answer: Is called once, on any thread, perhaps before this returns, with nil if the storage answers.
  func check(_ storage: any SessionStorage, _ answer: @escaping Answer) {
    let rest = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.waiting == nil else {
        state.waiting?.append(answer)
        return nil
      }
      if let end = state.end, .now < end { return { [problem = state.problem] in answer(problem) } }
      state.question += 1
      state.waiting = [answer]
      return { [question = state.question] in self.ask(storage, question) }
    }
    rest?()
  }

  /// Loads a random id: no session has it, and the storage must be reached to know.
  private func ask(_ storage: any SessionStorage, _ question: Int) {
    Timers.shared.after(patience / .seconds(1)) { self.settle(question, .storageIsSilent) }
    storage.load(SessionKey(of: .random()), unless: 0) { result in
      switch result {
      case .success: self.settle(question, nil)
      case .failure(let error): self.settle(question, .storageFails, "\(error)")
      }
    }
  }

  /// The first call for a question counts.
  private func settle(_ question: Int, _ problem: Problem?, _ reason: String? = nil) {
    let settled = state.withLock { state -> (isNews: Bool, waiting: [Answer])? in
      guard state.question == question, let waiting = state.waiting else { return nil }
      defer { (state.problem, state.end, state.waiting) = (problem, .now + lifetime, nil) }
      return (state.problem != problem, waiting)
    }
    guard let settled else { return }
    if settled.isNews {
      log.report(problem.map { "The server is not ready: \(reason ?? $0.sentence)" } ?? "The server is ready again.")
    }
    for answer in settled.waiting { answer(problem) }
  }
}
