internal import Sessions

/// Who uses the shared parts of this server's sessions: here, and at other servers.
///
/// A value: what it is told leads to effects, which `Runtime` carries out. Times are seconds of a monotonic clock.
struct Attendance {
  typealias People = [SessionKey: Presence.Person]

  enum Effect: Equatable {
    /// Send a message to the other servers.
    case publish(ServerMessage)
    /// Tell the sessions that share a part that other users are there. One need not be told: it is the news.
    case tell(SessionKey, except: SessionKey?)
  }

  /// The users of one part.
  private struct Room {
    /// By the sessions of this server.
    var own: People = [:]
    /// The sessions that were missing when they were counted last. They may be loading a page.
    var missing: Set<SessionKey> = []
    /// By the names of other servers.
    var others: [String: [Presence.Person]] = [:]
    /// Lists that have not come completely.
    var incoming: [String: [Presence.Person]] = [:]
    /// What the other servers know of this one.
    var published: People = [:]
    var nextPublish: Int64 = 0

    /// What the sessions know, in the order of names.
    var told: [Presence.Person] = []
    var toldIDs: Set<String> = []
    var nextTell: Int64 = 0
    /// Whether `told` may be old.
    var hasNews = false

    /// How long to wait until the next change is published or told, in seconds. Each of them costs work for each session.
    var pause: Int64 { min(max(Int64(own.count / 100), 1), 5) }
  }

  /// The name of this server.
  let server: String
  private var rooms: [SessionKey: Room] = [:]
  /// When other servers were heard last.
  private var heard: [String: Int64] = [:]
  private var nextAlive: Int64 = 0
  /// The parts that other servers have asked for; nil for all.
  private var asked: Set<SessionKey>? = []

  init(server: String) { self.server = server }

  /// The seconds between two signs of life of a server, and after which a silent server is given up.
  static let (aliveInterval, maxSilence): (Int64, Int64) = (5, 15)
  /// How long to wait for other servers after messages were lost, before users are told.
  private static let patience: Int64 = 5

  /// Who is there, for a user.
  func presence(in part: SessionKey, for id: String) -> Presence {
    guard let room = rooms[part] else { return Presence(count: 1) }
    let others = room.told.prefix(Presence.maxOthers + 1).filter { $0.id != id }.prefix(Presence.maxOthers)
    return Presence(
      count: room.told.count + (room.toldIDs.contains(id) ? 0 : 1), others: Array(others))
  }

  // MARK: - This server

  /// Counts the users of this server.
  ///
  /// - Parameter parts: All parts that sessions of this server share, each with the sessions that are there.
  mutating func count(_ parts: [SessionKey: People], at now: Int64) -> [Effect] {
    var effects: [Effect] = []
    for part in rooms.keys where parts[part] == nil {
      if rooms[part]?.published.isEmpty == false { effects += messages([:], of: part) }
      rooms[part] = nil
    }
    let new = parts.keys.filter { rooms[$0] == nil }
    for part in new { rooms[part] = Room() }
    if !new.isEmpty { effects.append(.publish(.ask(server: server, parts: new.count > 100 ? nil : new.sorted()))) }
    for (part, people) in parts { count(people, in: part) }
    giveUpSilent(at: now)
    for part in parts.keys {
      publish(part, at: now, &effects)
      tell(part, at: now, &effects)
    }
    asked = []
    if now >= nextAlive {
      nextAlive = now + Self.aliveInterval
      effects.append(.publish(.alive(server: server)))
    }
    return effects
  }

  private mutating func count(_ people: People, in part: SessionKey) {
    guard var room = rooms[part], room.own != people || !room.missing.isEmpty else { return }
    let missing = Set(room.own.keys).subtracting(people.keys)
    let (kept, old) = (missing.subtracting(room.missing), room.own)
    room.own = people.merging(old.filter { kept.contains($0.key) }) { new, _ in new }
    room.missing = kept
    if room.own != old { room.hasNews = true }
    rooms[part] = room
  }

  /// The server ends.
  func end() -> [Effect] { [.publish(.gone(server: server))] }

  // MARK: - Other servers

  mutating func receive(_ message: ServerMessage, at now: Int64) -> [Effect] {
    guard message.server != server else { return [] }
    let isNew = heard[message.server] == nil
    heard[message.server] = now
    var effects: [Effect] = []
    switch message {
    case .alive: if isNew { effects.append(.publish(.ask(server: server, parts: nil))) }
    case .ask(_, let parts?): asked?.formUnion(parts)
    case .ask(_, nil): asked = nil
    case .gone(let server): giveUp(server, at: now, &effects)
    case .changed: break
    case .here(let server, let part, let people, let isFirst, let isLast):
      guard var room = rooms[part] else { break }
      let all = (isFirst ? [] : room.incoming[server] ?? []) + people
      room.incoming[server] = isLast ? nil : all
      if isLast, room.others[server] ?? [] != all {
        room.others[server] = all.isEmpty ? nil : all
        room.hasNews = true
      }
      rooms[part] = room
      tell(part, at: now, &effects)
    }
    return effects
  }

  /// Messages of other servers may have been lost.
  mutating func didLoseMessages(at now: Int64) -> [Effect] {
    for part in rooms.keys {
      rooms[part]?.others = [:]
      rooms[part]?.incoming = [:]
      rooms[part]?.hasNews = true
      rooms[part]?.nextTell = now + Self.patience
    }
    return [.publish(.ask(server: server, parts: nil))]
  }

  private mutating func giveUpSilent(at now: Int64) {
    var effects: [Effect] = []
    for (server, time) in heard where now - time >= Self.maxSilence { giveUp(server, at: .min, &effects) }
  }

  /// - Parameter now: `.min` if the sessions are told later.
  private mutating func giveUp(_ server: String, at now: Int64, _ effects: inout [Effect]) {
    heard[server] = nil
    for part in rooms.keys {
      rooms[part]?.incoming[server] = nil
      guard rooms[part]?.others.removeValue(forKey: server) != nil else { continue }
      rooms[part]?.hasNews = true
      tell(part, at: now, &effects)
    }
  }

  // MARK: - Telling

  private mutating func publish(_ part: SessionKey, at now: Int64, _ effects: inout [Effect]) {
    guard let room = rooms[part] else { return }
    let isAsked = asked?.contains(part) ?? true
    let isDue = room.own != room.published && now >= room.nextPublish
    guard isDue || isAsked && !room.own.isEmpty else { return }
    rooms[part]?.published = room.own
    rooms[part]?.nextPublish = now + room.pause
    effects += messages(room.own, of: part)
  }

  private func messages(_ people: People, of part: SessionKey) -> [Effect] {
    var lists: [[Presence.Person]] = [[]]
    var size = 0
    for person in people.values {
      // A quotation mark takes two bytes in JSON.
      let bytes = 2 * person.name.utf8.count + 50
      if size + bytes > 6000 {
        lists.append([])
        size = 0
      }
      lists[lists.count - 1].append(person)
      size += bytes
    }
    return lists.enumerated().map { index, list in
      .publish(
        .here(server: server, part: part, people: list, isFirst: index == 0, isLast: index == lists.count - 1))
    }
  }

  private mutating func tell(_ part: SessionKey, at now: Int64, _ effects: inout [Effect]) {
    guard let room = rooms[part], room.hasNews, now >= room.nextTell else { return }
    var ids: Set<String> = []
    let all = Array(room.own.values) + room.others.values.joined()
    let people = all.filter { ids.insert($0.id).inserted }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    rooms[part]?.hasNews = false
    guard people != room.told else { return }
    let news = Set(people).symmetricDifference(room.told)
    let only = news.count == 1 ? room.own.first { $0.value == news.first }?.key : nil
    rooms[part]?.told = people
    rooms[part]?.toldIDs = ids
    rooms[part]?.nextTell = now + room.pause
    effects.append(.tell(part, except: only))
  }
}
