import Foundation
import FoundationNetworking
import Katana
import Tempura
import TempuraServer
import Testing
import UIKit

@testable import CounterDemo

/// The counter as a store, a view model and a screen.
@Suite struct CounterTests {
  @Test func theUpdatersCountUpAndDown() {
    var state = CounterState()
    IncrementCounter().updateState(&state)
    IncrementCounter().updateState(&state)
    DecrementCounter().updateState(&state)
    #expect(state.counter == 1)
    DecrementCounter().updateState(&state)
    DecrementCounter().updateState(&state)
    #expect(state.counter == -1)
  }

  @Test func theViewModelHasTheCountAsText() {
    var state = CounterState()
    #expect(CounterViewModel(state: state).countDescription == "the counter is at 0")
    state.counter = -3
    #expect(CounterViewModel(state: state).countDescription == "the counter is at -3")
  }

  @MainActor @Test func theButtonsAreSideBySideInTheMiddle() throws {
    let delegate = CounterAppDelegate()
    #expect(delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil))
    let view = try #require((delegate.window?.rootViewController as? CounterViewController)?.rootView)
    delegate.window?.layoutIfNeeded()
    let (add, sub) = (view.addButton.frame, view.subButton.frame)
    #expect(add.size == CGSize(width: 154, height: 50) && sub.size == add.size)
    #expect(add.minY == sub.minY && sub.minX - add.maxX == 12)
    #expect(add.minX + sub.maxX == view.bounds.width)
  }
}

/// The counter behind its server.
@Suite struct ServedCounterTests {
  private let server: AppServer
  private let session = URLSession(configuration: .ephemeral)
  private let url: URL

  init() throws {
    server = try AppServer.inMemory(CounterAppDelegate.self)
    url = try #require(URL(string: "http://127.0.0.1:\(try server.start())/"))
  }

  @Test func eachBrowserHasItsOwnCount() async throws {
    defer { server.stop() }
    #expect(try await page().contains("the counter is at 0"))
    _ = try await page(tapping: "counterView.addButton")
    #expect(try await page(tapping: "counterView.addButton").contains("the counter is at 2"))
    #expect(try await page(tapping: "counterView.subButton").contains("the counter is at 1"))
    let other = URLSession(configuration: .ephemeral)
    let (data, _) = try await other.data(from: url)
    #expect(String(decoding: data, as: UTF8.self).contains("the counter is at 0"))
  }

  @Test func thePageHasTheLayoutOfTheView() async throws {
    defer { server.stop() }
    let page = try await page()
    #expect(page.contains("width:9.625rem;height:3.125rem;"))
    #expect(page.contains("left:2.1875rem;") && page.contains("left:12.5625rem;"))
  }

  @Test func aPageOfFramesAsksForTheWidthOfTheBrowserAndHasIt() async throws {
    defer { server.stop() }
    func answer(width: Int?) async throws -> (page: String, criticalHints: String?) {
      var request = URLRequest(url: url)
      if let width { request.setValue("\(width)", forHTTPHeaderField: "Sec-CH-Viewport-Width") }
      let (data, response) = try await session.data(for: request)
      let hints = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Critical-CH")
      return (String(decoding: data, as: UTF8.self), hints)
    }
    let first = try await answer(width: nil)
    #expect(first.page.contains(#"<meta name="viewport" content="width=390,"#))
    #expect(first.page.contains("/tempura-site.css?"))
    #expect(first.criticalHints == "Sec-CH-Viewport-Width, Sec-CH-Viewport-Height")
    let second = try await answer(width: 800)
    #expect(second.page.contains(#"<meta name="viewport" content="width=800,"#))
    #expect(second.page.contains("--width:50rem;"))
    #expect(second.criticalHints == nil)
    // A request without the hint, as for a form, gets the width that is known.
    #expect(try await answer(width: nil).page.contains("--width:50rem;"))
  }

  /// The page after a button was tapped, if one is named.
  private func page(tapping button: String? = nil) async throws -> String {
    var request = URLRequest(url: url)
    if let button {
      request.httpMethod = "POST"
      request.httpBody = Data("tap=\(button)".utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.setValue("same-origin", forHTTPHeaderField: "Sec-Fetch-Site")
    }
    let (data, response) = try await session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    return String(decoding: data, as: UTF8.self)
  }
}
