import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Databases
@testable import Mails

/// What the server of mails has got.
private struct Received: Decodable {
  let sender: String
  let recipients, names: [String]
  let subject, id, text: String
  let longest: Int
  let isPlain, isDated: Bool
  let problems: [String]
}

extension PythonServer {
  fileprivate func mail() throws -> Received { try JSONDecoder().decode(Received.self, from: Data(line().utf8)) }

  fileprivate var mailServer: MailServer {
    MailServer(url: "smtp://127.0.0.1:\(port)", user: nil, password: nil, sender: "orders@example.com")
  }
}

/// docs/data.md, "Mail"
struct MailTests {
  @Test(arguments: [
    ("A new order", "Tea"), ("Grüße \u{1F600}" + String(repeating: "é", count: 150), "Zeile\n.\n..\r\nend"),
    ("Hi\r\nBcc: eve@example.com\r\n\r\nBody", "\r\n.\r\nMAIL FROM:<eve@example.com>"), ("", ""),
    ("=?utf-8?Q?a?=", "\0"),
  ]) func aMailArrivesAsItWasWritten(subject: String, text: String) throws {
    let server = try PythonServer("mailbox")
    try server.mailServer.send(try Mail(id: "4F2A", to: "anna+tea@example.com", subject: subject, text: text))
    let mail = try server.mail()
    #expect(mail.sender == "<orders@example.com>" && mail.recipients == ["<anna+tea@example.com>"])
    #expect(mail.id == "<4F2A@example.com>")
    #expect(
      mail.names == [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
      ])
    // Python's reader drops the ends of lines in a subject.
    #expect(mail.subject.filter { !$0.isNewline } == subject.filter { !$0.isNewline })
    #expect(
      mail.text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
        == text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines))
    #expect(mail.isPlain && mail.isDated && mail.longest <= 78 && mail.problems == [])
  }

  @Test(arguments: [
    "", "anna", "anna@", "@example.com", "a b@example.com", "anna@example.com\r\nBcc: eve@example.com",
    "anna@example.com>\r\nRCPT TO:<eve@example.com", "<anna@example.com>", "a@b,c@d", "anna@example.com\0",
    "anna@exam\u{200b}ple.com", String(repeating: "a", count: 251) + "@b.c",
  ]) func anAddressThatCouldBeMoreIsRefused(address: String) {
    #expect(throws: MailError.badAddress) { try Mail(id: "1", to: address, subject: "", text: "") }
  }

  @Test(arguments: ["", "1\r\nBcc: eve@example.com", "1>", "a b", "1\0", String(repeating: "a", count: 201)])
  func anIDThatCouldBeMoreIsRefused(id: String) {
    #expect(throws: MailError.badID) { try Mail(id: id, to: "anna@example.com", subject: "", text: "") }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func eachMailIsSentByOneOfManyServers(kind: TestDatabase.Kind) throws {
    let server = try PythonServer("mailbox")
    try TestDatabase.with(kind, size: 8) { pool in
      try pool.use { connection in
        for id in 0..<20 {
          try Outbox.add(Mail(id: "\(id)", to: "anna@example.com", subject: "", text: ""), by: connection)
        }
      }
      // A server that loses a race leaves the rest to the others, or to its next run.
      concurrently(4) { try Outbox.send(from: pool, by: server.mailServer) }
      try Outbox.send(from: pool, by: server.mailServer)
      let ids = try (0..<20).map { _ in try server.mail().id }
      #expect(Set(ids).count == 20)
      #expect(try pool.use { try $0.rows("SELECT id FROM mails") } == [])
    }
  }

  @Test func aMailThatAnotherServerTakesAtTheSameTimeIsNotTakenTwice() throws {
    try TestDatabase.with(.postgres) { pool in
      try pool.use { try Outbox.add(Mail(id: "1", to: "anna@example.com", subject: "", text: ""), by: $0) }
      let waiter = DispatchSemaphore(value: 0)
      let taken = Mutex<[String?]?>(nil)
      try pool.use { first in
        try first.transaction {
          #expect(try Outbox.take(by: first)?[0] == "1")
          Thread.detachNewThread {
            let row = try? pool.use { try Outbox.take(by: $0) }
            taken.withLock { $0 = row ?? nil }
            waiter.signal()
          }
          try waitUntil { try TestDatabase.server.get().ask("SELECT count(*) FROM pg_locks WHERE NOT granted") != "0" }
        }
      }
      waiter.wait()
      #expect(taken.withLock { $0 } == nil)
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aMailThatFailsIsDueLaterAndHoldsUpNone(kind: TestDatabase.Kind)
    throws
  {
    let server = try PythonServer("mailbox")
    try TestDatabase.with(kind) { pool in
      try pool.use { connection in
        try Outbox.add(Mail(id: "1", to: "refused@example.com", subject: "", text: ""), by: connection)
        try connection.rows("UPDATE mails SET due = due - 10")
        try Outbox.add(Mail(id: "2", to: "anna@example.com", subject: "", text: ""), by: connection)
      }
      let error = #expect(throws: MailError.self) { try Outbox.send(from: pool, by: server.mailServer) }
      #expect(error?.description.hasPrefix("Mails were not sent. 1 will be tried again: ") == true)
      try #require(try pool.use { try $0.rows("SELECT id FROM mails") } == [["1"]])
      #expect(try pool.use { try $0.rows("SELECT id FROM mails WHERE due > $1", seconds(after: 200)) } == [["1"]])
      #expect(try server.mail().id == "<2@example.com>")
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aMailThatFailsTooOftenIsRemoved(kind: TestDatabase.Kind) throws {
    let server = try PythonServer("mailbox")
    try TestDatabase.with(kind) { pool in
      try pool.use { try Outbox.add(Mail(id: "1", to: "refused@example.com", subject: "", text: ""), by: $0) }
      func left() throws -> [[String?]] { try pool.use { try $0.rows("SELECT id FROM mails") } }
      var error: MailError?
      for _ in 1...16 {
        #expect(try left() == [["1"]])
        try pool.use { _ = try $0.rows("UPDATE mails SET due = 0") }
        error = #expect(throws: MailError.self) { try Outbox.send(from: pool, by: server.mailServer) }
      }
      #expect(error?.description.hasPrefix("Mails were not sent. 1 is removed after 16 tries: ") == true)
      #expect(try left() == [])
    }
  }

  /// Otherwise each one would wait for a server that does not answer.
  @Test func withoutAServerOneMailIsTried() throws {
    let port = try UnusedPort()
    let server = MailServer(url: "smtp://127.0.0.1:\(port.number)", sender: "a@b.c")
    try TestDatabase.with(.sqlite) { pool in
      try pool.use { connection in
        for id in ["1", "2"] {
          try Outbox.add(Mail(id: id, to: "anna@example.com", subject: "", text: ""), by: connection)
        }
      }
      #expect(throws: MailError.self) { try Outbox.send(from: pool, by: server) }
      #expect(try pool.use { try $0.rows("SELECT id FROM mails WHERE due <= $1", seconds()) }.count == 1)
    }
  }

  @Test func aServerThatIsNotThereIsAnError() throws {
    let port = try UnusedPort()
    let server = MailServer(url: "smtp://127.0.0.1:\(port.number)", user: nil, password: nil, sender: "a@b.c")
    #expect(throws: MailError.self) { try server.send(Mail(id: "1", to: "a@b.c", subject: "", text: "")) }
  }
}
