internal import Sessions

/// Which users share the parts of this server's sessions: here, and at other servers.
///
/// A value: what it is told leads to effects, which `Runtime` carries out. Times are seconds of a monotonic clock.
struct PresenceTracker {
  typealias People = [SessionKey: Presence.Person]

  enum Effect: Equatable {
    /// Send a message to the other servers.
    case publish(ServerMessage)
    /// Tell the sessions that share a part that its users have changed. The exception is the session of the only change.
    case tell(SessionKey, except: SessionKey?)
  }

  /// The users of one part.
  private struct Users {
    /// By the sessions of this server.
    var own: People = [:]
    /// The sessions that were missing when they were counted last. They may be loading a page.
    var missing: Set<SessionKey> = []
    /// By the names of other servers.
    var others: [String: [Presence.Person]] = [:]
    /// Lists that have not come completely.
    var incoming: [String: [Presence.Person]] = [:]
    /// What the other servers were told.
    var published: People = [:]
    var nextPublish: Int64 = 0

    /// What the sessions know, in the order of names.
    var told: [Presence.Person] = []
    var toldIDs: Set<String> = []
    /// Another number for each change of `told`; 0 before the first one.
    var version: UInt64 = 0
    var nextTell: Int64 = 0
    /// Whether `told` may be old.
    var hasNews = false

    /// How long to wait until the next change is published or told, in seconds. Each of them costs work for each user.
    var pause: Int64 { min(max(Int64(told.count / 300), 1), 30) }
  }

  /// The name of this server.
  let server: String
  private var parts: [SessionKey: Users] = [:]
  /// The other servers: when they were heard last, and the number of their last message.
  private var heard: [String: (time: Int64, number: Int)] = [:]
  /// The number of own messages about users.
  private var number = 0
  private var nextAlive: Int64 = 0
  /// The parts that other servers have asked for.
  private var asked: Set<SessionKey> = []
  private var lastVersion: UInt64 = 0

  init(server: String) { self.server = server }

  /// The seconds between two signs of life of a server, and after which a silent server is given up.
  static let (aliveInterval, maxSilence): (Int64, Int64) = (5, 15)
  /// How long to wait for other servers after messages were lost, before users are told.
  private static let patience: Int64 = 5
  /// The most parts that are published at a time, and asked for in one message.
  private static let (maxPublished, maxAsked) = (2_000, 100)

  /// Who shares a part, for a user.
  func presence(in part: SessionKey, for id: String) -> Presence {
    guard let users = parts[part] else { return Presence(count: 1) }
    let others = users.told.prefix(Presence.maxOthers + 1).filter { $0.id != id }.prefix(Presence.maxOthers)
    return Presence(count: users.told.count + (users.toldIDs.contains(id) ? 0 : 1), others: Array(others))
  }

  /// A number that is another one when ``presence(in:for:)`` may have changed.
  func version(of part: SessionKey) -> UInt64 { parts[part]?.version ?? 0 }

  // MARK: - This server

  /// Counts the users of this server.
  ///
  /// - Parameters:
  ///   - people: All users of all parts that sessions of this server share.
  ///   - here: The sessions whose users are there.
  mutating func count(_ people: [SessionKey: People], here: Set<SessionKey>, at now: Int64) -> [Effect] {
    var effects: [Effect] = []
    var lists: [(part: SessionKey, people: People)] = []
    for (part, users) in parts where people[part] == nil {
      if !users.published.isEmpty { lists.append((part, [:])) }
      parts[part] = nil
      asked.remove(part)
    }
    var new = people.keys.filter { parts[$0] == nil }[...]
    for part in new { parts[part] = Users() }
    while !new.isEmpty {
      effects.append(ask(of: nil, Array(new.prefix(Self.maxAsked))))
      new = new.dropFirst(Self.maxAsked)
    }
    for (part, people) in people { count(people, here, in: part) }
    for (server, last) in heard where now - last.time >= Self.maxSilence { giveUp(server) }
    for part in people.keys {
      if lists.count < Self.maxPublished, let people = takeUnpublished(part, at: now) {
        lists.append((part, people))
      }
      tell(part, at: now, &effects)
    }
    effects += messages(lists)
    if now >= nextAlive {
      nextAlive = now + Self.aliveInterval
      effects.append(.publish(ServerMessage(server, number, .alive)))
    }
    return effects
  }

  private mutating func count(_ people: People, _ here: Set<SessionKey>, in part: SessionKey) {
    let present = people.filter { here.contains($0.key) }
    guard var users = parts[part], users.own != present || !users.missing.isEmpty else { return }
    let missing = Set(users.own.keys).subtracting(present.keys)
    // A session that does not share the part any more is loading no page.
    let kept = missing.subtracting(users.missing).filter { people[$0] != nil }
    let old = users.own
    users.own = present.merging(old.filter { kept.contains($0.key) }) { new, _ in new }
    users.missing = kept
    if users.own != old { users.hasNews = true }
    parts[part] = users
  }

  /// The server ends.
  func end() -> [Effect] { [.publish(ServerMessage(server, number, .gone))] }

  // MARK: - Other servers

  mutating func receive(_ message: ServerMessage, at now: Int64) -> [Effect] {
    let (other, number) = (message.server, message.number)
    guard other != server else { return [] }
    var effects: [Effect] = []
    switch message.content {
    case .alive: hear(other, number, after: number, at: now, &effects)
    case .ask(let of, let wanted):
      if of == nil || of == server { asked.formUnion((wanted ?? Array(parts.keys)).filter { parts[$0] != nil }) }
    case .here(let lists):
      hear(other, number, after: number - 1, at: now, &effects)
      for list in lists {
        receive(list, from: other)
        tell(list.part, at: now, &effects)
      }
    case .changed: break
    case .gone:
      giveUp(other)
      for part in parts.keys { tell(part, at: now, &effects) }
    }
    return effects
  }

  /// Notes that another server lives, and asks it for all its users if it is new or its messages were lost.
  ///
  /// - Parameter last: The number of its message before.
  private mutating func hear(_ other: String, _ number: Int, after last: Int, at now: Int64, _ effects: inout [Effect])
  {
    let known = heard[other]
    heard[other] = (now, number)
    if known?.number == last { return }
    forget([other], at: now)
    effects.append(ask(of: other, nil))
  }

  private mutating func receive(_ list: ServerMessage.List, from server: String) {
    guard var users = parts[list.part], list.isFirst || users.incoming[server] != nil else { return }
    let people = list.people.map { Presence.Person(id: $0.id, name: Presence.Person.name($0.name)) }
    let all = (list.isFirst ? [] : users.incoming[server] ?? []) + people
    users.incoming[server] = list.isLast ? nil : all
    if list.isLast, users.others[server] ?? [] != all {
      users.others[server] = all.isEmpty ? nil : all
      users.hasNews = true
    }
    parts[list.part] = users
  }

  /// Messages of other servers may have been lost.
  mutating func didLoseMessages(at now: Int64) -> [Effect] {
    forget(heard.keys, at: now)
    heard = [:]
    return [ask(of: nil, nil)]
  }

  /// Forgets the users of other servers.
  ///
  /// - Parameter now: The time, if the servers are asked for them again: the sessions are told after a while. Otherwise nil.
  private mutating func forget(_ servers: some Collection<String>, at now: Int64?) {
    for part in parts.keys {
      for server in servers {
        parts[part]?.incoming[server] = nil
        guard parts[part]?.others.removeValue(forKey: server) != nil else { continue }
        parts[part]?.hasNews = true
        if let now { parts[part]?.nextTell = now + Self.patience }
      }
    }
  }

  private mutating func giveUp(_ server: String) {
    heard[server] = nil
    forget([server], at: nil)
  }

  // MARK: - Telling

  private func ask(of other: String?, _ parts: [SessionKey]?) -> Effect {
    .publish(ServerMessage(server, number, .ask(of: other, parts: parts)))
  }

  /// - Returns: The users of a part that other servers are to be told now; nil if there is no news for them.
  private mutating func takeUnpublished(_ part: SessionKey, at now: Int64) -> People? {
    let isAsked = asked.remove(part) != nil
    guard let users = parts[part] else { return nil }
    let isDue = users.own != users.published && now >= users.nextPublish
    guard isDue || isAsked && !users.own.isEmpty else { return nil }
    parts[part]?.published = users.own
    parts[part]?.nextPublish = now + users.pause
    return users.own
  }

  /// The messages with the users of parts: as few as possible, each short enough for each storage.
  private mutating func messages(_ parts: [(part: SessionKey, people: People)]) -> [Effect] {
    var messages: [[ServerMessage.List]] = []
    var lists: [ServerMessage.List] = []
    var size = 0
    func add(_ bytes: Int) -> Bool {
      size += bytes
      guard size > 6000 else { return true }
      messages.append(lists)
      (lists, size) = ([], bytes)
      return false
    }
    for (part, people) in parts {
      _ = add(100)
      lists.append(ServerMessage.List(part: part, isFirst: true))
      for person in people.values {
        // A quotation mark takes two bytes in JSON.
        let isSame = add(2 * person.name.utf8.count + 50)
        if !isSame {
          messages[messages.count - 1][messages[messages.count - 1].count - 1].isLast = false
          lists.append(ServerMessage.List(part: part, isFirst: false))
        }
        lists[lists.count - 1].people.append(person)
      }
    }
    if !lists.isEmpty { messages.append(lists) }
    return messages.map { lists in
      number += 1
      return .publish(ServerMessage(server, number, .here(lists)))
    }
  }

  private mutating func tell(_ part: SessionKey, at now: Int64, _ effects: inout [Effect]) {
    guard let users = parts[part], users.hasNews, now >= users.nextTell else { return }
    var ids: Set<String> = []
    let all = Array(users.own.values) + users.others.values.joined()
    let people = all.filter { ids.insert($0.id).inserted }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    parts[part]?.hasNews = false
    guard people != users.told else { return }
    let news = Set(people).symmetricDifference(users.told)
    let only = news.count == 1 ? users.own.first { $0.value == news.first }?.key : nil
    lastVersion += 1
    parts[part]?.version = lastVersion
    parts[part]?.told = people
    parts[part]?.toldIDs = ids
    let pause = parts[part]?.pause ?? 1
    parts[part]?.nextTell = now + pause
    effects.append(.tell(part, except: only))
  }
}
