import Katana
import Tempura
import UIKit

final class CartViewController: ViewControllerWithLocalState<CartView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.rightBarButtonItem = editButtonItem
  }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    localState.isEditing = editing
  }

  override func setupInteraction() {
    rootView.didChangeQuantity = { [unowned self] index, quantity in
      dispatch(SetQuantity(index: index, quantity: quantity))
    }
    rootView.didDelete = { [unowned self] index in dispatch(RemoveFromCart(index: index)) }
    rootView.didMove = { [unowned self] from, to in dispatch(MoveInCart(from: from, to: to)) }
    rootView.didEnterPromoCode = { [unowned self] code in use(code) }
    rootView.didTapCheckout = { [unowned self] in dispatch(Show(Screen.checkout, animated: true)) }
  }

  private func use(_ code: String) {
    guard !code.isEmpty else {
      localState.promoError = nil
      dispatch(SetPromoCode(code: nil))
      return
    }
    __unsafeDispatch(CheckPromoCode(code: code)).then(in: .main) { [weak self] isValid in
      self?.localState.promoError = isValid ? nil : NSLocalizedString("This code is not valid.", comment: "")
    }
  }
}

extension CartViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.cart.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.checkout): .presentModally { [unowned self] _ in
        let navigation = UINavigationController(rootViewController: AddressViewController(store: store))
        navigation.modalPresentationStyle = .fullScreen
        return navigation
      }
    ]
  }
}
