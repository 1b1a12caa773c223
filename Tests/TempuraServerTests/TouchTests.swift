import Foundation
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What a live page tells of fingers, and what it is answered.
@Suite struct TouchTests {
  private let server: TestServer
  private let browser: Browser
  private let page: LivePage

  /// A page with a label that follows a pan, whose end is counted.
  init() throws {
    PageController.define("feel") { controller, _ in
      let pad = UILabel()
      pad.accessibilityIdentifier = "pad"
      pad.text = "-"
      pad.addGestureRecognizer(
        UIPanGestureRecognizer(target: nil) { [unowned pad, unowned controller] pan in
          pad.text = "\(pan.state) \(Int(pan.translation(in: nil).x))"
          if pan.state == .ended { controller.dispatch(Count()) }
        })
      controller.rootView.addSubview(pad)
    }
    (server, browser) = try visit()
    page = try server.page("a", of: browser)
    try page.tap("list.go", ["list.field": "feel"])
    try #require(page.patch.markup?.contains(#"data-touches="move""#) == true)
  }

  private func text(_ id: String) throws -> String? { try browser.open("/list").text(id) }
  private func told(_ patch: LivePatch) -> String? {
    patch.markup?.firstMatch(of: /id="pad"[^>]*>([^<]*)</).map { String($0.output.1) }
  }

  @Test func aFingerIsAnsweredByPatches() throws {
    #expect(try page.touch("pad 1 1 0 100 20,b 0 0 0 0,m 0 16 12 0").status == 200)
    #expect(told(page.patch) == "began 12")
    #expect(page.patch.markup?.contains("countLabel") == false, "only what has changed")
    #expect(told(try page.touch("pad 1 2 0 100 20,m 0 32 20 0,m 0 48 30 0")) == "changed 30")
    #expect(try page.touch("pad 1 3 0 100 20,e 0 64 30 0").status == 200)
    #expect(told(page.patch) == "ended 30")
    #expect(try text("countLabel") == "1")
  }

  @Test func aMessageThatComesTwiceIsAppliedOnce() throws {
    try page.touch("pad 1 1 0 100 20,b 0 0 0 0,m 0 16 12 0")
    for _ in 0..<2 { #expect(try page.touch("pad 1 2 0 100 20,e 0 64 30 0", nonce: "samesamesame1").status == 200) }
    #expect(try page.touch("pad 1 2 0 100 20,e 0 64 30 0").status == 200, "by its number")
    #expect(try text("countLabel") == "1")
  }

  @Test func whatBeginsNothingChangesNothing() throws {
    #expect(try page.touch("pad 5 2 0 100 20,m 0 16 12 0,e 0 20 12 0").status == 409)
    #expect(try page.touch("gone 5 1 0 100 20,b 0 16 12 0").status == 409)
    #expect(try page.touch("list.label 5 1 1 100 20,b 0 0 0 0,e 0 9 0 0").status == 200, "nobody listens there")
    #expect(try page.touch("pad 6 1 0 100 20,b 0 0 0 0,m 0 16 12 0").status == 200, "it begins anew")
    #expect(told(page.patch) == "began 12")
  }

  @Test(arguments: ["", "pad", "pad 1 1 0 1 1,b 0 0 nan 0", "pad 1 1 0 1 1,b 99 0 0 0"])
  func aMalformedMessageIsRefused(text: String) throws {
    #expect(try page.touch(text).status == 400)
    #expect(try page.touch("pad 1 1 0 100 20,b 0 0 0 0").status == 200, "the page goes on")
  }

  @Test func aTapCancelsAFingerWhoseEndNeverCame() throws {
    try page.touch("pad 1 1 0 100 20,b 0 0 0 0,m 0 16 12 0")
    #expect(told(try page.tap("increment")) == "cancelled 12")
    #expect(try page.touch("pad 1 2 0 100 20,e 0 16 12 0").markup == nil)
    #expect(try text("countLabel") == "1")
  }

  @Test func aPageThatIsLoadedAnewCancelsIt() throws {
    try page.touch("pad 1 1 0 100 20,b 0 0 0 0,m 0 16 12 0")
    #expect(try text("pad") == "cancelled 12")
  }
}
