import Katana
import Tempura
import UIKit

final class ShopTabBarController: UITabBarController {
  private let store: Store<ShopState, Dependencies>
  private var unsubscribe: StoreUnsubscribe?

  init(store: Store<ShopState, Dependencies>) {
    self.store = store
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  deinit {
    unsubscribe?()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let shop = ProductListViewController(store: store, localState: ProductListLocalState())
    shop.title = NSLocalizedString("Shop", comment: "")
    let favourites = FavouritesViewController(store: store)
    favourites.title = NSLocalizedString("Favourites", comment: "")
    let cart = CartViewController(store: store, localState: CartLocalState())
    cart.title = NSLocalizedString("Cart", comment: "")
    let account = AccountViewController(store: store)
    account.title = NSLocalizedString("Account", comment: "")

    viewControllers = [
      navigation(shop, image: "bag", selected: "bag.fill", tag: 0),
      navigation(favourites, image: "heart", selected: "heart.fill", tag: 1),
      navigation(cart, image: "cart", selected: "cart.fill", tag: 2),
      navigation(account, image: "person", selected: "person.fill", tag: 3),
    ]
    tabBar.tintColor = Palette.tint
    unsubscribe = store.addListener { [weak self] _, _ in self?.updateBadge() }
    updateBadge()
  }

  private func navigation(
    _ controller: UIViewController, image: String, selected: String, tag: Int
  ) -> UINavigationController {
    let navigation = UINavigationController(rootViewController: controller)
    navigation.navigationBar.prefersLargeTitles = true
    navigation.tabBarItem = UITabBarItem(title: controller.title, image: UIImage(systemName: image), tag: tag)
    navigation.tabBarItem.selectedImage = UIImage(systemName: selected)
    return navigation
  }

  private func updateBadge() {
    let count = store.state.cart.reduce(0) { $0 + $1.quantity }
    viewControllers?[2].tabBarItem.badgeValue = count > 0 ? "\(count)" : nil
  }
}
