import Katana
import Tempura
import TempuraTesting
import UIKit
import XCTest

@testable import WeatherDemo

final class WeatherScreenTests: ScreenTestCase, ViewControllerTestCase {
  override class var app: any ServerConfigurable.Type { WeatherAppDelegate.self }

  var viewController: TodayViewController {
    TodayViewController(store: Store<WeatherState, DependenciesContainer>())
  }

  func configure(vc: TodayViewController, for testCase: String, model: TodayViewModel) {
    // Disconnected, the screen does not show the result of its own fetch.
    vc.connected = false
    vc.viewModel = model
  }

  private func model(_ change: (inout WeatherState) -> Void) -> TodayViewModel {
    var state = WeatherState()
    change(&state)
    return TodayViewModel(state: state)
  }

  func testTheWeatherEverywhere() throws {
    var models: [String: TodayViewModel] = [:]
    for city in City.all {
      let observation = try WeatherService.fixtures.observation(in: city)
      models["weather \(city.id)"] = model {
        $0.cityID = city.id
        $0.observation = observation
      }
    }
    uiTest(testCases: models, permutations: UITests.Permutations(devices: [Self.phone], styles: [.light]))
  }

  func testStates() throws {
    let observation = try WeatherService.fixtures.observation(in: City.all[0])
    let models = [
      "weather": model {
        $0.observation = observation
        $0.unit = .celsius
      },
      "weather on its way": model { $0.isFetching = true },
      "weather not there": model { $0.problem = .timedOut },
      "weather on its way again": model {
        $0.observation = observation
        $0.isFetching = true
      },
    ]
    uiTest(testCases: models, permutations: everywhere)
    uiTest(
      testCases: ["weather": models["weather"]!, "weather not there": models["weather not there"]!],
      permutations: UITests.Permutations(
        devices: [Self.phone], contentSizeCategories: [.accessibilityExtraLarge], styles: [.light]))
  }
}

final class LocationsScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = LocationsView

  override class var app: any ServerConfigurable.Type { WeatherAppDelegate.self }

  func testTheLocations() {
    let models = ["weather locations": LocationsViewModel(state: WeatherState())]
    uiTest(testCases: models, permutations: everywhere)
    uiTest(
      testCases: models,
      permutations: UITests.Permutations(
        devices: [Self.phone], contentSizeCategories: [.accessibilityExtraLarge], styles: [.light]))
    uiTest(testCases: models, permutations: inOtherLanguages)
  }
}

/// The weather in the languages of the app. The view model has texts, so it is made in the language of each picture.
final class WeatherLanguageScreenTests: ScreenTestCase, UIViewControllerTestCase {
  typealias VC = TodayViewController
  typealias V = UIView

  override class var app: any ServerConfigurable.Type { WeatherAppDelegate.self }

  var viewController: TodayViewController {
    TodayViewController(store: Store<WeatherState, DependenciesContainer>())
  }

  func configure(vc: TodayViewController, for testCase: String) {
    var state = WeatherState()
    state.unit = .celsius
    if testCase == "weather" {
      state.observation = try? WeatherService.fixtures.observation(in: City.all[0])
    } else {
      state.problem = .timedOut
    }
    vc.connected = false
    vc.viewModel = TodayViewModel(state: state)
  }

  func testTheWeatherInOtherLanguages() {
    uiTest(testCases: ["weather", "weather not there"], permutations: inOtherLanguages)
  }
}
