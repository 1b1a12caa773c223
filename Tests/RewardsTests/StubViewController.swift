@testable import RewardsDemo

/// A rewards screen without a view: remembers what was bound to it, and is used by tests.
final class StubViewController: RewardsViewController {
  private(set) var models: [RewardsViewModel] = []

  override func bind(_ viewModel: RewardsViewModel) { models.append(viewModel) }

  /// What the customer does to sign up.
  func confirm() { didConfirm?() }
}
