internal import Basics
internal import Sessions

/// Lets sessions of this server that have changed the same slice store it one after the other.
///
/// Otherwise all but one of them would lose the race, and run their updaters again. A turn is no lock: the storage compares versions.
final class SliceTurns: Sendable {
  private struct Entry {
    let turn: ObjectIdentifier
    /// Nil if it has the turn.
    var continuation: UnsafeContinuation<Void, Never>?
  }

  /// Those who have the turn or wait for it. The first one has it.
  private let queues = Locked<[SessionKey: [Entry]]>([:])

  /// A session's turn. It ends with this object.
  final class Place: Sendable {
    private let turns: SliceTurns
    private let slice: SessionKey

    fileprivate init(_ turns: SliceTurns, _ slice: SessionKey) {
      (self.turns, self.slice) = (turns, slice)
    }

    deinit { turns.leave(ObjectIdentifier(self), of: slice) }

    /// Lets all sessions that wait go on at once: the storage does not answer, and each would wait for that.
    func endAllWaits() {
      let queue = turns.queues.withLock { $0.removeValue(forKey: slice) } ?? []
      for entry in queue { entry.continuation?.resume() }
    }
  }

  /// Waits for the turn to store a slice.
  func take(_ slice: SessionKey) async -> Place {
    let turn = Place(self, slice)
    await withUnsafeContinuation { continuation in
      let isFirst = queues.withLock { queues in
        let isFirst = queues[slice]?.isEmpty != false
        queues[slice, default: []].append(
          Entry(turn: ObjectIdentifier(turn), continuation: isFirst ? nil : continuation))
        return isFirst
      }
      if isFirst { continuation.resume() }
    }
    return turn
  }

  /// How many sessions have the turn or wait for it. For tests.
  func count(of slice: SessionKey) -> Int { queues.withLock { $0[slice]?.count ?? 0 } }

  private func leave(_ turn: ObjectIdentifier, of slice: SessionKey) {
    let next = queues.withLock { queues -> UnsafeContinuation<Void, Never>? in
      guard let index = queues[slice]?.firstIndex(where: { $0.turn == turn }) else { return nil }
      queues[slice]?.remove(at: index)
      if queues[slice]?.isEmpty == true { queues[slice] = nil }
      guard index == 0, let next = queues[slice]?.first?.continuation else { return nil }
      queues[slice]?[0].continuation = nil
      return next
    }
    next?.resume()
  }
}
