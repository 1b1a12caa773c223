import Katana
import Tempura
import UIKit

final class AddressViewController: ViewController<AddressView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Address", comment: "")
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .close, target: self, action: AddressViewController.close)
    navigationItem.backButtonTitle = NSLocalizedString("Address", comment: "")
  }

  override func setupInteraction() {
    rootView.didSubmit = { [unowned self] address in
      __unsafeDispatch(SetAddress(address: address)).then { _ in self.dispatch(Show(Screen.payment, animated: true)) }
    }
  }

  private func close() {
    dispatch(Hide(Screen.checkout, animated: true, atomic: true))
  }
}

extension AddressViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.checkout.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .hide(Screen.checkout): .dismissModally(behaviour: .hard),
      .show(Screen.payment): .push { [unowned self] _ in PaymentViewController(store: store) },
    ]
  }
}

final class PaymentViewController: ViewController<PaymentView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Payment", comment: "")
  }

  override func setupInteraction() {
    rootView.didTapPay = { [unowned self] in choosePayment() }
  }

  private func choosePayment() {
    let sheet = UIAlertController(
      title: NSLocalizedString("How do you want to pay?", comment: ""), message: viewModel?.total,
      preferredStyle: .actionSheet)
    for method in ["Card", "Bank transfer", "Cash on delivery"] {
      sheet.addAction(
        UIAlertAction(title: NSLocalizedString(method, comment: ""), style: .default) { [weak self] _ in self?.pay() })
    }
    sheet.addAction(UIAlertAction(title: NSLocalizedString("Cancel", comment: ""), style: .cancel, handler: nil))
    sheet.popoverPresentationController?.sourceView = rootView
    present(sheet, animated: true)
  }

  private func pay() {
    __unsafeDispatch(Pay()).then(in: .main) { [weak self] _ in self?.showSuccess() }
  }

  private func showSuccess() {
    let alert = UIAlertController(
      title: NSLocalizedString("Thank you", comment: ""),
      message: NSLocalizedString("Your order is on its way.", comment: ""), preferredStyle: .alert)
    alert.addAction(
      UIAlertAction(title: NSLocalizedString("Done", comment: ""), style: .default) { [unowned self] _ in
        dispatch(Hide(Screen.checkout, animated: true, atomic: true))
      })
    present(alert, animated: true)
  }
}

extension PaymentViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.payment.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.payment): .pop]
  }
}
