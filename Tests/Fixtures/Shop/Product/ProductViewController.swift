import Katana
import Tempura
import UIKit

final class ProductViewController: ViewControllerWithLocalState<ProductView> {
  private lazy var favouriteItem = UIBarButtonItem(
    image: UIImage(systemName: "heart"), style: .plain, target: self, action: ProductViewController.favouriteTapped)

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .never
    hidesBottomBarWhenPushed = true
    let share = UIBarButtonItem(barButtonSystemItem: .action, target: self, action: ProductViewController.share)
    favouriteItem.accessibilityLabel = NSLocalizedString("Favourite", comment: "")
    navigationItem.rightBarButtonItems = [share, favouriteItem]
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if !state.hasLoaded { dispatch(FetchProducts()) }
  }

  override func didUpdate(old: ProductViewModel?) {
    title = viewModel?.product.category.title
    favouriteItem.image = UIImage(systemName: viewModel?.isFavourite == true ? "heart.fill" : "heart")
  }

  override func setupInteraction() {
    rootView.didSelectSize = { [unowned self] index in localState.size = index }
    rootView.didTapMore = { [unowned self] in localState.isExpanded.toggle() }
    rootView.didChangePage = { [unowned self] page in localState.page = page }
    rootView.didTapAdd = { [unowned self] in addToCart() }
  }

  private func addToCart() {
    guard let product = viewModel?.product else { return }
    guard let size = localState.size ?? (product.sizes.count == 1 ? 0 : nil) else {
      let alert = UIAlertController(
        title: NSLocalizedString("Choose a size", comment: ""), message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default, handler: nil))
      present(alert, animated: true)
      return
    }
    dispatch(AddToCart(id: product.id, size: product.sizes[size]))
    UINotificationFeedbackGenerator().notificationOccurred(.success)
    rootView.showToast(String(format: NSLocalizedString("%@ is in your cart", comment: ""), product.name))
  }

  private func favouriteTapped() {
    dispatch(ToggleFavourite(id: localState.id))
  }

  private func share(_ sender: UIBarButtonItem) {
    guard let product = viewModel?.product else { return }
    let items: [Any] = [product.name, URL(string: "https://example.com/products/\(product.id)")!]
    let activity = UIActivityViewController(activityItems: items, applicationActivities: nil)
    activity.popoverPresentationController?.barButtonItem = sender
    present(activity, animated: true, completion: nil)
  }
}

extension ProductViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.product.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.product): .pop]
  }
}
