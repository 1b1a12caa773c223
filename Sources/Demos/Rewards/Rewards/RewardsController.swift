import Hydra
import Katana

/// Controls the rewards screen: computes its view model from the state, and signs the customer up.
final class RewardsController {
  /// The progress of signing up.
  enum SignUpAttempt {
    case none, running, failed
  }

  let viewController: RewardsViewController
  private let store: PartialStore<RewardsState>
  private let rewardsManager: any RewardsManager
  private var attempt = SignUpAttempt.none
  private var unsubscribe: StoreUnsubscribe?

  init(
    store: PartialStore<RewardsState>, rewardsManager: any RewardsManager,
    viewController: RewardsViewController = RewardsViewController()
  ) {
    self.store = store
    self.rewardsManager = rewardsManager
    self.viewController = viewController
    viewController.didConfirm = { [unowned self] in signUp() }
    unsubscribe = store.addListener { [weak self] old, new in self?.stateDidChange(from: old, to: new) }
    bind()
  }

  deinit { unsubscribe?() }

  private func stateDidChange(from old: RewardsState, to new: RewardsState) {
    guard old.card != new.card || old.isMember != new.isMember else { return }
    // The change makes an earlier failure irrelevant.
    if attempt == .failed { attempt = .none }
    bind()
  }

  private func signUp() {
    // The same confirmation may arrive twice.
    guard store.state.card == .active, !store.state.isMember, attempt != .running else { return }
    attempt = .running
    bind()
    rewardsManager.signUp()
      .then(in: .main) { [weak self] in self?.end(.none) }
      .catch(in: .main) { [weak self] _ in self?.end(.failed) }
  }

  private func end(_ result: SignUpAttempt) {
    attempt = result
    bind()
  }

  private func bind() {
    viewController.bind(.make(card: store.state.card, isMember: store.state.isMember, attempt: attempt))
  }
}
