import Foundation
import Testing
import UIKit

@testable import TempuraTesting

/// Fingers of app drivers.
@Suite struct DraggingTests {
  private func drag(in place: AppDriver.Place) throws {
    let app = try AppDriver(FingerDelegate.self, in: place)
    try app.open("/")
    try app.drag("card", by: CGPoint(x: 80, y: 0))
    #expect(app.isShown("dragged to 100"))
    try app.drag("card", by: .zero, after: 0.6)
    #expect(app.isShown("pressed"))
    try app.drag("canvas", by: CGPoint(x: 50, y: 10))
    #expect(app.isShown("from 100 to 150"))
  }

  @Test func viewsFollowAFinger() throws {
    try drag(in: .process)
    let app = try AppDriver(FingerDelegate.self)
    try app.open("/")
    #expect(throws: AppDriverError.self) { try app.drag("plain", by: CGPoint(x: 80, y: 0)) }
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil)) func viewsFollowAFingerInABrowser() throws {
    try drag(in: .browser)
  }
}
