import Katana
import Tempura
import UIKit

/// The app's first screen.
final class TodayViewController: ViewController<TodayView> {
  private var weatherController: WeatherViewController<WeatherViewModel>?

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    dispatch(FetchMissingWeather())
  }

  override func setupInteraction() {
    rootView.didTapLocations = { [unowned self] in dispatch(Show(Screen.locations)) }
    rootView.didChooseUnit = { [unowned self] unit in dispatch(ChooseUnit(unit: unit)) }
    rootView.didTapRefresh = { [unowned self] in dispatch(FetchWeather()) }
  }

  override func didUpdate(old: TodayViewModel?) {
    guard isViewLoaded, let viewModel else { return }
    title = viewModel.city
    if viewModel.weather != weatherController?.viewModel { show(viewModel.weather) }
  }

  private func show(_ weather: WeatherViewModel?) {
    if let outgoing = weatherController {
      outgoing.willMove(toParent: nil)
      outgoing.view.removeFromSuperview()
      outgoing.removeFromParent()
    }
    weatherController = weather.map(WeatherViewController.init(with:))
    guard let incoming = weatherController else { return }
    addChild(incoming)
    rootView.conditionsView.addSubview(incoming.view)
    incoming.didMove(toParent: self)
  }
}

extension TodayViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.weather.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.locations): .presentModally { [unowned self] _ in
        let screen = LocationsViewController(store: store)
        screen.modalPresentationStyle = .formSheet
        return screen
      }
    ]
  }
}
