import Foundation
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What a live page tells of a film, and what it is answered.
@Suite struct MediumTests {
  private let server: TestServer
  private let browser: Browser
  private let page: LivePage

  private final class Player: NSObject, MediumListener {
    let label = UILabel()
    func hear(_ message: MediumMessage) { label.text = "\(label.text ?? "")\(message.event.rawValue)\(message.time)" }
  }

  /// A page with a film, and a label that says what is heard of it.
  init() throws {
    PageController.define("film") { controller, _ in
      let (view, player) = (VideoView(), Player())
      player.label.accessibilityIdentifier = "heard"
      var medium = Medium()
      (medium.source, medium.player) = (URL(string: "/film.mp4").flatMap { VideoSource($0) }, player)
      view.accessibilityIdentifier = "film"
      view.shownMedium = { [medium, player] in withExtendedLifetime(player) { medium } }
      controller.rootView.addSubview(view)
      controller.rootView.addSubview(player.label)
    }
    (server, browser) = try visit()
    page = try server.page("a", of: browser)
    try page.tap("list.go", ["list.field": "film"])
  }

  private var id: String {
    get throws {
      let element = try #require(page.patch.markup?.firstMatch(of: /<video[^>]* id="([^"]*)"/))
      return String(element.output.1)
    }
  }

  @Test func aPlayerHearsThePage() throws {
    let id = try id
    #expect(try page.touch("\(id) 0 p 1.5 6 1", as: "medium").status == 200)
    #expect(page.patch.markup?.contains("p1.5") == true)
    // The end comes once, also if its answer is lost.
    for _ in 0..<2 {
      #expect(try page.touch("\(id) 0 e 6 6 1", as: "medium", nonce: "samesamesame1").status == 200)
    }
    let heard = try browser.open("/list").text("heard")
    #expect(heard == "p1.5e6.0")
  }

  @Test func whatIsNotShownIsNotHeard() throws {
    let id = try id
    for other in ["film", "film.medium0", "film.done", "list.label", "gone"] {
      #expect(try page.touch("\(other) 0 p 1 6 1", as: "medium").status == 409, "\(other)")
    }
    for text in ["", id, "\(id) 0 p nan 6 1", "\(id) 0 p 1 6 1 1"] {
      #expect(try page.touch(text, as: "medium").status == 400, "\(text)")
    }
    #expect(try browser.open("/list").text("heard") ?? "" == "")
  }
}
