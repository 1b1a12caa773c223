import Testing

/// Browsers share nothing. The tabs of a browser share the session, but each has its own screen.
@Suite(.oneServer) struct SessionTests {
  // MARK: - Cookies

  @Test func theCookieIsForThisServerOnly() throws {
    try Server.running { server in
      let browser = try server.browser()
      let cookies = try browser.get("/list").headers("Set-Cookie")
      #expect(
        cookies == ["session-\(server.port)=\(browser.session ?? ""); Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600"])
      #expect(browser.session?.count == 32)
      // A browser with a cookie gets no other.
      #expect(try browser.get("/list").headers("Set-Cookie").isEmpty)
      #expect(try browser.get("/list").toggle(0).heads.allSatisfy { !$0.contains("Set-Cookie") })
    }
  }

  @Test func theCookieIsSecureBehindAnHTTPSProxy() throws {
    try Server.running(["--port", "0", "--trust-proxy"]) { server in
      let page = try server.browser().get("/list", headers: ["X-Forwarded-Proto: https"])
      #expect(page.header("Set-Cookie")?.hasSuffix("; Secure") == true)
    }
    try Server.running { server in
      let page = try server.browser().get("/list", headers: ["X-Forwarded-Proto: https"])
      #expect(page.header("Set-Cookie")?.contains("Secure") == false)
    }
  }

  @Test(
    arguments: [
      "session=", "session=0123456789abcdef0123456789abcdef", "session=00000000000000000000000000000000",
      "session=0123456789ABCDEF0123456789ABCDEF", "session=x", "session=\"x\"", "session", "=", ";;;",
      "session=;session=",
      "session=../../etc/passwd", "session=0123456789abcdef0123456789abcdef0", "session=%30", "SESSION=1",
      "session=0123456789abcdef0123456789abcde\u{e9}", "session=' OR 1=1 --", "session =1",
    ]) func aMadeUpCookieIsReplaced(cookie: String) throws
  {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/list", headers: ["Cookie: \(cookie)"])
      #expect(page.status == 200)
      #expect(page.texts == Page.seeds)
      let session = try #require(browser.session)
      #expect(!cookie.contains(session))
      #expect(try browser.get("/list").rows == page.rows)
    }
  }

  @Test func aFormWithAnInventedCookieChangesNoSession() throws {
    try Server.running { server in
      let list = try server.browser().get("/list")
      let stranger = try server.browser().post(
        "/list", [("page", list.nonce), ("tap", "listView.todoListView.\(list.rows[0].id).toggleButton")],
        headers: ["Cookie: session-\(server.port)=0123456789abcdef0123456789abcdef"])
      #expect(stranger.status == 409)
      #expect(stranger.doneTexts.isEmpty)
      #expect(try list.browser.get("/list").doneTexts.isEmpty)
    }
  }

  @Test func oneOfSeveralCookiesIsUsed() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list").toggle(0)
      let session = browser.session ?? ""
      let page = try server.browser().get("/list", headers: ["Cookie: a=b; session-\(server.port)=\(session); c=\"d\""])
      #expect(page.rows == list.rows)
    }
  }

  // MARK: - Sessions

  @Test func twoBrowsersHaveDifferentSessions() throws {
    try Server.running { server in
      let (mine, theirs) = (try server.browser(), try server.browser())
      let list = try mine.get("/list").add("My secret").toggle(1)
      let other = try theirs.get("/list")
      #expect(other.texts == Page.seeds)
      #expect(other.doneTexts.isEmpty)
      #expect(mine.session != theirs.session)
      // A browser cannot use the items of the other one. Only those that both began with may have the same ids, because the
      // first page of one can be a copy of the other's.
      let row = list.rows[0].id
      #expect(!other.rows.map(\.id).contains(row))
      #expect(
        try theirs.post("/list", [("tap", "listView.todoListView.\(row).toggleButton")]).status == 409)
      let edit = try theirs.get("/list/addItem?addItem=\(row)")
      #expect(edit.draft == "")
      #expect(!edit.isShown(Page.delete))
      #expect(try mine.get("/list").rows == list.rows)
    }
  }

  // MARK: - Tabs

  @Test func aChangeInOneTabShowsInTheOther() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list")
      let tab = try browser.copy()
      let overlay = try tab.get("/list/addItem")
      #expect(overlay.draft == "")
      #expect(overlay.rows == list.rows)
      _ = try list.toggle(0)
      let reloaded = try tab.get("/list/addItem")
      #expect(reloaded.doneTexts == [Page.seeds[0]])
      #expect(reloaded.footer == "There are 3 items pending")
      let added = try reloaded.tap(Page.done, typing: [Page.field: "From the other tab"])
      #expect(added.texts == ["From the other tab"] + Page.seeds)
      #expect(try browser.get("/list").rows == added.rows)
      #expect(tab.session == browser.session)
    }
  }

  @Test func eachTabHasItsOwnScreen() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list")
      let overlay = try browser.get("/list/addItem")
      let edit = try browser.get("/list/addItem?addItem=\(list.rows[1].id)")
      #expect(edit.draft == Page.seeds[1])
      #expect(overlay.draft == "")
      #expect(try browser.get("/list").draft == nil)
      #expect(try browser.get("/list/addItem").draft == "")
      #expect(try browser.get(edit.url).draft == Page.seeds[1])
      // Closing one overlay leaves the others open.
      _ = try edit.tap(Page.cancel)
      #expect(try browser.get("/list/addItem").draft == "")
    }
  }

  @Test func moreTabsThanKeptScenesWork() throws {
    try Server.running { server in
      let browser = try server.browser()
      var list = try browser.get("/list")
      for number in 0..<12 { list = try list.add("Item \(number)") }
      let edits = try list.rows.map { try browser.get("/list/addItem?addItem=\($0.id)") }
      for (index, edit) in edits.enumerated() {
        let page = try edit.tap(Page.done, typing: [Page.field: "Edited \(index)"])
        #expect(page.status == 200)
        #expect(page.texts[index] == "Edited \(index)")
      }
      #expect(try browser.get("/list").texts == edits.indices.map { "Edited \($0)" })
    }
  }

  // MARK: - Back, reload, bookmarks

  @Test func aReloadChangesNothing() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list").toggle(0)
      for _ in 0..<3 { #expect(try browser.get("/list").rows == list.rows) }
      let archive = try list.tap(Page.archive)
      #expect(try browser.get(archive.url).isArchive)
    }
  }

  @Test func goingBackAndTappingAgainWorks() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list")
      let overlay = try list.tap(Page.add)
      // Back to the browser's copy of the page, then another button; then Back again and the same button.
      #expect(try list.toggle(0).doneTexts == [Page.seeds[0]])
      let again = try list.edit(2)
      #expect(again.draft == Page.seeds[2])
      // Forward: the page of the overlay still works.
      let page = try overlay.tap(Page.done, typing: [Page.field: "after all"])
      #expect(page.texts == ["after all"] + Page.seeds)
    }
  }

  @Test func anEditScreenCanBeBookmarked() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list")
      let url = "/list/addItem?addItem=\(list.rows[2].id)"
      let page = try browser.get(url)
      #expect(page.target == url)
      #expect(page.draft == Page.seeds[2])
      #expect(page.isUsable(Page.delete))
      let edited = try page.tap(Page.done, typing: [Page.field: "Hire nobody"])
      #expect(edited.texts[2] == "Hire nobody")
      #expect(try browser.get(url).draft == "Hire nobody")
      // Other query items are ignored.
      #expect(try browser.get(url + "&utm_source=mail").draft == "Hire nobody")
      #expect(
        try browser.get("/list/addItem?utm_source=mail&addItem=\(list.rows[2].id)&addItem=x").draft == "Hire nobody")
    }
  }

  @Test func aDeepLinkWorksInAFreshSession() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list/addItem")
      #expect(overlay.status == 200)
      #expect(overlay.redirects == 0)
      #expect(overlay.draft == "")
      let page = try overlay.tap(Page.done, typing: [Page.field: "first thing"])
      #expect(page.target == "/list")
      #expect(page.texts == ["first thing"] + Page.seeds)
    }
  }

  @Test func theScreenOfADeletedItemIsEmpty() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/list")
      let url = "/list/addItem?addItem=\(list.rows[0].id)"
      let stale = try browser.get(url)
      _ = try list.edit(0).tap(Page.delete)
      let page = try browser.get(url)
      #expect(page.status == 200)
      #expect(page.draft == "")
      #expect(!page.isShown(Page.delete))
      // The page is stale: deleting again is refused. Saving adds a new item, so that the text is not lost.
      #expect(try stale.browser.post(url, stale.fields + [("tap", Page.delete)]).status == 409)
      let saved = try stale.tap(Page.done, typing: [Page.field: "ghost"])
      #expect(saved.texts == ["ghost"] + Page.seeds.dropFirst())
    }
  }

  @Test(
    arguments: [
      "", "nobody", "0", "%F0%9F%A6%84", "..%2F..%2Fetc", "%22%3E%3Cscript%3E", "a%0D%0ASet-Cookie:%20x=y", "%E2%80%AE",
      "a%26addItem=b", "%7B%7Bmessage%7D%7D",
    ]) func theScreenOfAnUnknownItemIsABlankOne(id: String) throws
  {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/list/addItem?addItem=\(id)")
      #expect(page.status == 200)
      #expect(page.draft == "")
      #expect(!page.isShown(Page.delete))
      #expect(!page.text.contains("<script>"))
      #expect(page.headers("Set-Cookie").count <= 1)
      let saved = try page.tap(Page.done, typing: [Page.field: "ghost"])
      #expect(saved.target == "/list")
      #expect([Page.seeds, ["ghost"] + Page.seeds].contains(saved.texts))
    }
  }
}
