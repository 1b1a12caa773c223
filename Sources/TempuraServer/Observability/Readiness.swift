internal import Basics
internal import Hydra
internal import Sessions

/// The answer of `/ready`: whether the server can serve requests. It asks the session storage at most once a second.
final class Readiness: Sendable {
  /// Why the server is not ready.
  enum Problem: Equatable {
    case stopping
    case storageFails
    case storageIsSilent
    case storageIsDamaged

    /// The text of the answer. It has no details, because anybody can get it. The log has them.
    var sentence: String {
      switch self {
      case .stopping: "The server is stopping."
      case .storageFails: "The session storage fails. The log of the server has the reason."
      case .storageIsSilent: "The session storage does not answer in time."
      case .storageIsDamaged: "The session storage is damaged. The log of the server has the reason."
      }
    }
  }

  private struct Inquiry {
    let result = Promise<(problem: Problem?, reason: String?)>()
    let expiry: ContinuousClock.Instant
  }

  private let latest = Locked<Inquiry?>(nil)
  private let reported = Locked<Problem?>(nil)
  private let log: Log
  private let lifetime: Duration
  private let timeout: Duration

  /// - Parameters:
  ///   - lifetime: How long a result is reused.
  ///   - timeout: How long to wait for the storage.
  init(log: Log, lifetime: Duration = .seconds(1), timeout: Duration = .seconds(2)) {
    self.log = log
    self.lifetime = lifetime
    self.timeout = timeout
  }

  /// Asks whether a storage answers.
  ///
  /// - Parameter answer: Called once, on any thread, perhaps before this returns. It gets nil if the storage answers.
  func check(_ storage: any SessionStorage, _ answer: @escaping @Sendable (Problem?) -> Void) {
    let (question, isNew) = latest.withLock { latest in
      if let latest, latest.result.isPending || .now < latest.expiry { return (latest, false) }
      let question = Inquiry(expiry: .now + lifetime)
      latest = question
      return (question, true)
    }
    if isNew { ask(storage, question) }
    question.result.whenSettled { outcome in
      if case .resolved(let result) = outcome { answer(result.problem) }
    }
  }

  /// Loads a random id, which no session has: the storage must answer to say so. A damaged one answers that it cannot know. The
  /// first of answer and timer counts.
  private func ask(_ storage: any SessionStorage, _ question: Inquiry) {
    let result = question.result
    result.whenSettled { outcome in
      if case .resolved(let result) = outcome { self.reportChange(result.problem, result.reason) }
    }
    Timers.shared.after(timeout / .seconds(1)) { result.resolve((.storageIsSilent, nil)) }
    Task.detached {
      do throws(StorageError) {
        var key = SessionKey(of: .random())
        while key > .beforeParts { key = SessionKey(of: .random()) }
        let loaded = try await storage.load(key, unless: 0)
        if case .unreadable = loaded { result.resolve((.storageIsDamaged, nil)) } else { result.resolve((nil, nil)) }
      } catch { result.resolve((.storageFails, "\(error)")) }
    }
  }

  private func reportChange(_ problem: Problem?, _ reason: String?) {
    let isChange = reported.withLock { reported in
      defer { reported = problem }
      return reported != problem
    }
    guard isChange else { return }
    guard let problem else { return log.report("The server is ready again.", .info) }
    log.report("The server is not ready: \(reason ?? problem.sentence)")
  }
}
