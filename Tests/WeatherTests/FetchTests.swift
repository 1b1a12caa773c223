import Hydra
import Katana
import UIKit
import XCTest

@testable import WeatherDemo

/// The side effects with a server.
final class FetchTests: XCTestCase {
  private let store = Store<WeatherState, DependenciesContainer>()

  private var servers: [WeatherServer] = []

  override func tearDown() { servers = [] }

  @discardableResult
  private func use(_ answers: WeatherServer.Answer..., timeout: Double = 30) throws -> WeatherServer {
    let server = try WeatherServer(answers)
    servers.append(server)
    store.dependencies.weatherService = try XCTUnwrap(.http(server.url, timeout: timeout))
    return server
  }

  /// Runs a side effect and waits until the main queue has handled its result.
  private func run(_ sideEffect: some SideEffect) {
    let end = expectation(description: "the side effect")
    store.dispatch(sideEffect).then(in: .main) { end.fulfill() }
    wait(for: [end], timeout: 60)
  }

  /// Changes nothing.
  private struct Nothing: StateUpdater {
    func updateState(_ state: inout WeatherState) {}
  }

  /// Waits until the main queue has handled all updaters that were dispatched. A side effect does not wait for them.
  private func settle() {
    let end = expectation(description: "an updater")
    store.dispatch(Nothing()).then(in: .main) { end.fulfill() }
    wait(for: [end], timeout: 60)
  }

  func testTheWeatherIsFetched() throws {
    let server = try use(.json(jsonFixture("san-francisco")))
    run(FetchWeather())
    XCTAssertEqual(store.state.observation?.weather, "Partly Cloudy")
    XCTAssertNil(store.state.problem)
    XCTAssertFalse(store.state.isFetching)
    XCTAssertEqual(server.requests, ["GET /api/san-francisco.json HTTP/1.1"])
  }

  func testAProblemIsRecordedAndTheFetchCanBeRepeated() throws {
    try use(.status(404), .json("{"), .json(jsonFixture("san-francisco")))
    run(FetchWeather())
    XCTAssertEqual(store.state.problem, .status(404))
    XCTAssertNil(store.state.observation)
    run(FetchWeather())
    XCTAssertEqual(store.state.problem, .unreadable)
    run(FetchWeather())
    XCTAssertNil(store.state.problem)
    XCTAssertEqual(store.state.observation?.weather, "Partly Cloudy")
  }

  func testATimeoutIsRecordedAndTheWeatherStays() throws {
    run(FetchWeather())
    try use(.silence, timeout: 0.2)
    run(FetchWeather())
    XCTAssertEqual(store.state.problem, .timedOut)
    XCTAssertEqual(store.state.observation?.weather, "Partly Cloudy")
  }

  func testMissingWeatherIsFetchedOnce() throws {
    let server = try use(.json(jsonFixture("san-francisco")))
    run(FetchMissingWeather())
    run(FetchMissingWeather())
    XCTAssertEqual(server.requests.count, 1)
  }

  func testMissingWeatherIsNotFetchedAgainAfterAProblem() throws {
    let server = try use(.status(500))
    run(FetchMissingWeather())
    run(FetchMissingWeather())
    XCTAssertEqual(server.requests.count, 1)
  }

  func testChoosingACityFetchesItsWeather() throws {
    let server = try use(.json(jsonFixture("tokyo")), .status(500))
    run(VisitCity(id: "tokyo"))
    XCTAssertEqual(store.state.city.name, "Tokyo")
    XCTAssertEqual(store.state.observation?.weather, "Light Rain")
    run(VisitCity(id: "tokyo"))
    XCTAssertEqual(server.requests, ["GET /api/tokyo.json HTTP/1.1"])
  }

  // MARK: - The screen

  func testTheScreenFetchesAndShowsTheWeather() throws {
    try use(.status(500), .json(jsonFixture("san-francisco")), .json(jsonFixture("san-francisco")))
    let screen = TodayViewController(store: store)
    screen.rootView.layoutIfNeeded()
    screen.viewWillAppear(false)
    run(FetchMissingWeather())
    XCTAssertEqual(screen.title, "San Francisco")
    XCTAssertEqual(
      screen.view.texts, ["No weather for San Francisco", WeatherError.status(500).description])
    run(FetchWeather())
    XCTAssertEqual(
      screen.view.texts,
      [
        "San Francisco, CA", "56°", "Partly Cloudy", "In Celsius", "13°", "Observed at",
        "North Mission (Valencia and Market), San Francisco, California", "Coordinates", "37.78° N, 122.42° W",
        "Elevation", "47 m",
      ])
    XCTAssertEqual(screen.rootView.sky, .partlyCloudy)
    XCTAssertEqual(screen.children.count, 1)
    screen.rootView.didChooseUnit?(.celsius)
    settle()
    XCTAssertEqual(screen.view.texts.prefix(5), ["San Francisco, CA", "13°", "Partly Cloudy", "In Fahrenheit", "56°"])
    XCTAssertEqual(screen.children.count, 1)
  }

  func testTheScreenShowsAProblemAboveTheOldWeather() throws {
    let screen = TodayViewController(store: store)
    screen.viewWillAppear(false)
    run(FetchWeather())
    try use(.status(500))
    run(FetchWeather())
    XCTAssertEqual(screen.view.texts.prefix(2), [WeatherError.status(500).description, "San Francisco, CA"])
  }
}
