internal import Sessions

/// Which session a request gets: its ids are tried one after the other. Decided from values alone; `RequestContext+Session` carries it
/// out.
///
/// | finding | next step |
/// |---|---|
/// | an id of a session that is in memory | enter it |
/// | any other id | load it |
/// | a record | enter it |
/// | here and below also in the turn: that the session was renewed, and the request may learn its new id | look at the new id |
/// | that it was renewed, and the request may not learn that | look at the next id |
/// | that nothing is stored | look at the next id |
/// | something that cannot be read | quarantine it, and then begin a session, which says so; only for a screen |
/// | no answer of the storage | refuse |
/// | no more ids | begin a session |
/// | no more ids, and one was of a session that was renewed | refuse: the browser may have the new id by now |
/// | in the turn: the session was evicted or renewed meanwhile | look at the first id again |
/// | instead of quarantining it: it was stored meanwhile | look at the first id again |
/// | in the turn: the storage could not remove the session | refuse |
///
/// An id that a client made up is never used for a new session.
struct SessionSearch {
  /// What was found out.
  enum Finding {
    case id(SessionID, isInMemory: Bool)
    case noMoreIDs

    // The storage has answered.
    case record
    /// - to: The new id; nil if the request may not learn it.
    case renewed(to: SessionID?)
    /// - isAfterEnd: Whether the session ended without its browser being told.
    case nothing(isAfterEnd: Bool)
    case unreadable
    case quarantined
    case noAnswer

    // The turn of the session has begun, or it was to be quarantined.
    case gone
    case ending
  }

  enum Action: Equatable {
    /// Look at the next id: ``SessionSearch/newID``, else the cookie number ``SessionSearch/tried``.
    case look
    case load(SessionID)
    /// Enter the session that was found, in a turn of it.
    case enter
    case quarantine
    /// Begin a session.
    ///
    /// - isAfterLoss: Whether its first page says that earlier data cannot be read.
    case begin(isAfterLoss: Bool)
    case refuse(RefusalReason)
  }

  /// How many ids were tried. Browsers may send several cookies of the name.
  private(set) var tried = 0
  /// The new id of a session that was renewed.
  private(set) var newID: SessionID?
  /// Whether one of the ids is of a session that ended without its browser being told.
  private(set) var isAfterEnd = false
  private var isAfterRenewal = false

  mutating func next(after finding: Finding) -> Action {
    switch finding {
    case .id(_, isInMemory: true), .record: return .enter
    case .id(let id, isInMemory: false): return .load(id)
    case .noMoreIDs: return isAfterRenewal ? .refuse(.sessionRenewed) : .begin(isAfterLoss: false)
    case .renewed(let id?): newID = id
    case .renewed(nil):
      isAfterRenewal = true
      tryNext()
    case .nothing(let isAfterEnd):
      if isAfterEnd { self.isAfterEnd = true }
      tryNext()
    case .unreadable: return .quarantine
    case .quarantined: return .begin(isAfterLoss: true)
    case .noAnswer, .ending: return .refuse(.sessionUnavailable)
    case .gone: (tried, newID, isAfterRenewal) = (0, nil, false)
    }
    return .look
  }

  private mutating func tryNext() {
    tried += 1
    newID = nil
  }
}
