import Tempura
import UIKit

/// Binds view models to the rewards view, and reports what the customer does, whatever the layout is.
class RewardsViewController: UIViewController {
  /// Called when the customer confirms the screen's proposal.
  var didConfirm: Interaction?

  private let rewardsView = RewardsView()

  override func loadView() { view = rewardsView }

  override func viewDidLoad() {
    super.viewDidLoad()
    rewardsView.confirmButton.on(.touchUpInside) { [unowned self] _ in didConfirm?() }
  }

  /// Shows a view model.
  func bind(_ viewModel: RewardsViewModel) {
    rewardsView.symbolView.image = UIImage(systemName: viewModel.symbol.rawValue)
    rewardsView.titleLabel.text = viewModel.title
    rewardsView.messageLabel.text = viewModel.message
    rewardsView.setBenefits(viewModel.benefits)
    rewardsView.problemLabel.text = viewModel.problem
    rewardsView.problemLabel.isHidden = viewModel.problem == nil
    if let title = viewModel.confirmTitle { rewardsView.confirmButton.setTitle(title, for: .normal) }
    rewardsView.confirmButton.isHidden = viewModel.confirmTitle == nil
    rewardsView.confirmButton.isEnabled = !viewModel.isBusy
  }
}
