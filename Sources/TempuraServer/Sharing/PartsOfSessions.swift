internal import Sessions

/// The parts that each session shares, in one table.
///
/// A set for each session would be allocated among what the session has in memory. When the session leaves memory, such a set would
/// keep a page of 4 KiB from the system.
struct PartsOfSessions {
  private struct Slot: Hashable {
    let session: SessionKey
    let number: Int
  }

  /// Those of a session have the numbers from 0 on.
  private var slots: [Slot: SessionKey] = [:]

  subscript(session: SessionKey) -> [SessionKey] {
    var parts: [SessionKey] = []
    while let part = slots[Slot(session: session, number: parts.count)] { parts.append(part) }
    return parts
  }

  mutating func insert(_ part: SessionKey, of session: SessionKey) {
    let parts = self[session]
    if !parts.contains(part) { slots[Slot(session: session, number: parts.count)] = part }
  }

  mutating func remove(_ part: SessionKey, of session: SessionKey) {
    let parts = self[session]
    guard let number = parts.firstIndex(of: part) else { return }
    slots[Slot(session: session, number: number)] = parts.last
    slots[Slot(session: session, number: parts.count - 1)] = nil
  }
}
