import Sessions

/// Knows what must be true, and notes what is not.
final class Oracle {
  /// The first thing that was not true; nil if all was.
  private(set) var violation: String?

  /// What is stored of a row that a server can load.
  private var tokens: [SessionKey: [String]] = [:]
  /// When the session of a key began. The mark by which a form names its session is that second.
  private var begun: [SessionKey: Int64] = [:]
  /// When a token was stored, in virtual seconds.
  private var times: [String: Int64] = [:]
  /// The key of the row that has a token.
  private var keys: [String: SessionKey] = [:]
  /// Tokens whose session ended, expired, or was lost in a failover.
  private var gone: Set<String> = []
  /// Tokens whose session the app ended, and when that session had begun.
  private var ended: [String: Int64] = [:]
  private var endedKeys: Set<SessionKey> = []
  private var time: Int64 = 0
  private var clock = 0.0
  private var writer: Server?
  private var hasReply = true
  /// Tokens that a server stored without being told so, and how often their sessions had been stored by then.
  private var unanswered: [String: Int] = [:]
  /// How often sessions were stored.
  private var saveCounts: [SessionKey: Int] = [:]
  /// The servers that stored tokens last.
  private var writers: [String: ObjectIdentifier] = [:]
  private var forms: [String: Form] = [:]
  /// The keys of sessions that ended, expired, got another id, or were changed by a failover.
  private(set) var over: Set<SessionKey> = []
  /// Sessions that a failover changed. A user of them may be signed out, and may see an older state.
  private(set) var failedOver: Set<SessionKey> = []

  /// What is stored of the rooms' notes.
  private(set) var notes = StoredNotes()
  /// Whether each call that gives a row more time gets there, and the clocks are right.
  var keepsTime = false

  /// The new keys of sessions that got another id, and when that was stored, in virtual seconds.
  private var renamed: [SessionKey: (to: SessionKey, time: Double)] = [:]
  /// When users were told last that something failed, by the numbers of their browsers, in virtual seconds.
  private var failureTimes: [Int: Double] = [:]
  /// What side effects were to add of which the user was told that it failed, and when.
  private var failed: [String: Double] = [:]

  init() {
    notes.mayRepeat = { [unowned self] token in
      guard let key = forms[token]?.key else { return false }
      return !failedOver.isDisjoint(with: [key] + laterKeys(of: key))
    }
  }

  func add(_ form: Form) {
    for token in form.tokens { forms[token] = form }
  }

  func note(_ text: @autoclosure () -> String) {
    if violation == nil { violation = text() }
  }

  // MARK: - What is stored

  /// - Parameter name: What was done.
  /// - Returns: Whether rows changed.
  func rowsDidChange(
    from old: StoredRows, to new: StoredRows, by name: Operation, of writer: Server? = nil, hasReply: Bool = true,
    at now: Double
  ) -> Bool {
    (self.writer, self.hasReply) = (writer, hasReply)
    var keys = Set(old.rows.keys)
    keys.formUnion(new.rows.keys)
    (time, clock) = (World.epoch + Int64(now), now)
    expireNotes(old)
    // The same session under another key.
    if name == .rename {
      let moved = keys.filter { old.rows[$0]?.version != new.rows[$0]?.version }
      if !failedOver.isDisjoint(with: moved) { failedOver.formUnion(moved) }
      let old = moved.first { new.rows[$0].flatMap { RenamedSession($0.content) } != nil }
      let other = moved.first { $0 != old }
      if let old, let other { renamed[old] = (other, now) }
    }
    var hasChanged = false
    var (newNotes, newEntries): ([(key: SessionKey, tokens: [String])], [Entry]) = ([], [])
    // What is moved to another key leaves the old one first.
    for key in keys.sorted(by: { (new.rows[$0] == nil ? 0 : 1, $0) < (new.rows[$1] == nil ? 0 : 1, $1) }) {
      let (before, after) = (old.rows[key], new.rows[key])
      if before?.version == after?.version, before?.isQuarantined == after?.isQuarantined,
        (before == nil) == (after == nil), before?.isUsed == after?.isUsed
      {
        if before?.expiry != after?.expiry { hasChanged = true }
        continue
      }
      hasChanged = true
      if let record = after ?? before, StoredNotes.isPart(record) {
        let tokens = notes.rowDidChange(key, to: after, by: name, of: writer, at: now) {
          note($0)
        }
        newNotes.append((key, tokens))
        continue
      }
      let known = Set(tokens[key] ?? [])
      let entries = after.map { $0.isQuarantined ? [] : Self.entries(in: $0) } ?? []
      if let after, !after.isQuarantined { checkRoom(entries, in: after) }
      newEntries += entries.filter { !known.contains($0.token) }
      rowDidChange(key, after.map { $0.isQuarantined ? [] : Self.tokens(in: $0) }, by: name, in: new)
    }
    if name == .save || name == .create { checkBoth(newNotes, newEntries) }
    return hasChanged
  }

  /// What an updater did to a session and to a room is stored in both or in neither.
  private func checkBoth(_ newNotes: [(key: SessionKey, tokens: [String])], _ newEntries: [Entry]) {
    for entry in newEntries {
      guard let room = entry.noteRoom else { continue }
      if !notes.stored(in: StoredNotes.key(of: room)).contains(entry.token) {
        note("\(entry.token) is stored in its session, and not in the notes of \(room).")
      }
    }
    for (key, tokens) in newNotes {
      for token in tokens where token.hasPrefix("t") && !(token.contains("~") && notes.mayRepeat(token)) {
        let isInSession = newEntries.contains {
          $0.token == token && $0.noteRoom.map(StoredNotes.key) == key
        }
        if !isInSession { note("\(token) is stored in the notes of a room, and not in its session.") }
      }
      for token in tokens where forms[token]?.isRefused == true { note("\(token) was refused, and is in notes.") }
    }
  }

  /// A session is in the room to which its user went last.
  private func checkRoom(_ entries: [Entry], in record: SessionRecord) {
    guard RenamedSession(record.content) == nil else { return }
    let room = Entry.room(after: entries) { note("\($0.text) is stored, and the session was in another room.") }
    if room != Self.room(in: record) { note("The stored room is not the one in which the user is: \(entries).") }
  }

  /// Notes that what is stored of rooms has expired.
  private func expireNotes(_ rows: StoredRows) {
    for (key, record) in rows.rows where record.expiry <= time && !notes.isEmpty(key) {
      for (other, session) in rows.rows where keepsTime && session.expiry > record.expiry + 60 {
        if Self.room(in: session).map(StoredNotes.key) == key, session.isUsed {
          note("The notes of a room expired, and session \(other.shortened) is in it.")
        }
      }
      notes.expire(key)
    }
  }

  private func rowDidChange(_ key: SessionKey, _ new: [String]?, by name: Operation, in rows: StoredRows) {
    let old = tokens[key] ?? []
    if name == .remove || name == .removeExpired || name == .failover || name == .rename { over.insert(key) }
    if name == .replace { failedOver.insert(key) }
    saveCounts[key, default: 0] += 1
    tokens[key] = new
    if let created = rows.rows[key]?.created { begun[key] = created }
    let (now, before) = (Set(new ?? []), Set(old))
    if name == .create, endedKeys.contains(key), !now.isEmpty {
      note("A session was stored again after it had ended.")
    }
    if now.count != new?.count ?? 0, isSure(key, new ?? []) {
      note("A form was applied twice: \(new ?? []).")
    }
    for token in old where !now.contains(token) {
      if keys[token] == key { keys[token] = nil }
      switch name {
      case .save, .create:
        // An expired session may have begun again.
        if new != nil, !before.isDisjoint(with: now) || !gone.contains(token) {
          note("\(token) was stored, and a \(name.rawValue) removed it.")
        }
      case .rename: break
      case .quarantined: note("A session was quarantined that can be read.")
      case .remove:
        gone.insert(token)
        ended[token] = begun[key]
        endedKeys.insert(key)
      case .removeExpired, .replace: gone.insert(token)
      case .failover, .load, .touch:
        gone.insert(token)
        failedOver.insert(key)
      }
    }
    if name == .failover {
      failedOver.insert(key)
      endedKeys.remove(key)
      for token in now { gone.remove(token) }
      for token in now { ended[token] = nil }
    }
    for token in now where !before.contains(token) {
      if let other = keys[token], other != key, tokens[other]?.contains(token) == true, rows.rows[other] != nil,
        name != .rename, begun[other] != begun[key]
      {
        note("\(token) is in two sessions.")
      }
      keys[token] = key
      let isFirst = times[token] == nil
      // A form may be sent again in another session.
      if isFirst || name == .save || name == .create {
        times[token] = time
        writers[token] = writer.map(ObjectIdentifier.init)
      }
      if isFirst {
        if !hasReply { unanswered[token] = saveCounts[key] }
        if let told = failed[token], told + Self.longestDelay < clock, forms[token]?.isSentOnce == true {
          note("\(token) is stored, and its user was told before that it failed.")
        }
      }
      if name == .save || name == .create {
        if let time = ended[token], time != begun[key] { note("\(token) came back after its session had ended.") }
        if forms[token]?.isRefused == true { note("\(token) was refused, and is stored.") }
      }
    }
  }

  /// Whether no token may be twice. After a failover that lost what a server had stored, a side effect may do again what it
  /// did before. And a record names the last eight versions before it: a server that finds no save of its own among them makes the
  /// change again.
  func isSure(_ key: SessionKey?, _ tokens: [String]) -> Bool {
    guard let key else { return true }
    if failedOver.contains(key), tokens.contains(where: { $0.contains("~") }) { return false }
    let doubled = Dictionary(grouping: tokens) { $0 }.filter { $0.value.count > 1 }.keys
    return doubled.isEmpty
      || !doubled.allSatisfy { token in unanswered[token].map { saveCounts[key, default: 0] - $0 > 8 } == true }
  }

  /// Notes that the rows of expired sessions count as gone.
  func expire(_ rows: StoredRows, at now: Int64) {
    time = now
    expireNotes(rows)
    for (key, record) in rows.rows where record.expiry <= now + 60 {
      over.insert(key)
      if record.expiry <= now { gone.formUnion(tokens[key] ?? []) }
    }
  }

  private static let starts = [Array("\"tokens\":[".utf8), Array("\"entries\":[".utf8)]
  private static let roomStart = Array("\"room\":\"".utf8)

  /// Reads the tokens in a stored content.
  static func tokens(in record: SessionRecord) -> [String] {
    StoredNotes.isPart(record) ? StoredNotes.tokens(in: record) : entries(in: record).map(\.token)
  }

  static func entries(in record: SessionRecord) -> [Entry] {
    guard RenamedSession(record.content) == nil, let bytes = try? record.content.encoded() else { return [] }
    return starts.lazy.compactMap { bytes.texts(after: $0) }.first?.map { Entry($0) } ?? []
  }

  /// Reads the room in a stored content.
  static func room(in record: SessionRecord) -> String? {
    guard let bytes = try? record.content.encoded(), let start = bytes.firstRange(of: roomStart)?.upperBound else {
      return nil
    }
    return String(decoding: bytes[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  func storedTokens(of key: SessionKey) -> [String] { tokens[key] ?? [] }
  /// What was stored of a session before a time, not by a certain server, and is still.
  func tokens(of key: SessionKey, storedBefore limit: Int64, notBy server: Server) -> [String] {
    storedTokens(of: key).filter { token in
      times[token].map { $0 < limit } == true && writers[token] != ObjectIdentifier(server)
    }
  }

  func isStored(_ token: String) -> Bool {
    keys[token] != nil || notes.key(of: token).map { notes.stored(in: $0).contains(token) } == true
  }
  /// Whether a token is stored, or was.
  func wasStored(_ token: String) -> Bool { isStored(token) || isGone(token) }
  func isGone(_ token: String) -> Bool { gone.contains(token) || notes.gone.contains(token) }
  /// Whether a token is to be in a session. One of notes alone is not.
  func isOwn(_ token: String) -> Bool { !token.hasPrefix("p") || notes.key(of: token) == nil }
  func form(of token: String) -> Form? { forms[token] }

  // MARK: - What is answered

  /// A form was acknowledged.
  func didAcknowledge(_ form: Form, by server: Server, at time: Double) {
    for token in form.mains {
      if !isStored(token), !isGone(token) { note("\(token) was acknowledged, and is not stored.") }
      notes.didAcknowledge(token, by: server, at: time)
    }
  }

  /// What a form's side effect does is stored.
  ///
  /// - Parameter unlessTold: Whether it may be missing if the user was told that something failed.
  func requireLateTokens(unlessTold: Bool) {
    for (token, form) in forms.sorted(by: { $0.key < $1.key }) {
      guard let late = form.late, late == token, form.outcomes.contains(.acknowledged), !isStored(late), !isGone(late)
      else { continue }
      if unlessTold {
        // Of a form that was sent again, an earlier copy may have begun and been undone.
        guard form.isSentOnce, let key = form.key, !failedOver.contains(key) else { continue }
        // A form is undone if its save has no reply, and acknowledged if it is found to be stored. What it did late is undone.
        if form.mains.contains(where: { unanswered[$0] != nil }) { continue }
        if let told = failureTimes[form.browser.number], told > form.sentTime { continue }
        // A page tells of a failure by its stream, or loads again as long as work is running. Neither is simulated.
        let end = form.sentTime + Command.delay(of: late) + 2 * Self.longestDelay
        guard form.tab?.requests.contains(where: { $0.key == key && end < $0.time && $0.time < end + 30 }) == true
        else { continue }
      }
      note("\(late) was done by a side effect, and is not stored\(unlessTold ? ", and its user was not told" : "").")
    }
  }

  /// A user was told that not all was done. If one form alone can be meant, what it did late must not be stored later.
  ///
  /// - Parameter isSure: Whether only forms can be meant that are not stored.
  func didTellOfFailure(_ browser: Browser, at time: Double, isSure: Bool) {
    failureTimes[browser.number] = time
    guard isSure else { return }
    let open = forms.filter { token, form in
      form.late == token && form.isSent && browser.group.contains(form.browser.number) && !isStored(token)
        && !isGone(token)
    }
    if let (token, form) = open.first, open.count == 1, form.isSentOnce { failed[token] = time }
  }

  /// How long a call may be carried out after the server was told that it failed, in seconds.
  private static let longestDelay = 10.0

  // MARK: - Sessions that got another id

  /// When a session got another id; nil if it did not.
  func renewalTime(of key: SessionKey) -> Double? { renamed[key]?.time }

  /// The keys that a session got later, one after the other.
  func laterKeys(of key: SessionKey) -> [SessionKey] {
    var (keys, key) = ([SessionKey](), key)
    while let next = renamed[key]?.to, !keys.contains(next) {
      keys.append(next)
      key = next
    }
    return keys
  }

  /// All copies of a form were refused.
  func didRefuse(_ form: Form) {
    for token in form.tokens where isStored(token) { note("\(token) is stored, and its form was refused.") }
  }
}

extension Array where Element == UInt8 {
  /// The texts of an array in JSON; nil if its start is not there.
  func texts(after start: [UInt8]) -> [String]? {
    guard let place = firstRange(of: start)?.upperBound,
      let end = self[place...].firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return self[place..<end].split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0.dropFirst().dropLast(), as: UTF8.self)
    }
  }

  fileprivate func firstRange(of part: [UInt8]) -> Range<Int>? {
    guard count >= part.count else { return nil }
    for start in 0...(count - part.count)
    where self[start] == part[0] && self[start..<(start + part.count)].elementsEqual(part) {
      return start..<(start + part.count)
    }
    return nil
  }
}
