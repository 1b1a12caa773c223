import Sessions
import Testing

@testable import TempuraServer

/// Who uses shared parts, decided without a server.
@Suite struct AttendanceTests {
  private typealias Person = Presence.Person

  private let tea = SessionKey(ofPart: "room", "tea")
  private let ann = SessionKey(of: .random())
  private let bob = SessionKey(of: .random())
  private let cem = SessionKey(of: .random())
  private var one = Attendance(server: "one")

  private func person(_ key: SessionKey, _ name: String) -> Person { Person(id: key.personID, name: name) }

  private func here(_ people: [Person], from server: String = "two", isFirst: Bool = true, isLast: Bool = true)
    -> ServerMessage
  {
    .here(server: server, part: tea, people: people, isFirst: isFirst, isLast: isLast)
  }

  /// The names that a user sees, and the number of all.
  private func seen(_ attendance: Attendance, by key: SessionKey) -> String {
    let presence = attendance.presence(in: tea, for: key.personID)
    return "\(presence.count) \(presence.others.map(\.name).joined(separator: ","))"
  }

  private func told(_ effects: [Attendance.Effect]) -> Bool {
    effects.contains { if case .tell = $0 { true } else { false } }
  }

  private func published(_ effects: [Attendance.Effect]) -> [ServerMessage] {
    effects.compactMap { if case .publish(let message) = $0 { message } else { nil } }
  }

  // MARK: - One server

  @Test mutating func eachUserSeesTheOthers() {
    let people = [ann: person(ann, "Ann"), bob: person(bob, "Bob"), cem: person(cem, "Cem")]
    #expect(told(one.count([tea: people], at: 0)))
    #expect(seen(one, by: bob) == "3 Ann,Cem")
    #expect(seen(one, by: SessionKey(of: .random())) == "4 Ann,Bob,Cem", "a user who has just come")
    #expect(one.presence(in: SessionKey(ofPart: "room", "coffee"), for: ann.personID) == Presence(count: 1))
    #expect(!told(one.count([tea: people], at: 2)))
  }

  @Test mutating func theOnlyUserIsNotTold() {
    #expect(one.count([tea: [ann: person(ann, "Ann")]], at: 0).contains(.tell(tea, except: ann)))
    #expect(seen(one, by: ann) == "1 ")
  }

  @Test mutating func aUserWhoIsMissingOnceIsLoadingAPage() {
    let both = [ann: person(ann, "Ann"), bob: person(bob, "Bob")]
    let first = [ann: person(ann, "Ann")]
    _ = one.count([tea: both], at: 0)
    #expect(!told(one.count([tea: first], at: 2)))
    #expect(!told(one.count([tea: both], at: 4)))
    #expect(!told(one.count([tea: first], at: 6)))
    #expect(one.count([tea: first], at: 8).contains(.tell(tea, except: nil)))
    #expect(seen(one, by: ann) == "1 ")
  }

  @Test mutating func aChangeOfMoreUsersIsToldLessOften() {
    var people: Attendance.People = [:]
    for number in 0..<450 {
      people[SessionKey(ofPart: "user", "\(number)")] = Person(id: "\(number)", name: "\(number)")
    }
    #expect(told(one.count([tea: people], at: 0)))
    people[ann] = person(ann, "Ann")
    #expect(!told(one.count([tea: people], at: 3)))
    #expect(told(one.count([tea: people], at: 4)))
    let presence = one.presence(in: tea, for: ann.personID)
    #expect(presence.count == 451 && presence.others.count == Presence.maxOthers)
  }

  // MARK: - Several servers

  @Test mutating func serversTellEachOther() {
    _ = one.count([tea: [ann: person(ann, "Ann")]], at: 0)
    #expect(told(one.receive(here([person(bob, "Bob"), person(ann, "Ann")]), at: 1)))
    #expect(seen(one, by: ann) == "2 Bob", "a user of both servers counts once")
    #expect(!told(one.receive(here([person(cem, "Cem")], isLast: false), at: 2)))
    #expect(told(one.receive(here([person(bob, "Bob")], isFirst: false), at: 3)))
    #expect(seen(one, by: ann) == "3 Bob,Cem")
    #expect(told(one.receive(here([]), at: 5)))
    #expect(seen(one, by: ann) == "1 ")
  }

  @Test mutating func usersArePublishedWhenTheyChangeAndWhenAServerAsks() {
    let people = [ann: person(ann, "Ann")]
    let list = ServerMessage.here(server: "one", part: tea, people: [person(ann, "Ann")], isFirst: true, isLast: true)
    #expect(
      published(one.count([tea: people], at: 0)) == [.ask(server: "one", parts: [tea]), list, .alive(server: "one")])
    #expect(published(one.count([tea: people], at: 2)) == [])
    _ = one.receive(.ask(server: "two", parts: [tea]), at: 3)
    #expect(published(one.count([tea: people], at: 4)) == [list])
    _ = one.receive(.ask(server: "two", parts: nil), at: 5)
    #expect(published(one.count([tea: people], at: 6)) == [list, .alive(server: "one")])
    let empty = ServerMessage.here(server: "one", part: tea, people: [], isFirst: true, isLast: true)
    #expect(published(one.count([:], at: 8)) == [empty])
    #expect(published(one.end()) == [.gone(server: "one")])
  }

  @Test mutating func aServerThatIsNewIsAsked() {
    let ask = ServerMessage.ask(server: "one", parts: nil)
    #expect(published(one.receive(.alive(server: "two"), at: 0)) == [ask])
    #expect(published(one.receive(.alive(server: "two"), at: 5)) == [])
    #expect(published(one.receive(.alive(server: "one"), at: 5)) == [])
  }

  @Test mutating func aServerThatDiesTakesItsUsersWithIt() {
    let people = [ann: person(ann, "Ann")]
    _ = one.count([tea: people], at: 0)
    _ = one.receive(here([person(bob, "Bob")]), at: 1)
    _ = one.count([tea: people], at: 14)
    #expect(seen(one, by: ann) == "2 Bob")
    #expect(told(one.count([tea: people], at: 16)))
    #expect(seen(one, by: ann) == "1 ")
    _ = one.receive(here([person(bob, "Bob")]), at: 20)
    #expect(told(one.receive(.gone(server: "two"), at: 22)))
    #expect(seen(one, by: ann) == "1 ")
  }

  /// A lost connection is no news for users if the servers find each other soon.
  @Test mutating func lostMessagesAreAskedForAgain() {
    let people = [ann: person(ann, "Ann")]
    _ = one.count([tea: people], at: 0)
    _ = one.receive(here([person(bob, "Bob")]), at: 1)
    #expect(published(one.didLoseMessages(at: 2)) == [.ask(server: "one", parts: nil)])
    #expect(!told(one.count([tea: people], at: 4)))
    #expect(!told(one.receive(here([person(bob, "Bob")]), at: 5)))
    #expect(!told(one.count([tea: people], at: 8)))
    #expect(seen(one, by: ann) == "2 Bob")
    _ = one.didLoseMessages(at: 10)
    #expect(told(one.count([tea: people], at: 16)))
    #expect(seen(one, by: ann) == "1 ")
  }

  /// PostgreSQL sends less than 8,000 bytes.
  @Test mutating func aLongListIsSentInPieces() throws {
    var people: Attendance.People = [:]
    for number in 0..<400 {
      let key = SessionKey(ofPart: "user", "\(number)")
      people[key] = Person(id: key.personID, name: String(repeating: "\"", count: number % 41))
    }
    let messages = published(one.count([tea: people], at: 0))
    #expect(messages.count > 4)
    var two = Attendance(server: "two")
    _ = two.count([tea: [ann: person(ann, "Ann")]], at: 0)
    for message in messages {
      let text = try #require(message.text)
      #expect(text.utf8.count <= 7_900)
      _ = two.receive(try #require(ServerMessage(text)), at: 1)
    }
    #expect(two.presence(in: tea, for: ann.personID).count == 401)
    #expect(ServerMessage("{\"other\":{}}") == nil)
  }
}
