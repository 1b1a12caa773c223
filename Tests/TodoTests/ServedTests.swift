import Foundation
import FoundationNetworking
import Katana
import Tempura
import TempuraServer
import Testing
import UIKit

@testable import Todo

/// The demo behind its server: behaviour that depends on how a page sends a form.
@Suite struct ServedTests {
  /// A browser without scripts: it keeps cookies, follows redirects and sends forms.
  private final class Browser {
    private let session = URLSession(configuration: .ephemeral)
    private let server: AppServer
    private let port: UInt16
    private(set) var path = "/"
    private(set) var status = 0
    private(set) var page = ""

    init() throws {
      server = try AppServer.inMemory(TodoAppDelegate.self)
      port = try server.start()
    }

    deinit { server.stop() }

    func get(_ path: String) async throws { try await load(path, body: nil) }

    /// Sends the form of the page, with a button and the texts of fields.
    func post(tap: String, _ texts: [String: String] = [:]) async throws {
      var fields = texts
      fields["tap"] = tap
      fields["page"] = page.firstMatch(of: /name="page" value="([^"]+)"/).map { String($0.1) }
      let body = fields.map { name, value in
        "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }
      try await load(path, body: body.joined(separator: "&"))
    }

    private func load(_ path: String, body: String?) async throws {
      let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
      var request = URLRequest(url: url)
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.setValue("same-origin", forHTTPHeaderField: "Sec-Fetch-Site")
      }
      let (data, response) = try await session.data(for: request)
      let answer = try #require(response as? HTTPURLResponse)
      status = answer.statusCode
      self.path = (answer.url?.path ?? "") + (answer.url?.query.map { "?" + $0 } ?? "")
      page = String(decoding: data, as: UTF8.self)
    }

    /// Returns the values of the buttons that contain a text.
    func buttons(_ text: String) -> [String] {
      page.matches(of: /<button[^>]*value="([^"]+)"[^>]*>(.*?)<\/button>/.dotMatchesNewlines())
        .filter { $0.output.0.contains(text) }.map { String($0.1) }
    }

    func button(_ text: String) throws -> String { try #require(buttons(text).first) }

    var field: String? {
      page.firstMatch(of: /<(?:textarea|input type="text")[^>]* name="([^"]+)"/).map { String($0.1) }
    }
  }

  @Test func anItemIsAdded() async throws {
    let browser = try Browser()
    try await browser.get("/list")
    #expect(browser.page.contains("There are 4 items pending"))
    try await browser.post(tap: browser.button("What are you going to do today?"))
    #expect(browser.path == "/list/addItem")
    try await browser.post(tap: browser.button(">Done<"), [#require(browser.field): "Buy milk"])
    #expect(browser.path == "/list" && browser.status == 200)
    #expect(browser.page.contains("Buy milk") && browser.page.contains("There are 5 items pending"))
  }

  /// Without scripts, Enter in a `textarea` inserts a line break, which the form sends with the button.
  @Test func aLineBreakBeforeDoneSubmitsOnce() async throws {
    let browser = try Browser()
    try await browser.get("/list")
    try await browser.post(tap: browser.button("<span>Become a doctor"))
    #expect(browser.path.hasPrefix("/list/addItem?addItem="))
    let text = "Become a doctor.\r\nChange last name to Who\r\n"
    try await browser.post(tap: browser.button(">Done<"), [#require(browser.field): text])
    #expect(browser.path == "/list" && browser.status == 200)
    #expect(browser.page.contains("Change last name to Who"))
    #expect(!browser.page.contains("Something went wrong"))
  }

  @Test func aLineBreakBeforeCancelSavesNothing() async throws {
    let browser = try Browser()
    try await browser.get("/list")
    try await browser.post(tap: browser.button("<span>Become a doctor"))
    let text = "Become a doctor.\r\nChange last name to Who\r\n"
    try await browser.post(tap: browser.button(">Cancel<"), [#require(browser.field): text])
    #expect(browser.path == "/list" && browser.status == 200)
    #expect(browser.page.contains("Change last name to Acula"))
    #expect(!browser.page.contains("Something went wrong"))
  }
}
