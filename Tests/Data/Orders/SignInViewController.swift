import Katana
import Tempura
import UIKit

struct SignInViewModel: ViewModelWithState, Equatable {
  let problem: String?

  init(state: OrdersState) { problem = state.problem }
}

final class SignInView: UIView, ViewControllerModellableView {
  let nameField = UITextField()
  let passwordField = UITextField()
  private let signInButton = UIButton(configuration: .filled())
  private let providerButton = UIButton(configuration: .plain())
  private let problemLabel = UILabel()

  var didTapSignIn: Interaction?
  var didTapProvider: Interaction?

  func setup() {
    for view in [nameField, passwordField, signInButton, providerButton, problemLabel] { addSubview(view) }
    signInButton.on(.touchUpInside) { [unowned self] _ in didTapSignIn?() }
    providerButton.on(.touchUpInside) { [unowned self] _ in didTapProvider?() }
  }

  func style() {
    nameField.placeholder = "Name"
    nameField.textContentType = .username
    passwordField.placeholder = "Password"
    passwordField.isSecureTextEntry = true
    passwordField.textContentType = .password
    signInButton.setTitle("Sign in", for: .normal)
    providerButton.setTitle("Sign in with Example", for: .normal)
    problemLabel.accessibilityTraits = .updatesFrequently
  }

  func update(oldModel: SignInViewModel?) {
    problemLabel.text = model?.problem
    problemLabel.isHidden = model?.problem == nil
  }
}

/// Lets users sign in, and is the screen of the URL to which the provider sends them back.
final class SignInViewController: ViewController<SignInView>, RoutableWithConfiguration {
  /// What the provider's URL says; nil before.
  var answer: [String: String]?

  var routeIdentifier: RouteElementIdentifier { answer == nil ? "sign-in" : "signed-in" }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [:] }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if let answer { dispatch(FinishSignIn(answer: answer)) }
  }

  override func setupInteraction() {
    rootView.didTapSignIn = { [unowned self] in
      dispatch(SignIn(name: rootView.nameField.text ?? "", password: rootView.passwordField.text ?? ""))
      rootView.passwordField.text = ""
    }
    rootView.didTapProvider = { [unowned self] in dispatch(BeginSignIn()) }
  }
}
