import TestSupport
import Testing

@testable import TempuraTesting

/// Hostile names, texts and headers.
@Suite(.oneServer) struct HostileTests {
  static let texts = [
    "<script>alert(1)</script>", "</textarea><script>alert(1)</script>", "</title></style></main></form></dialog>",
    "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "`${alert(1)}`",
    "{{message}} {{{screen}}} {{> head}}",
    "&lt;b&gt; &amp; &#60; &nbsp; &", "\\ \\n \\0 \\\" %s %n %00 %3Cb%3E", "<!-- ", "--> ]]> <![CDATA[", "<?php ?>",
    "a\tb", "\u{7f}\u{1}\u{2}\u{1b}[31m", "\u{202e}evil\u{202c} \u{200f}\u{2066}", "\u{feff}\u{200b}x\u{200d}",
    "e\u{301}\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪", "\u{fffd}\u{ffff}\u{10ffff}", "ﷺ ⸻", "مرحبا <b>", "' OR 1=1; --", "${7*7}",
    "a & b = c; d? e#f", "\u{80}x\u{9f}",
  ]

  /// The text that a page shows: characters that HTML cannot have are replaced.
  private static func shown(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      let isControl = (scalar.value < 0x20 && scalar != "\t" && scalar != "\n") || (0x7f...0x9f).contains(scalar.value)
      let isNone = scalar.value & 0xfffe == 0xfffe
      shown.unicodeScalars.append(isControl || isNone ? "\u{fffd}" : scalar)
    }
    return shown
  }

  @Test(arguments: texts) func anyTextIsShownAsText(text: String) throws {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/list").tap(Page.add).tap(Page.done, typing: [Page.field: text])
      #expect(page.status == 200)
      #expect(page.texts == [Self.shown(text)] + Page.seeds)
      let edit = try page.edit(0)
      #expect(edit.draft == Self.shown(text))
      let saved = try edit.tap(Page.done)
      #expect(saved.rows == page.rows)
      #expect(try saved.toggle(0).doneTexts == [page.texts[0]])
      // Also as an unsaved text on a refused page.
      let refused = try browser.post("/list/addItem", [(Page.field, text), ("tap", text)])
      #expect(refused.status == 409)
      #expect(refused.draft == Self.shown(text))
      for page in [page, edit, refused] {
        #expect(
          !page.elements.contains {
            $0.tag == "script" && $0["src"]?.hasPrefix("/tempura.js?") != true || $0["onerror"] != nil
              || $0["onmouseover"] != nil
          })
      }
    }
  }

  /// Line breaks of Unicode that are not line breaks for a browser.
  @Test(
    arguments: [
      ("x\u{2028}y", "x y"), ("x\u{2029}y", "x y"), ("x\u{85}y", "x y"), ("x\u{b}y", "x y"), ("x\u{c}y", "x y"),
      ("x\ry", "x y"), ("x\ny", "x y"), ("x\r\ny", "x y"), ("x\n\ny", "x  y"), ("x\n", "x"), ("x\ny\n", "x y"),
    ]) func aLineBreakThatWasPastedIsASpace(text: String, shown: String) throws
  {
    try Server.running { server in
      let page = try server.browser().get("/list").tap(Page.add).tap(Page.done, typing: [Page.field: text])
      #expect(page.target == "/list")
      #expect(page.texts == [shown] + Page.seeds)
      #expect(page.notice == nil)
    }
  }

  @Test(arguments: ["\u{85}", "\u{b}\u{c}", "\n", "\r\n \n"]) func lineBreaksWithoutTextAddNoItem(text: String) throws {
    try Server.running { server in
      let page = try server.browser().get("/list").tap(Page.add).tap(Page.done, typing: [Page.field: text])
      #expect(page.target == "/list/addItem")
      #expect(page.complaint == "Write something first.")
    }
  }

  /// In a text of several lines, Enter is a line break.
  @Test func aLineThatIsAddedToATextIsNotLost() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let added = try list.edit(1).tap(Page.done, typing: [Page.field: Page.seeds[1] + "\nNever look back"])
      #expect(added.target == "/list")
      #expect(added.texts[1] == Page.seeds[1] + " Never look back")
      let entered = try added.edit(1).tap(Page.done, typing: [Page.field: added.texts[1] + "\n"])
      #expect(entered.target == "/list")
      #expect(entered.rows == added.rows)
      let removed = try entered.edit(1).tap(Page.done, typing: [Page.field: "One line"])
      #expect(removed.texts[1] == "One line")
    }
  }

  @Test(
    arguments: texts + [
      "listView.todoListView", "listView.todoListView.", "listView.todoListView..toggleButton", "listView..",
      "listView.todoListView.*.toggleButton", "listView.todoListView.%.toggleButton", "*", "%", "../listView",
      "listView/x",
      "listView.titleButton ", " listView.titleButton", "LISTVIEW.TITLEBUTTON", "listView.archiveButton\u{0301}",
      "listView.footerView.childView", "self", "delegate", "window", "uiWindow.listView.actionButton",
      "listView.model", "AppDelegate.store", "listView.titleButton.return", ".return", "listView.actionButton.return",
      "addItemView.textView.return",
    ]) func aTapOfAnythingElseIsRefused(id: String) throws
  {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let page = try list.browser.post("/list", [("page", list.nonce), ("tap", id)])
      #expect(page.status == 409)
      #expect(page.rows == list.rows)
      #expect(!page.elements.contains { $0.tag == "script" && $0["src"]?.hasPrefix("/tempura.js?") != true })
      #expect(!server.program.errors.contains("\u{1b}"))
    }
  }

  @Test func textsCannotForgeLogLines() throws {
    try Server.running(["--port", "0", "--no-access-log"]) { server in
      let list = try server.browser().get("/list")
      _ = try list.browser.post("/list", [("page", list.nonce), ("tap", "x\r\nRequest forged was refused\u{1b}[2J")])
      _ = try list.browser.get("/list%0D%0Aforged%1B[2J")
      let errors = server.program.errors.split(separator: "\n")
      #expect(errors.count == 1)
      #expect(!server.program.errors.contains("\u{1b}"))
    }
  }

  @Test func aFormOfAlmostAMegabyteWorks() throws {
    try Server.running { server in
      let browser = try server.browser()
      // Each emoji has twelve bytes in a form, which may have 1 MiB.
      let text = String(repeating: "🦄", count: 65_536)
      let page = try browser.get("/list").add(text)
      #expect(page.texts == [text] + Page.seeds)
      let edit = try page.edit(0)
      #expect(edit.draft == text)
      #expect(try edit.tap(Page.done).texts[0] == text)
      let over = try browser.get("/list").tap(Page.add).tap(Page.done, typing: [Page.field: text + "🦄"])
      #expect(over.status == 413)
      #expect(try browser.get("/list").rows.count == 5)
    }
  }

  @Test func anItemOf200KilobytesIsShown() throws {
    try Server.running { server in
      let text = (0..<20_000).map { "word\($0 % 10) " }.joined().dropLast() + String(repeating: "<&\">", count: 15_000)
      let page = try server.browser().get("/list").add(String(text))
      #expect(page.texts[0] == text)
      let changed = try page.edit(0).tap(Page.done, typing: [Page.field: text + "!"])
      #expect(changed.texts[0] == text + "!")
      #expect(try changed.edit(0).tap(Page.delete).texts == Page.seeds)
    }
  }

  @Test func fiveHundredItemsAreShownAndUsed() throws {
    try Server.running { server in
      let browser = try server.browser()
      _ = try browser.get("/list")
      let client = try server.connect()
      func post(_ path: String, _ fields: [(String, String)]) throws -> String? {
        let body = formEncoded(fields)
        client.send(
          "POST \(path) HTTP/1.1\r\nHost: a\r\nCookie: session=\(browser.session ?? "")\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.response().header("Location")
      }
      for number in 4..<500 {
        try #require(try post("/list", [("page", "a\(number)"), ("tap", Page.add)]) == "/list/addItem")
        let fields = [("page", "b\(number)"), (Page.field, "Item \(number)"), ("tap", Page.done)]
        try #require(try post("/list/addItem", fields) == "/list")
      }
      #expect(try browser.get("/list").rows.count < 500, "a long list has a button for the rest")
      _ = try post("/list", [("page", "all"), ("tap", "listView.todoListView.rows-all-after")])
      let page = try browser.get("/list")
      #expect(page.target == "/list")
      #expect(page.rows.count == 500)
      #expect(page.texts == (4..<500).reversed().map { "Item \($0)" } + Page.seeds)
      let toggled = try page.toggle(499)
      #expect(toggled.doneTexts == [Page.seeds[3]])
      #expect(try toggled.edit(250).draft == page.texts[250])
    }
  }

  @Test(
    arguments: [
      "/list\r\nSet-Cookie: a=b", "/list%0d%0aSet-Cookie:%20a=b", "/list?addItem=%0d%0aSet-Cookie:%20a=b",
      "/list/addItem?addItem=%0d%0aSet-Cookie:%20a=b", "/%0d%0aSet-Cookie:%20a=b", "//evil.example/%2e%2e",
      "/list/addItem?addItem=x\u{85}Set-Cookie:a=b", "/\\evil.example", "/%5c%5cevil.example", "//evil.example",
    ]) func nothingGetsIntoTheHeadOfAnAnswer(target: String) throws
  {
    try Server.running { server in
      let client = try server.connect()
      for method in ["GET", "POST", "HEAD"] {
        client.send(
          "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: 0\r\n\r\n")
        let response = try client.response(toHead: method == "HEAD")
        #expect(response.status < 500)
        #expect(!response.head.contains("a=b\r\n"))
        #expect(!response.head.contains("\r\nSet-Cookie: a=b"))
        let location = response.header("Location") ?? "/"
        #expect(location.hasPrefix("/"))
        #expect(!location.hasPrefix("//"))
        #expect(!location.contains("\\"))
        if response.header("Connection") == "close" || response.status == 400 { return }
      }
    }
  }

  @Test func aForeignHostIsNotRepeatedInTheAnswer() throws {
    try Server.running { server in
      let browser = try server.browser()
      for path in ["/", "/list", "/nope"] {
        let page = try browser.request(
          path, headers: ["Host: evil.example", "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"],
          follow: false)
        #expect(!page.heads.contains { $0.contains("evil.example") })
        #expect(!page.text.contains("evil.example"))
      }
    }
  }
}
