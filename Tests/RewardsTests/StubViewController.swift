@testable import RewardsDemo

/// A rewards screen without a view. It records the view models that are bound to it.
final class StubViewController: RewardsViewController {
  private(set) var models: [RewardsViewModel] = []

  override func bind(_ viewModel: RewardsViewModel) { models.append(viewModel) }

  /// Confirms as a customer does.
  func confirm() { didConfirm?() }
}
