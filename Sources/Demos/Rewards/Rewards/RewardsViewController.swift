import Tempura
import UIKit

/// Binds view models to the rewards view, and tells what the customer does in words of the screen, not of its layout.
class RewardsViewController: UIViewController {
  /// The customer confirmed what the screen proposes.
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
