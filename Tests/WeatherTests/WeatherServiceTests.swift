import Foundation
import FoundationNetworking
import TempuraTesting
import XCTest

@testable import WeatherDemo

final class WeatherServiceTests: XCTestCase {
  private let tokyo = City.all.first { $0.id == "tokyo" }!

  private var server: WeatherServer!

  override func tearDown() { server = nil }

  private func service(_ answer: WeatherServer.Answer, timeout: Double = 30) throws -> WeatherService {
    server = try WeatherServer([answer])
    return try XCTUnwrap(.http(server.url, timeout: timeout))
  }

  private func error(_ answer: WeatherServer.Answer, timeout: Double = 30) throws -> WeatherError? {
    do {
      _ = try service(answer, timeout: timeout).observation(in: tokyo)
      return nil
    } catch let error as WeatherError {
      return error
    }
  }

  func testFixturesHaveObservationsOfKnownCitiesOnly() throws {
    XCTAssertEqual(
      try WeatherService.fixtures.observation(in: tokyo), Observation(dictionary: loadJSONFixture(for: "tokyo")))
    XCTAssertThrowsError(
      try WeatherService.fixtures.observation(in: City(id: "atlantis", name: "Atlantis", region: "Sea"))
    ) { XCTAssertEqual($0 as? WeatherError, .status(404)) }
  }

  func testAServerIsAskedForTheWeather() throws {
    let service = try service(.json(jsonFixture("tokyo")))
    XCTAssertEqual(try service.observation(in: tokyo).weather, "Light Rain")
    XCTAssertEqual(server.requests, ["GET /api/tokyo.json HTTP/1.1"])
  }

  func testAnObservationMayBeNestedInTheAnswer() throws {
    let answer = #"{"response": {"version": "0.1"}, "current_observation": \#(jsonFixture("tokyo"))}"#
    XCTAssertEqual(try service(.json(answer)).observation(in: tokyo).weather, "Light Rain")
  }

  func testOtherStatusesAreProblems() throws {
    XCTAssertEqual(try error(.status(404)), .status(404))
    XCTAssertEqual(try error(.status(500)), .status(500))
    XCTAssertEqual(try error(.status(204)), .status(204))
  }

  func testUnreadableAnswersAreProblems() throws {
    for text in ["", "{", "[]", "null", "{}", "<html>", #"{"current_observation": []}"#, "\u{0}"] {
      XCTAssertEqual(try error(.json(text)), .unreadable, text)
    }
    XCTAssertEqual(try error(.json(String(repeating: "[", count: 100_000))), .unreadable)
  }

  func testAnUnreachableServerIsAProblem() throws {
    XCTAssertEqual(try error(.nothing), .unreachable)
    let url = try WeatherServer([.nothing]).url  // whose port is free again
    XCTAssertThrowsError(try XCTUnwrap(WeatherService.http(url)).observation(in: tokyo)) {
      XCTAssertEqual($0 as? WeatherError, .unreachable)
    }
  }

  func testASlowServerIsAProblem() throws {
    XCTAssertEqual(try error(.silence, timeout: 0.2), .timedOut)
    XCTAssertEqual(try error(.beginning, timeout: 0.2), .timedOut)
  }

  func testOnlyURLsWithAPlaceholderAreAccepted() {
    for url in ["", "x", "{location}", "http://a/", "ftp://a/{location}", "http:///{location}", "file:///{location}"] {
      XCTAssertNil(WeatherService.http(url), url)
    }
    for url in [
      "http://a/{location}", "HTTPS://a/b?place={location}", "http://{location}.a", "http://[::1]:80/{location}",
    ] {
      XCTAssertNotNil(WeatherService.http(url), url)
    }
  }

  func testLocalFilesReplaceAServer() throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [LocalFileURLProtocol.self]
    let service = try XCTUnwrap(
      WeatherService.http("https://nowhere.invalid/{location}.json", session: URLSession(configuration: configuration)))
    XCTAssertEqual(try service.observation(in: tokyo).weather, "Raining Cats and Dogs")
  }

  func testEveryProblemSaysWhatToDo() {
    let problems: [WeatherError] = [.unreachable, .timedOut, .status(404), .status(500), .unreadable]
    XCTAssertEqual(
      problems.map(\.description),
      [
        "The weather service cannot be reached. Try again in a moment.",
        "The weather service took too long to answer. Try again in a moment.",
        "The weather service does not know this place. Choose another one.",
        "The weather service has a problem of its own (status 500). Try again in a moment, or choose another place.",
        "The weather service said something that makes no sense. Try again later, or choose another place.",
      ])
  }
}
