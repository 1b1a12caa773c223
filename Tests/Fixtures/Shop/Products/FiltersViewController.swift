import Katana
import Tempura
import UIKit

final class FiltersViewController: ViewControllerWithLocalState<FiltersView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Filters", comment: "")
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .cancel, target: self, action: FiltersViewController.cancel)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: NSLocalizedString("Apply", comment: ""), style: .done, target: self,
      action: FiltersViewController.apply)
  }

  override func setupInteraction() {
    rootView.didChange = { [unowned self] filters in localState.filters = filters }
    rootView.didTapReset = { [unowned self] in localState.filters = Filters() }
  }

  private func cancel() {
    dispatch(Hide(Screen.filters, animated: true))
  }

  private func apply() {
    dispatch(SetFilters(filters: localState.filters))
    dispatch(Hide(Screen.filters, animated: true))
  }
}

extension FiltersViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.filters.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.filters): .dismissModally(behaviour: .hard)]
  }
}
