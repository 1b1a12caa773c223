import Sessions
import Testing

@testable import TempuraServer

/// Who shares parts, decided without a server.
@Suite struct PresenceTrackerTests {
  private typealias Person = Presence.Person
  private typealias List = ServerMessage.List

  private let tea = SessionKey(ofPart: "room", "tea")
  private let ann = SessionKey(of: .random())
  private let bob = SessionKey(of: .random())
  private let cem = SessionKey(of: .random())
  private var one = PresenceTracker(server: "one")

  private func person(_ key: SessionKey, _ name: String) -> Person { Person(id: key.personID, name: name) }

  private func people(_ names: [SessionKey: String]) -> PresenceTracker.People {
    Dictionary(uniqueKeysWithValues: names.map { ($0, person($0, $1)) })
  }

  /// Counts users who share the part.
  ///
  /// - Parameter away: Those who are not there.
  private func count(
    _ attendance: inout PresenceTracker, _ names: [SessionKey: String], away: Set<SessionKey> = [], at now: Int64
  ) -> [PresenceTracker.Effect] {
    attendance.count([tea: people(names)], here: Set(names.keys).subtracting(away), at: now)
  }

  private func here(_ number: Int, _ names: [SessionKey: String], isFirst: Bool = true, isLast: Bool = true)
    -> ServerMessage
  {
    let list = List(part: tea, people: Array(people(names).values), isFirst: isFirst, isLast: isLast)
    return ServerMessage("two", number, .here([list]))
  }

  /// The number of all users, and the names of others that a user sees.
  private func seen(_ attendance: PresenceTracker, by key: SessionKey) -> String {
    let presence = attendance.presence(in: tea, for: key.personID)
    return "\(presence.count) \(presence.others.map(\.name).joined(separator: ","))"
  }

  private func isTold(_ effects: [PresenceTracker.Effect]) -> Bool {
    effects.contains { if case .tell = $0 { true } else { false } }
  }

  private func published(_ effects: [PresenceTracker.Effect]) -> [ServerMessage] {
    effects.compactMap { if case .publish(let message) = $0 { message } else { nil } }
  }

  // MARK: - One server

  @Test mutating func eachUserSeesTheOthers() {
    let names = [ann: "Ann", bob: "Bob", cem: "Cem"]
    #expect(isTold(count(&one, names, at: 0)))
    #expect(seen(one, by: bob) == "3 Ann,Cem")
    #expect(seen(one, by: SessionKey(of: .random())) == "4 Ann,Bob,Cem", "a user who has just come")
    #expect(one.presence(in: SessionKey(ofPart: "room", "coffee"), for: ann.personID) == Presence(count: 1))
    #expect(!isTold(count(&one, names, at: 2)))
  }

  @Test mutating func theOnlyUserIsNotTold() {
    #expect(count(&one, [ann: "Ann"], at: 0).contains(.tell(tea, except: ann)))
    #expect(seen(one, by: ann) == "1 ")
  }

  @Test mutating func aUserWhoIsMissingOnceIsLoadingAPage() {
    let both = [ann: "Ann", bob: "Bob"]
    _ = count(&one, both, at: 0)
    #expect(!isTold(count(&one, both, away: [bob], at: 2)))
    #expect(!isTold(count(&one, both, at: 4)))
    #expect(!isTold(count(&one, both, away: [bob], at: 6)))
    #expect(isTold(count(&one, both, away: [bob], at: 8)))
    #expect(seen(one, by: ann) == "1 ")
  }

  @Test mutating func aUserWhoSharesThePartNoMoreIsGoneAtOnce() {
    _ = count(&one, [ann: "Ann", bob: "Bob"], at: 0)
    #expect(isTold(count(&one, [ann: "Ann"], at: 2)))
    #expect(seen(one, by: ann) == "1 ")
  }

  @Test mutating func changesAmongManyUsersAreToldLessOften() {
    var names: [SessionKey: String] = [:]
    for number in 0..<900 { names[SessionKey(ofPart: "user", "\(number)")] = "\(number)" }
    #expect(isTold(count(&one, names, at: 0)))
    names[ann] = "Ann"
    #expect(!isTold(count(&one, names, at: 2)))
    #expect(isTold(count(&one, names, at: 4)))
    let presence = one.presence(in: tea, for: ann.personID)
    #expect(presence.count == 901 && presence.others.count == Presence.maxOthers)
  }

  // MARK: - Several servers

  @Test mutating func serversTellEachOther() {
    _ = count(&one, [ann: "Ann"], at: 0)
    _ = one.receive(ServerMessage("two", 0, .alive), at: 0)
    #expect(isTold(one.receive(here(1, [bob: "Bob", ann: "Ann"]), at: 1)))
    #expect(seen(one, by: ann) == "2 Bob", "a user of both servers counts once")
    #expect(!isTold(one.receive(here(2, [cem: "Cem"], isLast: false), at: 2)))
    #expect(isTold(one.receive(here(3, [bob: "Bob"], isFirst: false), at: 3)))
    #expect(seen(one, by: ann) == "3 Bob,Cem")
    #expect(isTold(one.receive(here(4, [:]), at: 5)))
    #expect(seen(one, by: ann) == "1 ")
    _ = one.receive(here(5, [bob: "  B\u{202E}o\nb\u{7} " + String(repeating: "b", count: 50)]), at: 7)
    #expect(seen(one, by: ann) == "2 Bo b " + String(repeating: "b", count: 35), "also of another release")
  }

  @Test mutating func usersArePublishedWhenTheyChangeAndWhenAServerAsks() {
    let list = { [person, ann, tea] (number: Int) in
      ServerMessage("one", number, .here([List(part: tea, people: [person(ann, "Ann")], isFirst: true)]))
    }
    let ask = ServerMessage("one", 0, .ask(of: nil, parts: [tea]))
    #expect(published(count(&one, [ann: "Ann"], at: 0)) == [ask, list(1), ServerMessage("one", 1, .alive)])
    #expect(published(count(&one, [ann: "Ann"], at: 2)) == [])
    _ = one.receive(ServerMessage("two", 0, .ask(of: nil, parts: [tea])), at: 3)
    #expect(published(count(&one, [ann: "Ann"], at: 4)) == [list(2)])
    _ = one.receive(ServerMessage("two", 0, .ask(of: "one", parts: nil)), at: 5)
    _ = one.receive(ServerMessage("two", 0, .ask(of: "three", parts: nil)), at: 5)
    #expect(published(count(&one, [ann: "Ann"], at: 6)) == [list(3), ServerMessage("one", 3, .alive)])
    _ = one.receive(ServerMessage("two", 0, .ask(of: "three", parts: nil)), at: 7)
    #expect(published(count(&one, [ann: "Ann"], at: 8)) == [])
    let empty = ServerMessage("one", 4, .here([List(part: tea, isFirst: true)]))
    #expect(published(one.count([:], here: [], at: 9)) == [empty])
    #expect(published(one.end()) == [ServerMessage("one", 4, .gone)])
  }

  @Test mutating func aServerIsAskedIfItIsNewOrAMessageWasLost() {
    let ask = [ServerMessage("one", 0, .ask(of: "two", parts: nil))]
    func asks(_ content: ServerMessage.Content, _ number: Int, at now: Int64 = 0) -> [ServerMessage] {
      published(one.receive(ServerMessage("two", number, content), at: now))
    }
    #expect(asks(.ask(of: nil, parts: nil), 7) == [])
    #expect(asks(.alive, 7) == ask)
    #expect(asks(.alive, 7) == [])
    #expect(asks(.here([]), 8) == [])
    #expect(asks(.here([]), 10) == ask)
    #expect(asks(.alive, 11) == ask)
    #expect(asks(.alive, 11) == [])
    _ = one.count([:], here: [], at: 20)
    #expect(asks(.alive, 11, at: 21) == ask, "it was silent")
    #expect(published(one.receive(ServerMessage("one", 1, .alive), at: 5)) == [])
  }

  @Test mutating func aServerThatDiesTakesItsUsersWithIt() {
    _ = count(&one, [ann: "Ann"], at: 0)
    _ = one.receive(here(1, [bob: "Bob"]), at: 1)
    _ = count(&one, [ann: "Ann"], at: 14)
    #expect(seen(one, by: ann) == "2 Bob")
    #expect(isTold(count(&one, [ann: "Ann"], at: 16)))
    #expect(seen(one, by: ann) == "1 ")
    _ = one.receive(here(2, [bob: "Bob"]), at: 20)
    #expect(isTold(one.receive(ServerMessage("two", 2, .gone), at: 22)))
    #expect(seen(one, by: ann) == "1 ")
  }

  /// A lost connection is no news for users if the servers find each other soon.
  @Test mutating func lostMessagesAreAskedForAgain() {
    _ = count(&one, [ann: "Ann"], at: 0)
    _ = one.receive(here(1, [bob: "Bob"]), at: 1)
    #expect(published(one.didLoseMessages(at: 2)) == [ServerMessage("one", 1, .ask(of: nil, parts: nil))])
    #expect(!isTold(count(&one, [ann: "Ann"], at: 4)))
    #expect(!isTold(one.receive(here(2, [bob: "Bob"]), at: 5)))
    #expect(!isTold(count(&one, [ann: "Ann"], at: 8)))
    #expect(seen(one, by: ann) == "2 Bob")
    _ = one.didLoseMessages(at: 10)
    #expect(!isTold(count(&one, [ann: "Ann"], at: 12)))
    _ = one.didLoseMessages(at: 14)
    #expect(isTold(count(&one, [ann: "Ann"], at: 15)), "a second loss is no reason to wait longer")
    #expect(seen(one, by: ann) == "1 ")
  }

  /// PostgreSQL sends less than 8,000 bytes.
  @Test mutating func longListsAreSentInPiecesAndShortOnesTogether() throws {
    var two = PresenceTracker(server: "two")
    var parts: [SessionKey: PresenceTracker.People] = [:]
    for number in 0..<1_000 {
      let key = SessionKey(ofPart: "user", "\(number)")
      let person = Person(id: key.personID, name: String(repeating: "\"", count: number % 41))
      parts[number < 400 ? tea : SessionKey(ofPart: "room", "\(number / 2)"), default: [:]][key] = person
    }
    let here = Set(parts.values.joined().map(\.key))
    _ = two.count(parts, here: [], at: 0)
    let messages = published(one.count(parts, here: here, at: 0))
    #expect((20..<40).contains(messages.count))
    for message in messages {
      #expect(message.text.utf8.count <= 7_900)
      let effects = two.receive(try #require(ServerMessage(message.text)), at: 1)
      #expect(message.number < 2 || published(effects).isEmpty, "none is missing")
    }
    for (part, people) in parts { #expect(two.presence(in: part, for: "").count == people.count + 1) }
    #expect(ServerMessage("{\"other\":{}}") == nil)
  }
}
