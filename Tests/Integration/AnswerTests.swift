import TestSupport
import Testing

@testable import TempuraTesting

/// The answers to interactions over HTTP, one by one.
@Suite(.oneServer) struct AnswerTests {
  static let outOfDate =
    "This page was out of date, so nothing was changed. Here is how things are now. If you still want the change, try again."

  // MARK: - Unknown routes

  @Test(
    arguments: [
      "/nope", "/list/nope", "/addItem", "/list/list", "/LIST", "/list/addItem/list", "/%00list", "/list%2faddItem",
      "/list/additem", "/%F0%9F%A6%84", "/list;x=1", "/list.html",
    ]) func anUnknownRouteHasAWayHome(path: String) throws
  {
    try Server.running { server in
      let browser = try server.browser()
      for page in [try browser.get(path), try browser.post(path, [("tap", Page.add)])] {
        #expect(page.status == (path.contains("%00") ? 400 : 404))
        #expect(page.headers("Set-Cookie").isEmpty)
        let home = try #require(page.elements.first { $0.tag == "a" }?["href"])
        #expect(try browser.get(home).texts.count == 4)
      }
    }
  }

  @Test func aRouteThatIsTooDeepIsNotFound() throws {
    try Server.running { server in
      let browser = try server.browser()
      #expect(try browser.get("/list" + String(repeating: "/addItem", count: 900)).status == 404)
      #expect(try browser.get("/list" + String(repeating: "/x", count: 3000)).status == 404)
    }
  }

  // MARK: - Stale pages

  @Test func aTapOnAButtonThatIsGoneIsRefused() throws {
    try Server.running { server in
      let browser = try server.browser()
      let old = try browser.get("/list")
      _ = try old.edit(0).tap(Page.delete)
      let page = try old.toggle(0)
      #expect(page.status == 409)
      #expect(page.target == "/list")
      #expect(page.notice == Self.outOfDate)
      #expect(page.texts == Array(Page.seeds.dropFirst()))
      #expect(page.doneTexts.isEmpty)
      // The page with the notice can be used, and the next page has no notice.
      let next = try page.toggle(0)
      #expect(next.status == 200)
      #expect(next.doneTexts == [Page.seeds[1]])
      #expect(next.notice == nil)
    }
  }

  @Test(
    arguments: [
      Page.archiveCompleted,  // hidden
      Page.delete,  // on another screen
      "listView.footerView.childView.label",  // not a control
      "listView", "uiWindow", "listView.todoListView", "", ".", "return", "page", "tap",
    ]) func whatCannotBeTappedIsRefused(id: String) throws
  {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let page = try list.browser.post("/list", [("page", list.nonce), ("tap", id)])
      #expect(page.status == 409)
      #expect(page.notice == Self.outOfDate)
      #expect(page.rows == list.rows)
      #expect(page.footer == list.footer)
    }
  }

  @Test func aTapUnderAModalScreenIsRefusedAndTypedTextStays() throws {
    try Server.running { server in
      let overlay = try server.browser().get("/list").tap(Page.add)
      let row = overlay.rows[0]
      for id in [Page.add, Page.archive, "listView.todoListView.\(row.id).toggleButton"] {
        let page = try overlay.browser.post(
          overlay.url, [("page", overlay.nonce), (Page.field, "draft of \(id)"), ("tap", id)])
        #expect(page.status == 409)
        #expect(page.target == "/list/addItem")
        #expect(page.notice == Self.outOfDate)
        #expect(page.draft == "draft of \(id)")
        #expect(page.rows == overlay.rows)
        #expect(!page.isArchive)
      }
    }
  }

  @Test func anInvisibleButtonIsRefusedAndTypedTextStays() throws {
    try Server.running { server in
      let overlay = try server.browser().get("/list").tap(Page.add)
      let page = try overlay.browser.post(
        overlay.url, [("page", overlay.nonce), (Page.field, "draft"), ("tap", Page.delete)])
      #expect(page.status == 409)
      #expect(page.draft == "draft")
      #expect(page.texts == Page.seeds)
      let archive = try page.tap(Page.cancel).tap(Page.archive)
      let refused = try archive.browser.post(archive.url, [("page", archive.nonce), ("tap", Page.add)])
      #expect(refused.status == 409)
    }
  }

  @Test func anUnknownFieldIsRefused() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      for name in [Page.field, "listView", "listView.titleButton", "", "items", "state", "a[b]", "__proto__"] {
        let page = try list.browser.post("/list", [("page", list.nonce), (name, "x"), ("tap", Page.add)])
        #expect(page.status == 409)
        #expect(page.target == "/list")
        #expect(page.rows == list.rows)
      }
    }
  }

  @Test func aFormThatUsesSeveralControlsIsRefused() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let taps = list.rows.map { ("tap", "listView.todoListView.\($0.id).toggleButton") }
      let page = try list.browser.post("/list", [("page", list.nonce)] + taps)
      #expect(page.status == 400)
      #expect(try list.browser.get("/list").doneTexts.isEmpty)
    }
  }

  @Test func anEmptyFormChangesNothing() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      for fields in [[], [("page", list.nonce)], [("page", "")], [("page", "forged")]] {
        let page = try list.browser.post("/list", fields)
        #expect(page.status == 200)
        #expect(page.rows == list.rows)
      }
    }
  }

  @Test func aFormOfAnUnknownPageIsAnOrdinaryInteraction() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let page = try list.browser.post("/list", [("page", "0123456789abcdef"), ("tap", Page.add)])
      #expect(page.target == "/list/addItem")
    }
  }

  // MARK: - The same form twice

  @Test func theSameFormIsAppliedOnce() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list").tap(Page.add)
      let fields = [("page", overlay.nonce), (Page.field, "Buy milk"), ("tap", Page.done)]
      let first = try browser.post(overlay.url, fields, follow: false)
      let second = try browser.post(overlay.url, fields, follow: false)
      #expect(first.status == 303)
      #expect(second.status == 303)
      #expect(first.header("Location") == "/list")
      #expect(second.header("Location") == "/list")
      #expect(try browser.get("/list").texts == ["Buy milk"] + Page.seeds)
    }
  }

  @Test func aDoubleClickOnAToggleTogglesOnce() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      _ = try list.toggle(0)
      #expect(try list.toggle(0).doneTexts == [Page.seeds[0]])
      #expect(try list.toggle(0).doneTexts == [Page.seeds[0]])
    }
  }

  @Test func theSameFormSentAtOnceIsAppliedOnceWithOneAnswer() throws {
    try Server.running { server in
      let browser = try server.browser()
      for round in 0..<5 {
        let overlay = try browser.get("/list").tap(Page.add)
        let body = formEncoded([("page", overlay.nonce), (Page.field, "Item \(round)"), ("tap", Page.done)])
        let request =
          "POST \(overlay.target) HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=\(browser.session ?? "")\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let clients = try (0..<8).map { _ in try server.connect() }
        for client in clients { client.send(request) }
        for client in clients {
          let response = try client.response()
          #expect(response.status == 303)
          #expect(response.header("Location") == "/list")
        }
      }
      #expect(try browser.get("/list").texts == (0..<5).reversed().map { "Item \($0)" } + Page.seeds)
    }
  }

  @Test func anOldPageWithOtherFieldsIsANewInteraction() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      _ = try list.toggle(0)
      #expect(try list.toggle(1).doneTexts == [Page.seeds[0], Page.seeds[1]])
      let overlay = try list.tap(Page.add)
      _ = try overlay.tap(Page.done, typing: [Page.field: "one"])
      // The URL opens the overlay again, so the typed text is added, too.
      let page = try overlay.tap(Page.done, typing: [Page.field: "two"])
      #expect(page.texts == ["two", "one"] + Page.seeds)
    }
  }

  @Test func theNonceOfAnotherSessionsPageIsIgnored() throws {
    try Server.running { server in
      let mine = try server.browser().get("/list").tap(Page.add)
      let fields = [(Page.field, "Buy milk"), ("tap", Page.done)]
      _ = try mine.browser.post(mine.url, [("page", mine.nonce)] + fields)
      let theirs = try server.browser().get("/list")
      // A page says after the dot when its session began. A form of another session is refused for that.
      let nonce = String(mine.nonce.prefix { $0 != "." } + theirs.nonce.drop { $0 != "." })
      #expect(try theirs.browser.post(mine.url, [("page", nonce)] + fields).texts == ["Buy milk"] + Page.seeds)
      #expect(try mine.browser.get("/list").texts == ["Buy milk"] + Page.seeds)
    }
  }

  // MARK: - Other sites

  @Test(
    arguments: [
      ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: "], ["Sec-Fetch-Site: nonsense"],
      ["Origin: http://evil.example"], ["Origin: null"], ["Origin: https://127.0.0.1:PORT"],
      ["Origin: http://127.0.0.1"],
      ["Origin: http://127.0.0.1:1"], ["Origin: "], ["Origin: http://127.0.0.1:PORT.evil.example"],
      ["Origin: http://127.0.0.1:PORT", "Sec-Fetch-Site: cross-site"],
    ]) func aFormFromAnotherSiteIsRefused(headers: [String]) throws
  {
    try Server.running { server in
      let list = try server.browser().get("/list")
      // curl sends a header field without a value only if it ends in a semicolon.
      let headers = headers.map {
        ($0.hasSuffix(": ") ? $0.replacing(": ", with: ";") : $0).replacing("PORT", with: "\(server.port)")
      }
      let row = list.rows[0].id
      let page = try list.browser.post(
        "/list", [("page", list.nonce), ("tap", "listView.todoListView.\(row).toggleButton")], headers: headers)
      #expect(page.status == 403)
      #expect(page.element("listView") == nil)
      #expect(try list.browser.get("/list").doneTexts.isEmpty)
    }
  }

  @Test(
    arguments: [
      [], ["Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"], ["Origin: http://127.0.0.1:PORT"],
      ["Origin: HTTP://127.0.0.1:PORT"], ["Origin: http://127.0.0.1:PORT", "Sec-Fetch-Site: same-origin"],
    ]) func aFormOfThisSiteIsTaken(headers: [String]) throws
  {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let headers = headers.map { $0.replacing("PORT", with: "\(server.port)") }
      let page = try list.browser.post("/list", [("tap", Page.add)], headers: headers)
      #expect(page.target == "/list/addItem")
    }
  }

  @Test func aLinkFromAnotherSiteIsFollowed() throws {
    try Server.running { server in
      let page = try server.browser().get("/list", headers: ["Sec-Fetch-Site: cross-site"])
      #expect(page.status == 200)
    }
  }

  // MARK: - Methods

  @Test(arguments: ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get", "FOO"])
  func aMethodThatAScreenDoesNotHaveIsRefused(method: String) throws {
    try Server.running { server in
      for (path, allowed) in [
        ("/list", "GET, HEAD, POST, OPTIONS"), ("/health", "GET, HEAD, OPTIONS"), ("/ready", "GET, HEAD, OPTIONS"),
      ] {
        let response = try server.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(response.status == 405)
        #expect(response.header("Allow") == allowed)
        #expect(response.header("Set-Cookie") == nil)
        #expect(response.isPage)
      }
    }
  }

  @Test(arguments: ["/health", "/ready"]) func theHealthCheckCannotBePosted(path: String) throws {
    try Server.running { server in
      let page = try server.browser().post(path, [("a", "b")])
      #expect(page.status == 405)
      #expect(page.header("Allow") == "GET, HEAD, OPTIONS")
    }
  }

  @Test func anOPTIONSRequestListsTheMethods() throws {
    try Server.running { server in
      for (path, allowed) in [
        ("/list", "GET, HEAD, POST, OPTIONS"), ("*", "GET, HEAD, POST, OPTIONS"),
        ("/tempura.css", "GET, HEAD, OPTIONS"),
      ] {
        let response = try server.send("OPTIONS \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(response.status == 204)
        #expect(response.header("Allow") == allowed)
        #expect(response.header("Set-Cookie") == nil)
      }
    }
  }

  @Test func aHEADRequestIsAGETWithoutABody() throws {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/list")
      let client = try server.connect()
      let cookie = "Cookie: session=\(browser.session ?? "")"
      client.send("HEAD /list HTTP/1.1\r\nHost: a\r\n\(cookie)\r\n\r\n")
      let head = try client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head.header("Content-Type") == "text/html; charset=utf-8")
      #expect(head.header("Content-Length") == String(page.body.count))
      client.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().text == "ok\n")
      client.send("HEAD /nope HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response(toHead: true).status == 404)
    }
  }

  // MARK: - Content types

  @Test(
    arguments: [
      ("text/plain", "tap=x"), ("application/json", "{}"), ("", "tap=x"),
      ("application/x-www-form-urlencodedx", "tap=x"),
      ("multipart/form-data", "tap=x"), ("multipart/mixed; boundary=x", "--x--"),
    ]) func contentOfOtherTypesIsRefused(type: String, body: String) throws
  {
    try Server.running { server in
      let page = try server.browser().request(
        "/list", headers: [type.isEmpty ? "Content-Type:" : "Content-Type: \(type)"], body: Array(body.utf8))
      #expect(page.status == 415 || (type == "multipart/form-data" && page.status == 400))
      #expect(page.isPage)
    }
  }

  @Test func aFormMayBeMultipart() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list")
      let overlay = try browser.request("/list", flags: ["--form", "page=\(list.nonce)", "--form", "tap=\(Page.add)"])
      #expect(overlay.target == "/list/addItem")
      let page = try browser.request(
        overlay.url,
        flags: [
          "--form", "page=\(overlay.nonce)", "--form-string", "\(Page.field)=Æ \"quoted\"; <b>",
          "--form", "tap=\(Page.done)",
        ])
      #expect(page.texts == ["Æ \"quoted\"; <b>"] + Page.seeds)
    }
  }

  @Test func anAppThatTakesNoFilesRefusesAFile() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list").tap(Page.add)
      let page = try browser.request(
        overlay.url,
        flags: ["--form", "\(Page.field)=@/proc/self/status;filename=../../x", "--form", "tap=\(Page.done)"])
      #expect(page.status == 413)
      #expect(page.text.contains("This app takes no files."))
      #expect(try browser.get("/list").texts == Page.seeds)
    }
  }
}
