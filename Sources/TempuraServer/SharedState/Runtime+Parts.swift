internal import Basics
internal import Sessions

// How a server's sessions learn of changed parts.

extension Runtime {
  /// Loads parts, one after the other, and tells the sessions that share them of news.
  ///
  /// - Throws: Why one of them cannot be loaded or read. Those before it are loaded.
  func load(_ ids: [PartID]) async throws(StorageError) {
    for id in ids.reversed() {
      let known = parts.known(id)
      let loaded = try await storage.load(id.key, unless: known.isKnown ? known.version : 0)
      if let part = try read(loaded, id) { learn(part, of: id, asked: known.version, by: nil) }
    }
  }

  /// - Returns: Nil if the known version is the stored one.
  private func read(_ loaded: LoadedSession, _ id: PartID) throws(StorageError) -> StoredPart? {
    switch loaded {
    case .none: return StoredPart.none
    case .unchanged: return nil
    case .unreadable(let reason, _):
      throw .unavailable("The stored value of \(id.description) cannot be used: \(reason).")
    case .record(let record):
      guard let parts = app.parts else { return nil }
      do throws(StateError) {
        var part = StoredPart(version: record.version, value: nil, created: record.created, expiry: record.expiry)
        if !PartContent.isDeleted(record) {
          (part.value, part.unknownMembers) = try parts.value(of: id, in: record, didComplete: states.report)
        }
        return part
      } catch {
        throw .unavailable("The stored value of \(id.description) cannot be used: \(error.ofPart)")
      }
    }
  }

  /// Notes what is stored of a part, and tells the other sessions that share it.
  ///
  /// - Parameter session: The session that stored it; nil for a part that was loaded.
  func learn(_ part: StoredPart, of id: PartID, asked: UInt64, by session: SessionKey?) {
    tell(parts.learn(part, of: id, asked: asked), except: session)
  }

  /// Tells sessions that a part may be another one. Those in memory tell their open pages what has changed. The pages of others ask.
  func tell(_ keys: Set<SessionKey>, except session: SessionKey? = nil) {
    var others = keys
    if let session { others.remove(session) }
    for (key, session) in sessions.sessions(of: others) {
      // First, because a page that was kept is sent without a turn.
      session.partsMayHaveChanged()
      guard streams.has(key) else { continue }
      others.remove(key)
      session.takeInParts()
    }
    streams.tell(others)
  }

  /// Another server has changed a part.
  func partDidChange(_ id: PartID) {
    turns.run { [self] in
      do throws(StorageError) { try await load([id]) } catch {
        log.report("The present value of \(id.description) is not known: \(error)")
        tell(parts.doubt(id))  // their next requests load it, perhaps at another server
        retryLater { $0.parts[id.key] = id }
      }
    }
  }

  /// A save of parts failed. The storage may have carried it out, or may do so within seconds, and does not report that to the server
  /// that asked: asks for the parts now, and once more later.
  func partsMayChangeLate(_ ids: [PartID]) {
    if ids.isEmpty { return }
    ids.forEach(partDidChange)
    platform.after(Self.longestSave) { [weak self] in
      guard let self else { return }
      for id in ids where parts.id(of: id.key) != nil { partDidChange(id) }
    }
  }

  /// How long a storage may take to carry out a save that has failed here, in seconds.
  private static let longestSave = 10.0

  /// Loads parts, one after the other, so that the storage reports their next changes to this server.
  func loadParts(_ ids: [PartID]) {
    turns.run { [self] in
      for id in ids.reversed() {
        do throws(StorageError) { try await load([id]) } catch { retryLater { $0.parts[id.key] = id } }
      }
    }
  }

  /// Tells the open pages of a session, and loads it, so that the storage reports its next change to this server, too: the requests
  /// of the pages may go to another one.
  ///
  /// - Parameter again: Whether the pages were told before, and the session could not be loaded.
  func tellPages(of key: SessionKey, again: Bool = false) {
    guard storage.isShared else { return streams.tell(key) }
    guard streams.has(key) else { return }
    turns.run { [weak self, storage] in
      do throws(StorageError) {
        let session = try await storage.load(key, unless: 0)
        // The pages open them again with the new id. Under the old one, they would be told of nothing any more.
        if case .record(let record) = session, RenamedSession(record.content) != nil { self?.streams.close(key) }
        self?.watchParts(of: key, in: session)
        self?.streams.tell(key)
      } catch {
        if !again { self?.streams.tell(key) }
        self?.retryLater { $0.sessions.insert(key) }
      }
    }
  }

  private func retryLater(_ note: (inout Unloaded) -> Void) {
    let isFirst = unloaded.withLock { unloaded in
      defer { note(&unloaded) }
      return unloaded.sessions.isEmpty && unloaded.parts.isEmpty
    }
    guard isFirst else { return }
    platform.after(Unloaded.pause) { [weak self] in
      guard let self else { return }
      let due = unloaded.withLock { unloaded in
        defer { unloaded = Unloaded() }
        return unloaded
      }
      for key in due.sessions { tellPages(of: key, again: true) }
      loadParts(due.parts.values.filter { parts.id(of: $0.key) != nil })
    }
  }

  /// Finds out which parts a session shares that is not in memory and has an open page.
  private func watchParts(of key: SessionKey, in loaded: LoadedSession) {
    guard let shared = app.parts, streams.has(key), sessions.session(of: key) == nil else { return }
    switch loaded {
    case .record(let record):
      guard RenamedSession(record.content) == nil, let state = try? states.content(of: record).state else { return }
      var used: [SessionKey] = []
      let source = PartSource { [parts] id, name in
        used.append(id.key)
        return parts.watch(id, by: key, as: name)
      } presence: { _, _ in
        nil
      }
      _ = shared.session(isStorageShared: true, from: source).begin(on: state)
      parts.retain(used, by: key)
      // It may have entered memory meanwhile. Its next request watches its parts again.
      sessions.session(of: key)?.freshness.mayHaveChanged()
    case .none: parts.forget(key)
    case .unchanged, .unreadable: break
    }
  }

  /// When a part expires that is stored now, in seconds since 1970: later than the sessions that share it, so that they seldom
  /// have to give it more time.
  var partExpiry: Int64 { time + lifetime(isUsed: true) / 2 * 3 }

  /// Lets a part live as long as a session that shares it.
  ///
  /// - Parameter expiry: When the session expires.
  func prolong(_ id: PartID, to expiry: Int64) {
    let part = parts.known(id)
    guard part.version > 0, part.expiry < expiry else { return }
    let new = partExpiry
    parts.setExpiry(of: id, to: new)
    turns.run { [storage, parts, log] in
      do throws(StorageError) { try await storage.touch(id.key, expiry: new) } catch {
        parts.setExpiry(of: id, to: part.expiry)
        log.report("More time for \(id.description) could not be stored: \(error)")
      }
    }
  }

  /// Forgets which parts a session shares and what it observes, if it is neither in memory nor has an open page.
  func forgetIfUnwatched(_ key: SessionKey) {
    guard app.parts != nil || observers.withLock({ !$0.isEmpty }), sessions.session(of: key) == nil, !streams.has(key)
    else { return }
    parts.forget(key)
    observers.withLock { $0.forget(key) }
    // Another object may have become this session meanwhile. Its next request watches the parts again.
    guard let session = sessions.session(of: key) else { return }
    session.freshness.mayHaveChanged()
    session.observeAgain()
  }
}

/// Sessions with open pages, and parts, that could not be loaded.
struct Unloaded {
  var sessions: Set<SessionKey> = []
  var parts: [SessionKey: PartID] = [:]

  /// The seconds until they are loaded again.
  static let pause = 2.0
}
