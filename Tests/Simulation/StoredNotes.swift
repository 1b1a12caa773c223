import Sessions

/// What is stored of the notes of rooms, which sessions share.
struct StoredNotes {
  private struct Note {
    let key: SessionKey
    /// When it was stored, in virtual seconds.
    let time: Double
    let writer: ObjectIdentifier?
    /// When the server that stored it acknowledged it first.
    var acknowledged: Double?
  }

  private var tokens: [SessionKey: [String]] = [:]
  private var notes: [String: Note] = [:]
  /// Tokens of notes that expired, or were lost in a failover.
  private(set) var gone: Set<String> = []
  /// Those of them that expired, by the parts that had them.
  private var expired: [SessionKey: Set<String>] = [:]
  /// Parts that a failover changed.
  private(set) var failedOver: Set<SessionKey> = []

  /// Whether a failover changed the session whose side effect adds a note. It may do so again.
  var mayRepeat: (_ token: String) -> Bool = { _ in false }

  /// Where the notes of a room are stored.
  static func key(of room: String) -> SessionKey { SessionKey(ofPart: "notes", room) }

  private static let starts = [Array("\"value\":[".utf8), Array("\"value\":{\"items\":[".utf8)]
  private static let rowStart = Array("{\"part\":".utf8)

  static func isPart(_ record: SessionRecord) -> Bool {
    (try? record.content.encoded().starts(with: rowStart)) == true
  }

  static func tokens(in record: SessionRecord) -> [String] {
    guard let bytes = try? record.content.encoded() else { return [] }
    return starts.lazy.compactMap { bytes.texts(after: $0) }.first ?? []
  }

  /// Takes in what is stored now.
  ///
  /// - Parameters:
  ///   - record: The row; nil if there is none any more.
  ///   - note: Called for what must not be.
  /// - Returns: The notes that are new.
  mutating func rowDidChange(
    _ key: SessionKey, to record: SessionRecord?, by name: Operation, of writer: Server?, at time: Double,
    _ note: (String) -> Void
  ) -> [String] {
    let (old, new) = (tokens[key] ?? [], record.map(Self.tokens) ?? [])
    tokens[key] = new
    let added = new.filter { !old.contains($0) }
    let lost = old.filter { !new.contains($0) }
    switch name {
    case .failover: failedOver.insert(key)
    case .removeExpired: break
    case .save, .create:
      if !lost.isEmpty { note("\(lost) were stored in a room's notes, and a \(name.rawValue) removed them.") }
      if lost.isEmpty, !new.starts(with: old) { note("The order of a room's notes was changed: \(old), \(new).") }
    default: note("A \(name.rawValue) changed a room's notes: \(old), \(new).")
    }
    gone.formUnion(lost)
    gone.subtract(new)
    if Set(new).count < new.count, isSure(key, new) {
      note("A form was applied twice to a room's notes: \(new).")
    }
    for token in added {
      if let other = notes[token]?.key, other != key, tokens[other]?.contains(token) == true,
        isSure(other, [token]), isSure(key, [token])
      {
        note("\(token) is in the notes of two rooms.")
      }
      // A failover may bring a change back that it had lost.
      if name != .failover || notes[token] == nil {
        notes[token] = Note(key: key, time: time, writer: writer.map(ObjectIdentifier.init))
      }
    }
    return added
  }

  /// Whether no token may be twice. After a failover, a side effect may do again what it did before.
  func isSure(_ key: SessionKey, _ tokens: [String]) -> Bool {
    !tokens.contains { $0.contains("~") && (failedOver.contains(key) || mayRepeat($0)) }
  }

  /// Notes that what is stored of a room has expired.
  mutating func expire(_ key: SessionKey) {
    gone.formUnion(tokens[key] ?? [])
    expired[key, default: []].formUnion(tokens[key] ?? [])
    tokens[key] = []
  }

  func isExpired(_ token: String, in key: SessionKey) -> Bool { expired[key]?.contains(token) == true }

  /// Whether there is anything that can expire.
  func isEmpty(_ key: SessionKey) -> Bool { tokens[key]?.isEmpty != false }

  mutating func didAcknowledge(_ token: String, by server: Server, at time: Double) {
    guard let note = notes[token], note.acknowledged == nil, note.writer == ObjectIdentifier(server) else { return }
    notes[token]?.acknowledged = time
  }

  func stored(in key: SessionKey) -> [String] { tokens[key] ?? [] }

  /// Where a token is or was stored as a note; nil if nowhere.
  func key(of token: String) -> SessionKey? { notes[token]?.key }

  /// What was stored in a room before a time, not by a certain server, and is still.
  func tokens(of key: SessionKey, storedBefore limit: Double, notBy server: Server) -> [String] {
    stored(in: key).filter { token in
      notes[token].map { $0.time < limit && $0.writer != ObjectIdentifier(server) } == true
    }
  }

  /// What a server stored in a room and acknowledged before a time, and is still stored.
  func tokens(of key: SessionKey, acknowledgedBefore limit: Double, by server: Server) -> [String] {
    stored(in: key).filter { token in
      notes[token].map { $0.writer == ObjectIdentifier(server) && $0.acknowledged.map { $0 < limit } == true } == true
    }
  }
}
