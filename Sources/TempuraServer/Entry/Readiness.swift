internal import Hydra
internal import Locks
internal import Sessions

/// Whether the server can do its work, which load balancers ask at `/ready`. The session storage is asked at most once a
/// second, however many want to know.
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
    /// How long the problem, or that there is none, is believed.
    var end: ContinuousClock.Instant?
    /// How often the storage was asked.
    var questions = 0
    var isAsking = false
    var waiting: [Answer] = []
  }

  private enum Step {
    case answer(Problem?)
    case ask(Int)
    case wait
  }

  private let state = Mutex(State())
  private let log: Log
  private let lifetime: Duration
  private let patience: Duration

  /// - Parameters:
  ///   - lifetime: How long an answer of the storage is believed.
  ///   - patience: How long an answer of the storage is waited for.
  init(log: Log, lifetime: Duration = .seconds(1), patience: Duration = .seconds(2)) {
    self.log = log
    self.lifetime = lifetime
    self.patience = patience
  }

  /// Finds out whether a storage answers.
  ///
  /// - Parameter answer: Is called once, on any thread, perhaps before this returns, with nil if the storage answers.
  func check(_ storage: any SessionStorage, _ answer: @escaping Answer) {
    let step = state.withLock { state -> Step in
      if !state.isAsking, let end = state.end, .now < end { return .answer(state.problem) }
      state.waiting.append(answer)
      guard !state.isAsking else { return .wait }
      state.isAsking = true
      state.questions += 1
      return .ask(state.questions)
    }
    switch step {
    case .answer(let problem): answer(problem)
    case .ask(let question): ask(storage, question)
    case .wait: break
    }
  }

  private func ask(_ storage: any SessionStorage, _ question: Int) {
    // There is no such session, which the storage has to be reached to know.
    storage.load(SessionKey(of: .random()), unless: 0) { result in
      switch result {
      case .success: self.settle(question, nil)
      case .failure(let error): self.settle(question, .storageFails, "\(error)")
      }
    }
    guard isOpen(question) else { return }
    Timers.shared.after(patience / .seconds(1)) { self.settle(question, .storageIsSilent) }
  }

  private func isOpen(_ question: Int) -> Bool { state.withLock { $0.isAsking && $0.questions == question } }

  /// The first call for a question counts.
  private func settle(_ question: Int, _ problem: Problem?, _ reason: String? = nil) {
    let settled = state.withLock { state -> (isNews: Bool, waiting: [Answer])? in
      guard state.isAsking, state.questions == question else { return nil }
      defer { (state.isAsking, state.problem, state.end, state.waiting) = (false, problem, .now + lifetime, []) }
      return (state.problem != problem, state.waiting)
    }
    guard let settled else { return }
    if settled.isNews {
      log.report(problem.map { "The server is not ready: \(reason ?? $0.sentence)" } ?? "The server is ready again.")
    }
    for answer in settled.waiting { answer(problem) }
  }
}
