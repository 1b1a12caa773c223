internal import Basics
internal import Sessions

/// Lets sessions of this server that have changed the same part store it one after the other.
///
/// Otherwise all but one of them would lose the race, and run their updaters again. A turn is no lock: the storage compares versions.
final class PartTurns: Sendable {
  /// Those who have the turn or wait for it. The first one has it.
  private let queues = Locked<[SessionKey: [Wait<Void>]]>([:])

  /// A session's turn, or its wait for it. The turn ends with this object.
  final class Turn: Sendable {
    private let turns: PartTurns
    private let part: SessionKey
    /// Over when the session has the turn.
    let wait = Wait<Void>()

    fileprivate init(_ turns: PartTurns, _ part: SessionKey) {
      (self.turns, self.part) = (turns, part)
    }

    deinit { turns.leave(wait, of: part) }

    /// Lets all sessions that wait go on at once: the storage does not answer, and each would wait for that.
    func endAllWaits() {
      let queue = turns.queues.withLock { $0.removeValue(forKey: part) } ?? []
      for wait in queue.dropFirst() { wait.end(with: ()) }
    }
  }

  /// Asks for the turn to store a part.
  func ask(for part: SessionKey) -> Turn {
    let turn = Turn(self, part)
    let isFirst = queues.withLock { queues in
      queues[part, default: []].append(turn.wait)
      return queues[part]?.count == 1
    }
    if isFirst { turn.wait.end(with: ()) }
    return turn
  }

  private func leave(_ wait: Wait<Void>, of part: SessionKey) {
    let next = queues.withLock { queues -> Wait<Void>? in
      guard let index = queues[part]?.firstIndex(where: { $0 === wait }) else { return nil }
      queues[part]?.remove(at: index)
      if queues[part]?.isEmpty == true { queues[part] = nil }
      return index == 0 ? queues[part]?.first : nil
    }
    next?.end(with: ())
  }
}
