import Foundation
import XCTest

@testable import WeatherDemo

final class StateTests: XCTestCase {
  private let observation = Observation(dictionary: loadJSONFixture(for: "observation"))!

  func testChoosingAPlaceForgetsTheWeather() {
    var state = WeatherState()
    state.observation = observation
    state.problem = .unreadable
    ChoosePlace(id: "tokyo").updateState(&state)
    XCTAssertEqual(state.place.name, "Tokyo")
    XCTAssertNil(state.observation)
    XCTAssertNil(state.problem)
    XCTAssertFalse(state.isFetching)
  }

  func testTheSamePlaceAndUnknownPlacesChangeNothing() {
    var state = WeatherState()
    state.observation = observation
    for id in ["san-francisco", "atlantis", ""] {
      ChoosePlace(id: id).updateState(&state)
      XCTAssertEqual(state.placeID, "san-francisco")
      XCTAssertEqual(state.observation, observation)
    }
  }

  func testTheOldWeatherStaysDuringAFetch() {
    var state = WeatherState()
    state.observation = observation
    state.problem = .unreadable
    BeginFetch(placeID: "san-francisco").updateState(&state)
    XCTAssertTrue(state.isFetching)
    XCTAssertEqual(state.observation, observation)
    XCTAssertNil(state.problem)
    EndFetch(placeID: "san-francisco", result: .failure(.timedOut)).updateState(&state)
    XCTAssertFalse(state.isFetching)
    XCTAssertEqual(state.observation, observation)
    XCTAssertEqual(state.problem, .timedOut)
    EndFetch(placeID: "san-francisco", result: .success(observation)).updateState(&state)
    XCTAssertNil(state.problem)
  }

  func testResultsForAnotherPlaceAreIgnored() {
    var state = WeatherState()
    ChoosePlace(id: "tokyo").updateState(&state)
    BeginFetch(placeID: "tokyo").updateState(&state)
    EndFetch(placeID: "san-francisco", result: .success(observation)).updateState(&state)
    EndFetch(placeID: "san-francisco", result: .failure(.timedOut)).updateState(&state)
    BeginFetch(placeID: "london").updateState(&state)
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
    ChoosePlace(id: "tokyo").updateState(&state)
    EndFetch(placeID: "tokyo", result: .success(observation)).updateState(&state)
    ChooseUnit(unit: .celsius).updateState(&state)
    let stored = try JSONDecoder().decode(WeatherState.self, from: JSONEncoder().encode(state))
    XCTAssertEqual(stored.placeID, "tokyo")
    XCTAssertEqual(stored.unit, .celsius)
    XCTAssertEqual(stored.observation, observation)
  }

  func testTheFirstPlaceReplacesAnUnknownOne() {
    var state = WeatherState()
    state.placeID = "atlantis"
    XCTAssertEqual(state.place, Place.all[0])
  }
}
