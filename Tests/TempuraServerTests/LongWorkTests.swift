import Foundation
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// Side effects that take long, and those that are running when the server stops.
@Suite struct LongWorkTests {
  private func count(_ storage: TestStorage) throws -> Int? {
    struct Content: Decodable { struct Shop: Decodable { let count: Int }; let state: Shop }
    return try storage.all().first.map {
      try JSONDecoder().decode(Content.self, from: Data($0.record.content.encoded())).state.count
    }
  }

  @Test func thePageShowsHowFarLongWorkIs() throws {
    let server = try TestServer(LibraryDelegate.self) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])).status == 303)
    for step in 1...3 {
      #expect(try browser.open("/list").isWorking, "which gets itself again without script")
      Gates.of(gate).signal()
      try waitUntil { try browser.open("/list").text("list.label") == "section 0 count \(step)" }
      let progress = ["0.33", "0.66", "1"][step - 1]
      #expect(browser.page.first(/<progress[^>]*value="([^"]*)"/)?.hasPrefix(progress) == true)
    }
    try waitUntil { try !browser.open("/list").isWorking }
  }

  @Test func changesOfASideEffectBeforeTheEndAreStored() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(ShopDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/home")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["homeView.field": gate])).status == 303)
    #expect(try count(storage) == 0)
    _ = try inParallel([{ server.runtime.stop(within: .seconds(60)) }]) { Gates.of(gate).signal() }
    #expect(try count(storage) == 1)
  }

  @Test func sideEffectsThatAreStillRunningAreNamed() throws {
    let server = try TestServer(ShopDelegate.self) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/home")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["homeView.field": gate])).status == 303)
    #expect(server.runtime.longWork.wait(until: .now()) == ["WaitForGate"])
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
  }

  @Test func changesAfterTheEndAreNotStored() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(ShopDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/home")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["homeView.field": gate])).status == 303)
    server.runtime.stop(within: .zero)
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    #expect(try count(storage) == 0)
  }
}
