import Foundation
import XCTest

@testable import WeatherDemo

final class StateTests: XCTestCase {
  private let observation = Observation(dictionary: loadJSONFixture(for: "observation"))!

  func testChoosingACityForgetsTheWeather() {
    var state = WeatherState()
    state.observation = observation
    state.problem = .unreadable
    ChooseCity(id: "tokyo").updateState(&state)
    XCTAssertEqual(state.city.name, "Tokyo")
    XCTAssertNil(state.observation)
    XCTAssertNil(state.problem)
    XCTAssertFalse(state.isFetching)
  }

  func testTheSameCityAndUnknownCitiesChangeNothing() {
    var state = WeatherState()
    state.observation = observation
    for id in ["san-francisco", "atlantis", ""] {
      ChooseCity(id: id).updateState(&state)
      XCTAssertEqual(state.cityID, "san-francisco")
      XCTAssertEqual(state.observation, observation)
    }
  }

  func testTheOldWeatherStaysDuringAFetch() {
    var state = WeatherState()
    state.observation = observation
    state.problem = .unreadable
    BeginFetch(cityID: "san-francisco").updateState(&state)
    XCTAssertTrue(state.isFetching)
    XCTAssertEqual(state.observation, observation)
    XCTAssertNil(state.problem)
    EndFetch(cityID: "san-francisco", result: .failure(.timedOut)).updateState(&state)
    XCTAssertFalse(state.isFetching)
    XCTAssertEqual(state.observation, observation)
    XCTAssertEqual(state.problem, .timedOut)
    EndFetch(cityID: "san-francisco", result: .success(observation)).updateState(&state)
    XCTAssertNil(state.problem)
  }

  func testResultsForAnotherCityAreIgnored() {
    var state = WeatherState()
    ChooseCity(id: "tokyo").updateState(&state)
    BeginFetch(cityID: "tokyo").updateState(&state)
    EndFetch(cityID: "san-francisco", result: .success(observation)).updateState(&state)
    EndFetch(cityID: "san-francisco", result: .failure(.timedOut)).updateState(&state)
    BeginFetch(cityID: "london").updateState(&state)
    XCTAssertTrue(state.isFetching)
    XCTAssertNil(state.observation)
    XCTAssertNil(state.problem)
  }

  func testTheUnitIsChosen() {
    var state = WeatherState()
    ChooseUnit(unit: .celsius).updateState(&state)
    XCTAssertEqual(state.unit, .celsius)
  }

  func testTheStateIsCodable() throws {
    var state = WeatherState()
    ChooseCity(id: "tokyo").updateState(&state)
    EndFetch(cityID: "tokyo", result: .success(observation)).updateState(&state)
    ChooseUnit(unit: .celsius).updateState(&state)
    let stored = try JSONDecoder().decode(WeatherState.self, from: JSONEncoder().encode(state))
    XCTAssertEqual(stored.cityID, "tokyo")
    XCTAssertEqual(stored.unit, .celsius)
    XCTAssertEqual(stored.observation, observation)
  }

  func testTheFirstCityReplacesAnUnknownOne() {
    var state = WeatherState()
    state.cityID = "atlantis"
    XCTAssertEqual(state.city, City.all[0])
  }
}
