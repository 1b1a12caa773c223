import Katana
import Tempura
import UIKit
import WeatherDemo

/// The first screen: the weather in both places, and what to pack.
final class JourneyViewController: ViewController<JourneyView> {
  private let weather: [Place: WeatherStore]

  init(store: PartialStore<JourneyState>, weather: [Place: WeatherStore]) {
    self.weather = weather
    super.init(store: store)
  }

  required init?(coder: NSCoder) { nil }

  override func setup() { title = "Journey" }

  override func setupInteraction() {
    rootView.didTapPlace = { [unowned self] place in dispatch(Show(Screen.weather, context: place)) }
    rootView.didPackUmbrella = { [unowned self] isPacked in dispatch(PackUmbrella(isPacked: isPacked)) }
  }
}

extension JourneyViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "journey" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.weather): .push { [unowned self] context in
        WeatherFeature.screen(of: weather[context as? Place ?? .home]!)
      },
      .hide(Screen.weather): .pop,
    ]
  }
}

struct JourneyViewModel: ViewModelWithState, Equatable {
  let home: String
  let away: String
  let hasUmbrella: Bool

  init(state: JourneyState) {
    home = state.home.summary
    away = state.away.summary
    hasUmbrella = state.hasUmbrella
  }
}

final class JourneyView: UIView, ViewControllerModellableView {
  private let homeButton = UIButton(type: .system)
  private let awayButton = UIButton(type: .system)
  private let umbrellaLabel = UILabel()
  private let umbrellaSwitch = UISwitch()

  var didTapPlace: CustomInteraction<Place>?
  var didPackUmbrella: CustomInteraction<Bool>?

  func setup() {
    homeButton.on(.touchUpInside) { [unowned self] _ in didTapPlace?(.home) }
    awayButton.on(.touchUpInside) { [unowned self] _ in didTapPlace?(.away) }
    umbrellaSwitch.on(.valueChanged) { [unowned self] control in didPackUmbrella?(control.isOn) }
    let umbrella = UIStackView(arrangedSubviews: [umbrellaLabel, umbrellaSwitch])
    let rows = UIStackView(arrangedSubviews: [homeButton, awayButton, umbrella])
    rows.axis = .vertical
    rows.spacing = 16
    rows.translatesAutoresizingMaskIntoConstraints = false
    addSubview(rows)
    NSLayoutConstraint.activate([
      rows.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor, constant: 16),
      rows.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      rows.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    umbrellaLabel.text = "Umbrella"
    umbrellaSwitch.accessibilityLabel = "Umbrella"
  }

  func update(oldModel: JourneyViewModel?) {
    guard let model else { return }
    homeButton.setTitle("At home: \(model.home)", for: .normal)
    awayButton.setTitle("There: \(model.away)", for: .normal)
    umbrellaSwitch.isOn = model.hasUmbrella
  }
}
