internal import Glibc
internal import Sessions

/// The number and the sizes of sessions.
struct SessionStatistics {
  private let kind: StoredKind
  private let storageChoice: StorageChoice
  private var used = 0
  private var lookedAt = 0
  private var quarantined = 0
  private var expired = 0
  private var bytes = 0
  private var largest: StoredSession?
  private var oldest: Int64?
  private var nextToExpire: Int64?

  init(_ sessions: StoredSessions, at choice: StorageChoice, now: Int64 = Int64(time(nil))) throws {
    (kind, storageChoice) = (sessions.kind, choice)
    try sessions.forEach { session in
      add(session, now)
      return true
    }
  }

  private mutating func add(_ session: StoredSession, _ now: Int64) {
    let record = session.record
    if record.isQuarantined { quarantined += 1 } else if record.isUsed { used += 1 } else { lookedAt += 1 }
    bytes += session.size
    if session.size > largest?.size ?? -1 { largest = session }
    oldest = min(oldest ?? .max, record.created)
    if record.expiry <= now { expired += 1 } else { nextToExpire = min(nextToExpire ?? .max, record.expiry) }
  }

  func json(fullIDs: Bool) -> SessionJSON {
    let count = used + lookedAt + quarantined
    var json = SessionJSON()
    json.add("place", "\(storageChoice)")
    json.add("\(kind)", count)
    if kind == .sessions {
      json.add("used", used)
      json.add("lookedAt", lookedAt)
      json.add("quarantined", quarantined)
    }
    json.add("expired", expired)
    json.add("bytes", bytes)
    json.add("meanBytes", count == 0 ? 0 : bytes / count)
    json.add("largestBytes", largest?.size ?? 0)
    if let key = largest?.key.hexadecimal { json.add("largestKey", fullIDs ? key : String(key.prefix(12))) }
    json.add("oldest", time: oldest)
    json.add("nextToExpire", time: nextToExpire)
    return json
  }
}
