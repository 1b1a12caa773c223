import Basics
import DevelopmentPanel
import Testing

@testable import TempuraServer

/// The mails that are shown to the app's developer. Tests/Integration/DevelopmentTests.swift has real ones.
@Suite struct ShownMailsTests {
  @Test func theLastMailsAreKeptTheNewestFirst() {
    let lines = Development.Lines()
    let mails = ShownMails(DevelopmentLog(writer: { lines.add($0) }))
    for number in 0...ShownMails.limit { mails.add(to: "anna@example.com", subject: "\(number)", text: "Hello") }
    #expect(mails.all.map(\.subject) == (1...ShownMails.limit).reversed().map { "\($0)" })
    #expect(mails.all.first?.text == "Hello")
    #expect(lines.all.first == "mail to anna@example.com, “0” → shown instead of sent")
  }

  @Test func whoHasSentAMailIsKnown() throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    let senders = Locked<[(subject: String, isScene: Bool)]>([])
    let scene = Locked<ObjectIdentifier?>(nil)
    let mails = ShownMails(nil) { mail, sender in
      let isScene = sender.map(ObjectIdentifier.init) == scene.withLock { $0 }
      senders.withLock { $0.append((mail.subject, isScene && sender != nil)) }
    }
    session.inTurn {
      let first = session.scenes.first
      scene.withLock { $0 = first.map(ObjectIdentifier.init) }
      first?.enter { mails.add(to: "anna@example.com", subject: "of a scene", text: "") }
    }
    mails.add(to: "anna@example.com", subject: "of a job", text: "")
    #expect(senders.withLock { $0.map(\.subject) } == ["of a scene", "of a job"])
    #expect(senders.withLock { $0.map(\.isScene) } == [true, false])
  }
}
