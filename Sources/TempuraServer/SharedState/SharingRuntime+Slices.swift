internal import Basics
internal import SessionKernel
internal import Sessions

// How a server's sessions learn of changed slices.

extension SharingRuntime {
  /// Loads slices, one after the other, and tells the sessions that share them of news.
  ///
  /// - Throws: Why one of them cannot be loaded or read. Those before it are loaded.
  func load(_ ids: [SliceID]) async throws(StorageError) {
    for id in ids.reversed() {
      let known = sliceTable.known(id)
      let loaded: LoadedSession
      do throws(StorageError) {
        loaded = try await storage.load(id.key, unless: known.isKnown ? known.version : 0)
      } catch {
        // Until the storage has answered, it does not report changes of these slices to this server.
        retryLater { for id in ids { $0.slices[id.key] = id } }
        throw error
      }
      if let slice = try read(loaded, id) { learn(slice, of: id, asked: known.version, by: nil) }
    }
  }

  /// - Returns: Nil if the known version is the stored one.
  private func read(_ loaded: LoadedSession, _ id: SliceID) throws(StorageError) -> StoredSlice? {
    switch loaded {
    case .none: return StoredSlice.none
    case .unchanged: return nil
    case .unreadable(let reason, _):
      throw .unavailable("The stored value of \(id.description) cannot be used: \(reason).")
    case .record(let record):
      guard let definitions else { return nil }
      do throws(StateError) {
        var slice = StoredSlice(version: record.version, value: nil, created: record.created, expiry: record.expiry)
        if !SliceContent.isDeleted(record) {
          (slice.value, slice.unknownMembers) = try definitions.value(
            of: id, in: record, didComplete: kernel.states.report)
        }
        return slice
      } catch {
        throw .unavailable("The stored value of \(id.description) cannot be used: \(error.ofSlice)")
      }
    }
  }

  /// Notes what is stored of a slice, and tells the other sessions that share it.
  ///
  /// - Parameter session: The session that stored it; nil for a slice that was loaded.
  func learn(_ slice: StoredSlice, of id: SliceID, asked: UInt64, by session: SessionKey?) {
    tell(sliceTable.learn(slice, of: id, asked: asked), except: session)
  }

  /// Tells sessions that a slice may be another one. Those in memory tell their open pages what has changed. The pages of others ask.
  func tell(_ keys: Set<SessionKey>, except session: SessionKey? = nil) {
    var others = keys
    if let session { others.remove(session) }
    for (key, session) in sessions.sessions(of: others) {
      // First, because a page that was kept is sent without a turn.
      session.slices?.mayHaveChanged()
      guard streams.has(key) else { continue }
      others.remove(key)
      session.slices?.takeInNews()
    }
    streams.tell(others)
  }

  /// Another server has changed a slice.
  func sliceDidChange(_ id: SliceID) {
    turns.run { [self] in
      do throws(StorageError) { try await load([id]) } catch {
        log.report("The present value of \(id.description) is not known: \(error)")
        tell(sliceTable.doubt(id))  // their next requests load it, perhaps at another server
      }
    }
  }

  /// A save of slices failed. The storage may have carried it out, or may do so within seconds, and does not report that to the server
  /// that asked: asks for the slices now, and once more later.
  func slicesMayChangeLate(_ ids: [SliceID]) {
    if ids.isEmpty { return }
    ids.forEach(sliceDidChange)
    platform.after(Self.longestSave) { [weak self] in
      guard let self else { return }
      for id in ids where sliceTable.id(of: id.key) != nil { sliceDidChange(id) }
    }
  }

  /// How long a storage may take to carry out a save that has failed here, in seconds.
  private static let longestSave = 10.0

  /// Loads slices, one after the other, so that the storage reports their next changes to this server.
  func loadSlices(_ ids: [SliceID]) {
    turns.run { [self] in
      for id in ids.reversed() { try? await load([id]) }
    }
  }

  /// Finds out which slices a session shares that is not in memory and has an open page.
  func watchSlices(of key: SessionKey, in loaded: LoadedSession) {
    guard let definitions, streams.has(key), sessions.session(of: key) == nil else { return }
    switch StoredCopy(.success(loaded), kernel.states) {
    case .record(_, let content):
      let used = definitions.used(content.state)
      loadSlices(used.compactMap { sliceTable.watch($0.id, by: key, as: $0.name).isKnown ? nil : $0.id })
      sliceTable.retain(used.map(\.id.key), by: key)
      // It may have entered memory meanwhile. Its next request watches its slices again.
      sessions.session(of: key)?.validity.invalidate()
    case .missing: sliceTable.forget(key)
    case .unchanged, .renamed, .unreadable, .damaged, .noAnswer: break
    }
  }

  /// When a slice expires that is stored now, in seconds since 1970: later than the sessions that share it, so that they seldom
  /// have to give it more time.
  var sliceExpiry: Int64 { time + kernel.lifetime(isUsed: true) / 2 * 3 }

  /// Lets a slice live as long as a session that shares it.
  ///
  /// - Parameter expiry: When the session expires.
  func prolong(_ id: SliceID, to expiry: Int64) {
    let slice = sliceTable.known(id)
    guard slice.version > 0, slice.expiry < expiry else { return }
    let new = sliceExpiry
    sliceTable.setExpiry(of: id, to: new)
    turns.run { [sliceTable, storage, log] in
      do throws(StorageError) { try await storage.touch(id.key, expiry: new) } catch {
        sliceTable.setExpiry(of: id, to: slice.expiry)
        log.report("More time for \(id.description) could not be stored: \(error)")
      }
    }
  }
}
