import Foundation
import Testing

@testable import TempuraServer

/// Code that waits for a promise in a turn of its session.
@Suite struct AwaitTests {
  private func notes(after action: String) throws -> String? {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    return try browser.tap(action).text("notesLabel")
  }

  @Test func aClosureOfAPromiseMayAwaitADispatch() throws {
    #expect(try notes(after: "awaitInThen") == "before,awaited,after before,awaited")
  }

  @Test func aTapMayAwaitASideEffectThatNeedsTheTurn() throws {
    let notes = try notes(after: "awaitInTap")
    #expect(notes?.hasPrefix("shop ") == true && notes?.hasSuffix(",done") == true)
  }

  @Test func anUpdaterThatAwaitsAnotherIsRefused() throws {
    #expect(try notes(after: "awaitInUpdater") == "refused")
  }

  @Test func aListenerMayAwaitADispatchAndSeesTheLastStateLast() throws {
    #expect(try notes(after: "awaitInListener") == "awaited")
  }
}
