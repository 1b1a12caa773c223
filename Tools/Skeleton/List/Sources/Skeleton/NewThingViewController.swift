import Tempura
import UIKit

final class NewThingViewController: ViewControllerWithLocalState<NewThingView> {
  override func setup() { modalPresentationStyle = .formSheet }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.nameField.becomeFirstResponder()
  }

  override func setupInteraction() {
    rootView.didSubmit = { [unowned self] text in
      let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
      localState.problem = name.isEmpty ? "Enter a name." : nil
      guard !name.isEmpty else { return }
      dispatch(AddThing(name: name))
      dispatch(Hide(Screen.new))
    }
  }
}

extension NewThingViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.new.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.new): .dismissModally(behaviour: .hard)]
  }
}
