import Dispatch
import Foundation
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraLocalization
@testable import TempuraMetrics
@testable import TempuraServer

/// What streams tell open pages, so that these need not ask.
@Suite struct StreamedChangeTests: BoardUsers {
  private let name = "streamstreamstream"

  /// A page of a session, and the stream of its browser.
  private func open(
    _ tab: String, of browser: Browser, at url: String, on server: TestServer
  ) throws -> (LivePage, CountingStream) {
    let stream = server.openPage(of: try #require(server.session(of: browser)).key)
    return (try server.page(tab, of: browser, at: url), stream)
  }

  private func next(_ stream: CountingStream, _ change: () throws -> Void) throws -> String {
    let count = stream.eventCount
    try change()
    try waitUntil { stream.eventCount > count }
    #expect(stream.eventCount == count + 1)
    return stream.events.last ?? ""
  }

  // MARK: - What is told

  @Test func aPageIsToldWhatAnotherSessionHasChanged() throws {
    let server = try TestServer(BoardDelegate.self)
    let (one, two) = (try user("@red", at: server), try user("@red own", at: server))
    let (page, stream) = try open("tab", of: two, at: "/board", on: server)
    for card in ["milk", "tea"] {
      let patch = try #require(page.follow(try next(stream) { try say("+\(card)", one) }))
      #expect(patch.markup?.contains(card) == true && patch.markup?.contains("mine: own") == true)
      #expect(patch.markup?.contains("boardView.field") == false, "only what has changed")
    }
    #expect(try page.ask().status == 204)
    #expect(server.runtime.metrics.patches.streamed.value == UInt64(stream.eventCount))
  }

  @Test func changesWhileASessionIsBusyAreToldAtOnce() throws {
    let server = try TestServer(BoardDelegate.self)
    let (one, two) = (try user("@red", at: server), try user("@red", at: server))
    let (page, stream) = try open("tab", of: two, at: "/board", on: server)
    let session = try #require(server.session(of: two))
    let isBusy = DispatchSemaphore(value: 0)
    session.queue.submit { isBusy.wait() }
    let event = try next(stream) {
      for card in ["milk", "tea", "salt"] { try say("+\(card)", one) }
      isBusy.signal()
    }
    #expect(page.follow(event)?.markup?.contains("milk,tea,salt") == true)
    server.inTurn(of: session) {}
    #expect(stream.events.last == event)
  }

  @Test func eachTabIsToldWhatIsNewThere() throws {
    let (server, browser) = try visit()
    let (first, stream) = try open("one", of: browser, at: "/list", on: server)
    let other = try server.page("two", of: browser, at: "/list/note")
    let event = try next(stream) { try browser.tap("increment") }
    #expect(first.follow(event)?.markup?.contains("countLabel") == true)
    #expect(other.follow(event)?.markup?.contains("countLabel") == true)
    let session = try #require(server.session(of: browser))
    let same = try next(stream) { server.inTurn(of: session) { session.hasNews = true } }
    #expect(first.follow(same) != nil && other.follow(same)?.version == nil, "nothing that they show")
    for page in [first, other] { #expect(try page.ask().status == 204) }
    let third = try server.page("three", of: browser, at: "/list")
    #expect(third.follow(event) == nil, "it asked later")
  }

  @Test func aPageIsToldThatWorkGoesOn() throws {
    let (server, browser) = try visit { $0.sideEffectTimeout = 0 }
    let (page, stream) = try open("tab", of: browser, at: "/list", on: server)
    #expect(try page.tap("wait", ["list.field": "\(#function)"]).isWorking)
    server.inTurn(of: try #require(server.session(of: browser))) {}
    let patch = page.follow(try next(stream) { try browser.tap("increment") })
    #expect(patch?.isWorking == true && patch?.markup?.contains("countLabel") == true)
    var count = stream.eventCount
    Gates.of("\(#function)").signal()
    // What the side effect dispatches, and its end.
    try waitUntil {
      let events = stream.events[count...]
      for event in events { #expect(page.follow(event) != nil) }
      count += events.count
      return !page.patch.isWorking
    }
    #expect(try page.ask().status == 204)
  }

  // MARK: - What a page has to ask

  @Test func aPageAsksForMessages() throws {
    let (server, browser) = try visit()
    let (page, stream) = try open("tab", of: browser, at: "/list", on: server)
    let session = try #require(server.session(of: browser))
    server.inTurn(of: session) { session.scenes.first { $0.tab == "tab" }?.say(.pageCannotBeShownAgain) }
    let other = browser.newTab()
    try other.open("/list/note")
    let event = try next(stream) { try other.tap("note.go", ["note.field": "count"]) }
    #expect(page.follow(event) == nil)
    #expect(try page.ask().notices?.isEmpty == false)
  }

  @Test func aPageAsksForAnotherScreen() throws {
    let (server, browser) = try visit { $0.sideEffectTimeout = 0 }
    let (page, stream) = try open("tab", of: browser, at: "/list", on: server)
    try page.tap("list.go", ["list.field": "later \(#function)"])
    let session = try #require(server.session(of: browser))
    server.inTurn(of: session) {}
    let count = stream.eventCount
    Gates.of("\(#function)").signal()
    try waitUntil {
      var url: String?
      server.inTurn(of: session) { url = session.scenes.first?.location?.url }
      return url == "/list/note"
    }
    server.inTurn(of: session) {}
    #expect(stream.eventCount > count && stream.events[count...].allSatisfy { page.follow($0) == nil })
    #expect(try page.ask().url == "/list/note")
  }

  @Test func aPageAsksIfTheGuardForbidsItsScreen() throws {
    let (server, browser) = try visit(GuardedLibraryDelegate.self)
    let (page, stream) = try open("tab", of: browser, at: "/list/book?book=7", on: server)
    let event = try next(stream) { try browser.tap("list.go", ["list.field": "become nobody"]) }
    #expect(page.follow(event) == nil)
    #expect(try page.ask().isReload)
  }

  @Test func pagesAskForAnotherIDOfTheirSession() throws {
    let (server, browser) = try visit()
    let (_, stream) = try open("tab", of: browser, at: "/list", on: server)
    let session = try #require(server.session(of: browser))
    let event = try next(stream) {
      server.inTurn(of: session) {
        session.rotation.ask(for: session.scenes[0], cause: nil)
        session.hasNews = true
      }
    }
    #expect(event == "\(StreamTable.change)")
  }

  @Test func pagesOfARecordedSessionAsk() throws {
    let server = try TestServer(development: .with(Development.Lines()))
    let browser = try server.browser(at: "/list")
    let (_, stream) = try open("tab", of: browser, at: "/list", on: server)
    #expect(try next(stream) { try browser.tap("increment") } == "\(StreamTable.change)")
  }

  @Test func pagesAskIfTheirSessionIsDueForMoreTime() throws {
    let (server, browser) = try visit()
    let (_, stream) = try open("tab", of: browser, at: "/list", on: server)
    let session = try #require(server.session(of: browser))
    let event = try next(stream) {
      server.inTurn(of: session) {
        session.didSetExpiry(server.runtime.time)
        session.hasNews = true
      }
    }
    #expect(event == "\(StreamTable.change)")
  }

  private final class Foreign: UIView {
    let label = UILabel()
    override func renderContent(into html: HTMLRenderer) { html.render(label) }
  }

  @Test func anAnswerHasTheWholeScreenAlsoIfStreamsAreToldOfTheSameChange() throws {
    let (server, browser) = try visit()
    let (page, stream) = try open("tab", of: browser, at: "/list", on: server)
    let session = try #require(server.session(of: browser))
    server.inTurn(of: session) {
      // It is rendered anew each time.
      session.scenes.first?.window?.topViewController?.view.addSubview(Foreign())
      session.screens.dropMarkup()
    }
    let count = stream.eventCount
    #expect(try page.tap("increment").markup?.contains("countLabel") == true)
    #expect(stream.eventCount > count)
  }

  private final class Restless: UIView {
    var didLayOut: () -> Void = {}
    override func layoutSubviews() { didLayOut() }
  }

  @Test func anAppThatChangesWheneverItIsRenderedIsNotRenderedWithoutEnd() throws {
    let (server, browser) = try visit()
    let (_, stream) = try open("tab", of: browser, at: "/list", on: server)
    let session = try #require(server.session(of: browser))
    let scene = try #require(session.scenes.first)
    server.inTurn(of: session) {
      let view = Restless()
      view.didLayOut = {
        scene.async {
          view.setNeedsLayout()
          session.hasNews = true
        }
      }
      scene.window?.topViewController?.view.addSubview(view)
      session.hasNews = true
    }
    try waitUntil { stream.events.last == "\(StreamTable.change)" }
    server.inTurn(of: session) {}
    #expect(stream.eventCount == 2, "the first one has the change, and pages ask after the second one")
  }
}
