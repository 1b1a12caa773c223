import Foundation
import Testing
import UIKit

@testable import TempuraTesting

/// docs/how-to/custom-control.md
struct CustomControlTests {
  private func launch(in place: AppDriver.Place = .process) throws -> AppDriver {
    let app = try AppDriver(ReviewAppDelegate.self, in: place)
    try app.open("/")
    return app
  }

  @Test(arguments: [AppDriver.Place.process, .browser, .browser(javaScript: false)])
  func theRatingComesWithTheForm(place: AppDriver.Place) throws {
    let app = try launch(in: place)
    try app.choose("4 stars", in: "Your rating")
    try app.type("Good soup", into: "What was good, and what was not?")
    try app.tap("Send")
    #expect(try app.state() == ReviewState(reviews: [Review(stars: 4, text: "Good soup")]))
    #expect(app.isShown("4.0 of 5 stars"))
    #expect(try app.text(of: "Your rating") == "Not rated", "the control is empty again")
  }

  @Test func anIncompleteReviewIsNotSent() throws {
    let app = try launch()
    try app.choose("4 stars", in: "Your rating")
    try app.tap("Send")
    #expect(app.isShown("Choose the stars, and write a sentence."))
    #expect(try app.text(of: "Your rating") == "4 stars" && app.state() == ReviewState())
  }

  @Test func aValueThatTheControlDoesNotOfferIsRefused() {
    let control = StarsControl()
    for value in ["6", "-1", "04", "", "٤", "five"] { #expect(control.problem(with: value) != nil, "\(value)") }
  }

  @Test func starsThatAreClickedAreTheValue() throws {
    let app = try launch(in: .browser)
    let tab = try #require(app.window as? ChromiumWindow).tab
    func click(_ star: Int) throws {
      let script = """
        (() => { const box = document.querySelector('star-rating').shadowRoot.querySelectorAll('button')[\(star - 1)]
          .getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] })()
        """
      let point = try #require(try tab.evaluate(script, as: [Double].self))
      for type in ["mousePressed", "mouseReleased"] {
        try tab.call(
          "Input.dispatchMouseEvent",
          ["type": type, "x": point[0], "y": point[1], "button": "left", "clickCount": 1])
      }
    }
    func stars() throws -> Int? {
      try tab.evaluate(
        "document.querySelector('star-rating').shadowRoot.querySelectorAll('[part~=on]').length", as: Int.self)
    }
    try click(3)
    #expect(try stars() == 3 && app.text(of: "Your rating") == "3 stars")

    try app.tap("Send")
    #expect(app.isShown("Choose the stars, and write a sentence."))
    #expect(try stars() == 3, "a patch leaves them alone")

    try app.type("Good soup", into: "What was good, and what was not?")
    try app.tap("Send")
    #expect(try app.state() == ReviewState(reviews: [Review(stars: 3, text: "Good soup")]))
    #expect(try stars() == 0, "they follow the field, which the app has emptied")
  }
}
