import Dispatch
import Foundation
import Hydra
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// How many side effects run at once, and on which threads.
@Suite struct SideEffectTests {
  @Test(arguments: ["crowd", "awaitingCrowd"])
  func aSessionRunsFewSideEffectsAtOnce(action: String) throws {
    let server = try TestServer(ShopDelegate.self) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/home")
    let gate = "\(#function) \(action)"
    try browser.tap(action, ["homeView.field": gate])
    try waitUntil { Crowds.inside(gate) >= 4 }
    let other = try server.browser(at: "/home")
    try other.tap("flat")
    try waitUntil { try !other.open("/home").isWorking }
    #expect(other.page.text("countLabel") == "2000", "while the others wait")
    // If all of them wait in await, a lane starts one more each second: how many depends on the time of this test.
    let peak = action == "crowd" ? 4...4 : 4...32
    #expect(peak.contains(Crowds.inside(gate)))
    for _ in 0..<2000 { Gates.of(gate).signal() }
    Crowds.promise(of: gate).resolve(())
    try waitUntil { try !browser.open("/home").isWorking }
    #expect(browser.page.text("countLabel") == "2000")
    #expect(peak.contains(Crowds.peak(gate)))
  }

  @Test(arguments: 1...4) func allSideEffectsOfASessionFinish(slots: Int) throws {
    let server = try TestServer(ShopDelegate.self) {
      $0.sideEffectsPerSession = slots
      $0.sideEffectsAtOnce = slots
    }
    let browser = try server.browser(at: "/home")
    #expect(try browser.tap("nested").text("countLabel") == "11")
    #expect(try browser.tap("flat").text("countLabel") == "2011")
  }

  @Test func thePageSaysThatASideEffectWaitsForItsTurn() throws {
    let server = try TestServer(ShopDelegate.self) {
      $0.sideEffectTimeout = 0
      $0.sideEffectsAtOnce = 1
    }
    let (first, second) = (server.browser(), server.browser())
    let gate = "\(#function)"
    try first.open("/home")
    try second.open("/home")
    #expect(try first.tap("wait", ["homeView.field": gate]).notice == "Working on it…")
    #expect(try second.tap("wait", ["homeView.field": gate]).notice == "Waiting for its turn…")
    #expect(second.page.isWorking, "which gets itself again")
    for _ in 0..<2 { Gates.of(gate).signal() }
    try waitUntil { try !second.open("/home").isWorking }
    #expect(second.page.text("countLabel") == "1")
    #expect(second.page.notice == nil)
  }

  @Test func sideEffectsMayReadTheScreensWhileOtherWorkWaits() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let page = try browser.tap("readScreens")
    #expect(page.text("notesLabel") == "home,home,home,home")
    #expect(page.text("countLabel") == "200")
  }

  @Test func aSideEffectThatIsRefusedIsTold() throws {
    let server = try TestServer(ShopDelegate.self) { $0.sideEffectThreads = 4 }
    let browser = try server.browser(at: "/home")
    let page = try browser.tap("nested")
    #expect(page.notice?.hasPrefix("Something went wrong") == true)
    #expect(page.text("countLabel") == "0")
    #expect(try browser.tap("flat").text("countLabel") == "2000", "they do not await each other")
  }

  @Test func codeThatBlocksAllSharedThreadsHarmsNoSession() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let gate = DispatchSemaphore(value: 0)
    let left = DispatchGroup()
    for quality in [DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background] {
      for _ in 0..<300 { DispatchQueue.global(qos: quality).async(group: left) { gate.wait() } }
    }
    defer {
      for _ in 0..<1500 { gate.signal() }
      left.wait()
    }
    #expect(try browser.tap("nested").text("countLabel") == "11")
    #expect(try browser.tap("detail").text("countLabel") == "11", "a side effect that navigates")
    let session = try #require(server.session(of: browser))
    #expect(server.inTurn(of: session) { session.scenes.count } == 1)
    try server.evictAll()
  }
}
