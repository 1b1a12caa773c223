import Foundation
import FoundationNetworking
import TempuraServer
import TempuraTesting
import Testing
import UIKit

@testable import ChatDemo

/// The chat behind its server: several browsers, without scripts.
@Suite struct ServedChatTests {
  private let server: AppServer
  private let url: URL

  init() throws {
    server = try AppServer.inMemory(ChatAppDelegate.self)
    url = try #require(URL(string: "http://127.0.0.1:\(try server.start())/"))
  }

  /// A browser of a user. It stays at the URL where it was led.
  private final class User {
    private let session = URLSession(configuration: .ephemeral)
    private var url: URL
    private(set) var status = 0
    private(set) var page = ""

    init(_ name: String, at url: URL) async throws {
      self.url = url
      try await load()
      try await submit(name)
    }

    func open(_ path: String) async throws {
      url = try #require(URL(string: path, relativeTo: url)).absoluteURL
      try await load()
    }

    func load() async throws { try await send(URLRequest(url: url)) }

    /// Writes into the field, and taps.
    func submit(_ text: String, tapping button: String = "chatView.button") async throws {
      var form = URLComponents()
      form.queryItems = [URLQueryItem(name: "chatView.field", value: text), URLQueryItem(name: "tap", value: button)]
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.httpBody = Data((form.percentEncodedQuery ?? "").utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.setValue("same-origin", forHTTPHeaderField: "Sec-Fetch-Site")
      try await send(request)
    }

    func goBack() async throws { try await submit("", tapping: "uiNavigationView.navigationBar.backButton") }

    private func send(_ request: URLRequest) async throws {
      let (data, response) = try await session.data(for: request)
      status = (response as? HTTPURLResponse)?.statusCode ?? 0
      url = response.url ?? url
      page = String(decoding: data, as: UTF8.self)
    }
  }

  @Test func usersInARoomReadWhatOthersWrite() async throws {
    defer { server.stop() }
    let (ann, bob) = (try await User("Ann", at: url), try await User("Bob", at: url))
    try await ann.submit("Tea مقهى")
    try await ann.submit("<b>Hello</b> 👋🏽")
    try await bob.load()
    #expect(bob.page.contains("Tea مقهى") && bob.page.contains("1 new"))
    try await bob.open("/rooms/Tea%20%D9%85%D9%82%D9%87%D9%89")
    #expect(!bob.page.contains("Hello"), "not before he has joined")
    try await bob.submit("")
    #expect(bob.page.contains("&lt;b&gt;Hello&lt;/b&gt; 👋🏽") && bob.page.contains(">Ann</p>"))
    try await ann.goBack()
    try await bob.submit("Hello, Ann")
    try await ann.load()
    #expect(ann.page.contains("Bob: Hello, Ann") && ann.page.contains("1 new"))
  }

  @Test func eachRoomHasItsOwnMessages() async throws {
    defer { server.stop() }
    let (ann, bob) = (try await User("Ann", at: url), try await User("Bob", at: url))
    try await ann.submit("tea")
    try await bob.submit("coffee")
    try await ann.submit("Sencha")
    try await bob.submit("Espresso")
    try await ann.load()
    #expect(ann.page.contains("Sencha") && !ann.page.contains("Espresso"))
  }

  @Test func twoTabsInDifferentRoomsAskWhereTheUserIs() async throws {
    defer { server.stop() }
    let ann = try await User("Ann", at: url)
    try await ann.submit("tea")
    try await ann.submit("Sencha")
    try await ann.open("/rooms/coffee")
    #expect(ann.page.contains(">Join<") && !ann.page.contains("Sencha"))
    try await ann.submit("")
    #expect(ann.page.contains("aria-label=\"Send\""))
    try await ann.open("/rooms/tea")
    #expect(ann.page.contains(">Join<") && ann.page.contains("You are not in this room."))
    try await ann.submit("")
    #expect(ann.page.contains("Sencha"))
  }

  @Test func textsThatSayNothingAreNotSentAndTooLongOnesRefused() async throws {
    defer { server.stop() }
    let ann = try await User("Ann", at: url)
    try await ann.submit(" ")
    #expect(ann.page.contains("Name of a room"))
    try await ann.submit("tea")
    for text in ["", " ", "\u{200B}"] { try await ann.submit(text) }
    #expect(!ann.page.contains("<li "))
    try await ann.submit(String(repeating: "x", count: 501))
    #expect(ann.status == 422 && !ann.page.contains("<li "))
  }

  @Test(arguments: ["%20", "%E2%80%8B", String(repeating: "x", count: 201), "a/b"])
  func aURLWithoutTheNameOfARoomIsNotFound(path: String) async throws {
    defer { server.stop() }
    let ann = try await User("Ann", at: url)
    try await ann.open("/rooms/\(path)")
    #expect(ann.status == 404)
  }

  @Test func typingIsToldOnceInAWhileAndEndsWithThePost() throws {
    let app = try AppDriver(ChatAppDelegate.self)
    try app.open("/rooms/tea")
    try app.type("Ann", into: "Your name")
    try app.submit()
    for text in ["H", "He", "Hel"] { try app.type(text, into: "Message") }
    #expect(app.dispatched(SetTyping.self).count == 1)
    #expect(try app.state(as: ChatState.self).talk.typists.values.map(\.name) == ["Ann"])
    try app.type("", into: "Message")
    #expect(try app.state(as: ChatState.self).talk.typists.isEmpty)
    try app.type("Hello", into: "Message")
    try app.submit()
    #expect(app.isShown("Hello"))
    #expect(try app.state(as: ChatState.self).talk.typists.isEmpty)
  }
}
