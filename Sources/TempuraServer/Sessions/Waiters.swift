internal import Hydra
internal import Sessions

/// The requests of a session that wait until its work is done and its changes are stored. Each is told once. Used in turns
/// of the session only.
///
/// A waiter that adds itself again when it is told must not be ready before something has changed, because the session
/// settles until no waiter is ready. A session with waiters stays in memory.
struct Waiters {
  /// What is waited for.
  enum Purpose {
    /// A page of a scene.
    case page
    /// What a form does, with its key if it came from a page.
    case form(RecentAnswers.Key?)
    /// The answer to a form that was sent again while the first one is being worked on.
    case repeatedForm(RecentAnswers.Key)
  }

  /// A request that waits.
  final class Waiter: @unchecked Sendable {
    // Safe because it is only touched in turns of the session.
    let purpose: Purpose
    /// The scene whose side effects are waited for; nil for a repeated form.
    let scene: Scene?
    /// The stream of the page that asks, which learns of all changes by the answer; nil if it has none.
    let stream: String?
    let claim: RenamedSession.Claim?
    let body: () -> Void
    /// The running side effects of the scene that are not waited for.
    let others: Int
    /// How long to wait for side effects, in seconds; nil for no limit, and when a timer was started.
    fileprivate var patience: Double?
    fileprivate var isOutOfPatience = false

    init(
      _ purpose: Purpose, _ scene: Scene?, stream: String?, claim: RenamedSession.Claim?, patience: Double?,
      others: Int, _ body: @escaping () -> Void
    ) {
      self.purpose = purpose
      self.scene = scene
      self.stream = stream
      self.claim = claim
      self.body = body
      self.patience = patience
      self.others = others
    }

    /// Whether side effects run that are waited for.
    fileprivate var isWaiting: Bool { scene.map { $0.runningEffects > others } ?? false }

    var isForm: Bool { if case .form = purpose { true } else { false } }
  }

  private var all: [Waiter] = []

  mutating func add(_ waiter: Waiter) { all.append(waiter) }

  mutating func remove(_ waiter: Waiter) { all.removeAll { $0 === waiter } }

  /// Whether a request waits for a scene.
  func isWaiting(for scene: Scene) -> Bool { all.contains { $0.scene === scene } }

  var isEmpty: Bool { all.isEmpty }

  /// The streams of the pages that wait for answers.
  var streams: [String] { all.compactMap(\.stream) }

  /// How many forms wait for the answer of the same form. For tests.
  func count(ofFormsLike key: RecentAnswers.Key) -> Int {
    all.count { if case .repeatedForm(key) = $0.purpose { true } else { false } }
  }

  /// The waiters that are told when what changed is stored, in the order in which they came.
  func ready(in session: Session) -> [Waiter] { all.filter { isReady($0, session) } }

  func hasReady(in session: Session) -> Bool { all.contains { isReady($0, session) } }

  /// The forms that came from pages, and their scenes.
  var forms: [(key: RecentAnswers.Key, scene: Scene)] {
    all.compactMap { waiter in
      guard case .form(let key?) = waiter.purpose, let scene = waiter.scene else { return nil }
      return (key, scene)
    }
  }

  /// Whether forms wait for more than the changes that are stored now.
  func hasForms(in session: Session) -> Bool { all.contains { $0.isForm && !isReady($0, session) } }

  /// Lets forms wait no longer for side effects.
  func endForms() {
    for waiter in all where waiter.isForm { waiter.isOutOfPatience = true }
  }

  private func isReady(_ waiter: Waiter, _ session: Session) -> Bool {
    switch waiter.purpose {
    case .repeatedForm(let key): !session.answers.isPending(key)
    case .page, .form: !waiter.isWaiting || waiter.isOutOfPatience || session.isRemoved
    }
  }

  /// Limits how long requests wait for side effects that are still running.
  func startTimers(in session: Session) {
    for waiter in all where waiter.isWaiting {
      guard let patience = waiter.patience else { continue }
      waiter.patience = nil
      Timers.shared.after(patience) {
        session.queue.submit { waiter.isOutOfPatience = true }  // it is told when the work that is left is done
      }
    }
  }
}
