import Testing

@testable import TempuraTesting

/// The scenarios of the to-do demo, with curl.
@Suite(.oneServer) struct StoryTests {
  @Test func theDemoStartsWithFourItems() throws {
    try Server.running { server in
      let page = try server.browser().get("/")
      #expect(page.status == 200)
      #expect(page.target == "/list")
      #expect(page.title == "To Do")
      #expect(page.texts == Page.seeds)
      #expect(page.doneTexts.isEmpty)
      #expect(page.footer == "There are 4 items pending")
      #expect(page.isUsable(Page.add))
      #expect(page.element(Page.add)?.plainText == "What are you going to do today?")
      #expect(!page.isShown(Page.archiveCompleted))
      #expect(page.archivedRows.isEmpty)
      #expect(!page.isArchive)
      #expect(page.notice == nil)
    }
  }

  @Test func aCompletedItemCanBeMadePendingAgain() throws {
    try Server.running { server in
      let done = try server.browser().get("/").toggle(0)
      #expect(done.target == "/list")
      #expect(done.redirects == 1)
      #expect(done.doneTexts == ["Pet my unicorn"])
      #expect(done.texts == Page.seeds)
      #expect(done.footer == "There are 3 items pending")
      #expect(done.isUsable(Page.archiveCompleted))
      let undone = try done.toggle(0)
      #expect(undone.doneTexts.isEmpty)
      #expect(undone.footer == "There are 4 items pending")
      #expect(!undone.isShown(Page.archiveCompleted))
    }
  }

  @Test func completedItemsAreArchivedInTheirOrder() throws {
    try Server.running { server in
      let page = try server.browser().get("/").toggle(2).toggle(0).tap(Page.archiveCompleted)
      #expect(page.texts == [Page.seeds[1], Page.seeds[3]])
      #expect(page.archivedTexts == [Page.seeds[0], Page.seeds[2]])
      #expect(page.footer == "There are 2 items pending")
      #expect(!page.isShown(Page.archiveCompleted))
      #expect(!page.isArchive)
    }
  }

  @Test func anItemComesBackFromTheArchiveToItsOldPlaceUncompleted() throws {
    try Server.running { server in
      let archive = try server.browser().get("/").toggle(0).toggle(2).tap(Page.archiveCompleted).tap(Page.archive)
      #expect(archive.isArchive)
      #expect(archive.archivedTexts == [Page.seeds[0], Page.seeds[2]])
      let page = try archive.unarchive(0)
      #expect(page.isArchive)
      #expect(page.archivedTexts == [Page.seeds[2]])
      #expect(page.texts == [Page.seeds[0], Page.seeds[1], Page.seeds[3]])
      #expect(page.doneTexts.isEmpty)
      #expect(page.footer == "There are 3 items pending")
    }
  }

  @Test func theArchiveIsClearedWithoutLeavingIt() throws {
    try Server.running { server in
      let archive = try server.browser().get("/").toggle(1).tap(Page.archiveCompleted).tap(Page.archive)
      #expect(archive.isUsable(Page.add))
      #expect(archive.element(Page.add)?.plainText == "Clear archived items")
      let page = try archive.tap(Page.add)
      #expect(page.archivedRows.isEmpty)
      #expect(page.isArchive)
      #expect(!page.isShown(Page.add))
      #expect(page.footer == "There are 3 items pending")
    }
  }

  @Test func theActionButtonChangesWithTheSection() throws {
    try Server.running { server in
      let archive = try server.browser().get("/").toggle(1).tap(Page.archiveCompleted).tap(Page.archive)
      #expect(archive.element(Page.add)?.children.first?["src"]?.hasPrefix("/clearIcon.svg?") == true)
      let page = try archive.tap(Page.toDo)
      #expect(!page.isArchive)
      #expect(page.element(Page.add)?.plainText == "What are you going to do today?")
      #expect(page.element(Page.add)?.children.first?["src"]?.hasPrefix("/add.svg?") == true)
    }
  }

  @Test func anItemIsAddedOnTop() throws {
    try Server.running { server in
      let overlay = try server.browser().get("/").tap(Page.add)
      #expect(overlay.target == "/list/addItem")
      #expect(overlay.title == "New item – To Do")
      #expect(overlay.draft == "")
      #expect(overlay.element("addItemView.textView.field")?["autofocus"] != nil)
      #expect(!overlay.isShown(Page.delete))
      #expect(overlay.texts == Page.seeds)
      #expect(!overlay.isUsable(Page.add))
      let page = try overlay.tap(Page.done, typing: [Page.field: "Buy milk"])
      #expect(page.target == "/list")
      #expect(page.texts == ["Buy milk"] + Page.seeds)
      #expect(page.footer == "There are 5 items pending")
      let second = try page.tap(Page.add).pressEnter(typing: [Page.field: "Buy bread"])
      #expect(second.target == "/list")
      #expect(second.texts == ["Buy bread", "Buy milk"] + Page.seeds)
    }
  }

  @Test(arguments: ["", "   ", "\u{2003}\u{a0}"]) func anItemNeedsAText(text: String) throws {
    try Server.running { server in
      let overlay = try server.browser().get("/").tap(Page.add)
      let first = try overlay.tap(Page.done, typing: [Page.field: text])
      for page in [first, try first.pressEnter(typing: [Page.field: text])] {
        #expect(page.status == 200)
        #expect(page.target == "/list/addItem")
        #expect(page.complaint == "Write something first.")
        #expect(page.draft == text)
        #expect(page.texts == Page.seeds)
      }
    }
  }

  @Test func theLastPendingItemIsCountedInTheSingular() throws {
    try Server.running { server in
      var page = try server.browser().get("/")
      for (index, footer) in ["3 items", "2 items", "1 item", "0 items"].enumerated() {
        page = try page.toggle(index)
        #expect(page.footer == "There \(footer == "1 item" ? "is" : "are") \(footer) pending")
      }
    }
  }

  @Test func editingKeepsLineBreaksAndPlace() throws {
    try Server.running { server in
      let list = try server.browser().get("/").toggle(1)
      let overlay = try list.edit(1)
      #expect(overlay.target == "/list/addItem?addItem=\(list.rows[1].id)")
      #expect(overlay.title == "Edit item – To Do")
      #expect(overlay.draft == Page.seeds[1])
      #expect(overlay.isUsable(Page.delete))
      let same = try overlay.tap(Page.done)
      #expect(same.target == "/list")
      #expect(same.rows == list.rows)
      let changed = try same.edit(1).tap(Page.done, typing: [Page.field: "Become a nurse.\nKeep the name"])
      #expect(changed.texts == [Page.seeds[0], "Become a nurse.\nKeep the name", Page.seeds[2], Page.seeds[3]])
      #expect(changed.doneTexts == ["Become a nurse.\nKeep the name"])
      #expect(changed.rows.map(\.id) == list.rows.map(\.id))
    }
  }

  @Test func cancellingChangesNothing() throws {
    try Server.running { server in
      let list = try server.browser().get("/")
      let page = try list.tap(Page.add).tap(Page.cancel, typing: [Page.field: "never mind"])
      #expect(page.target == "/list")
      #expect(page.rows == list.rows)
      #expect(page.footer == list.footer)
      // The next screen for a new item is empty.
      #expect(try page.tap(Page.add).draft == "")
      let edited = try page.edit(0).tap(Page.cancel, typing: [Page.field: "never mind"])
      #expect(edited.rows == list.rows)
      #expect(try edited.edit(0).draft == Page.seeds[0])
    }
  }

  @Test func anArchivedItemCanBeDeleted() throws {
    try Server.running { server in
      let archive = try server.browser().get("/").toggle(0).toggle(3).tap(Page.archiveCompleted).tap(Page.archive)
      let overlay = try archive.editArchived(0)
      #expect(overlay.draft == Page.seeds[0])
      let page = try overlay.tap(Page.delete)
      #expect(page.target == "/list")
      #expect(page.isArchive)
      #expect(page.archivedTexts == [Page.seeds[3]])
      #expect(page.footer == archive.footer)
    }
  }

  @Test func unsavedTextIsNotLost() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/").tap(Page.add)
      // Another tab changes the session while the text is being written.
      _ = try browser.get("/list").toggle(0)
      let refused = try browser.post(
        overlay.url, overlay.fields.map { ($0.0, $0.0 == Page.field ? "half a thou" : $0.1) } + [("tap", "nothing")])
      #expect(refused.status == 409)
      #expect(refused.draft == "half a thou")
      #expect(refused.doneTexts == ["Pet my unicorn"])
      let reloaded = try browser.get("/list/addItem")
      #expect(reloaded.draft == "half a thou")
      #expect(try reloaded.tap(Page.done).texts == ["half a thou"] + Page.seeds)
    }
  }
}
