import Katana
import UIKit

/// The card and the rewards screen on one page: each follows the changes of the other.
final class HomeViewController: UIViewController {
  private let homeView = HomeView()
  private let cardViewController: CardViewController
  private let rewardsController: RewardsController
  private let tryOutViewController: TryOutViewController

  init(store: Store<RewardsState, RewardsDependencies>) {
    cardViewController = CardViewController(store: store)
    rewardsController = RewardsController(store: store, rewardsManager: store.dependencies.rewardsManager)
    tryOutViewController = TryOutViewController(store: store)
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("A HomeViewController is made with init(store:).") }

  override func loadView() { view = homeView }

  override func viewDidLoad() {
    super.viewDidLoad()
    add(cardViewController, in: homeView.cardContainer)
    add(rewardsController.viewController, in: homeView.rewardsContainer)
    add(tryOutViewController, in: homeView.tryOutContainer)
  }

  private func add(_ child: UIViewController, in section: SectionView) {
    addChild(child)
    section.addSubview(child.view)
    child.didMove(toParent: self)
  }
}
