import Sessions
import TempuraUI
import Testing

@testable import TempuraServer

/// Another release that shares the storage may add members to what is stored. This one ignores them, and stores them again.
@Suite final class UnknownMembersTests: BoardUsers {
  private let storage = TestStorage(bytes: true, isShared: true)

  private func texts() throws -> [String] {
    try storage.all().map { String(decoding: try $0.record.content.encoded(), as: UTF8.self) }
  }

  @Test func aSessionAndItsPartKeepWhatAnotherReleaseHasAdded() throws {
    let first = try TestServer(BoardDelegate.self, storage: storage)
    let browser = try user("@red +milk own", at: first)
    let members = #""later":{"a":[1,"é/"],"b":null},"more":9007199254740993"#
    try storage.rewrite { String($0.dropLast()) + ",\(members)}" }
    // A server that loads them, and then saves them twice.
    let second = try TestServer(BoardDelegate.self, storage: storage)
    let same = second.browser(of: browser)
    try same.open("/board")
    for word in ["tea", "salt"] { try say("+\(word) \(word)", same) }
    #expect(try look(same) == "red: milk,tea,salt; mine: own,tea,salt")
    let stored = try texts()
    #expect(stored.count == 2)
    for text in stored { #expect(text.contains("salt") && text.hasSuffix(",\(members)}")) }
    // And the first one takes over what the second one has saved.
    try say("+rice rice", browser)
    for text in try texts() { #expect(text.contains("rice") && text.hasSuffix(",\(members)}")) }
  }
}
