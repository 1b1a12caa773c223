import Katana
import Tempura
import UIKit

struct OrdersViewModel: ViewModelWithState, Equatable {
  let orders: [Order]

  init(state: OrdersState) { orders = state.orders }
}

final class OrdersView: UIView, ViewControllerModellableView {
  let field = UITextField()
  private let orderButton = UIButton(configuration: .filled())
  private let signOutButton = UIButton(configuration: .plain())
  private let list = UILabel()

  var didTapOrder: Interaction?
  var didTapSignOut: Interaction?

  func setup() {
    for view in [field, orderButton, list, signOutButton] { addSubview(view) }
    orderButton.on(.touchUpInside) { [unowned self] _ in didTapOrder?() }
    signOutButton.on(.touchUpInside) { [unowned self] _ in didTapSignOut?() }
  }

  func style() {
    field.placeholder = "What you need"
    orderButton.setTitle("Order", for: .normal)
    signOutButton.setTitle("Sign out", for: .normal)
    list.numberOfLines = 0
  }

  func update(oldModel: OrdersViewModel?) { list.text = model?.orders.map(\.text).joined(separator: ", ") }
}

final class OrdersViewController: ViewController<OrdersView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "orders" }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [:] }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    dispatch(CheckAccount())
    dispatch(LoadOrders())
  }

  override func setupInteraction() {
    rootView.didTapOrder = { [unowned self] in
      guard let user = state.user else { return }
      let key = state.nextKey
      dispatch(TakeKey(key: key))
      dispatch(PlaceOrder(user: user, key: key, text: rootView.field.text ?? ""))
      rootView.field.text = ""
    }
    rootView.didTapSignOut = { [unowned self] in
      dispatch(ForgetUser())
      UIApplication.shared.renewSession(forgettingAllButState: true)
    }
  }
}
