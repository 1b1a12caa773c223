internal import Sessions

// What has changed at other servers, and who is told: sessions in memory, and open pages.

extension Runtime {
  /// Subscribes to what other servers do, as long as the runtime exists.
  ///
  /// - Returns: The subscriptions.
  func subscribe(to storage: any SessionStorage) -> [AnyObject] {
    [
      storage.subscribe { [weak self] in self?.didChangeElsewhere($0) },
      storage.subscribeToMessages { [weak self] text in
        if let self, let message = ServerMessage(text) { receive(message) }
      },
    ]
  }

  /// Another server may have changed what is stored under a key.
  ///
  /// - Parameter key: That of a session or a part; nil if anything may have changed.
  private func didChangeElsewhere(_ key: SessionKey?) {
    guard let key else { return anythingDidChange() }
    if let id = parts.id(of: key) { return partDidChange(id) }
    let changed = sessions.noteChange(of: key)
    // A session without an open page is loaded by its next request. Many changes then need one load, or none.
    guard streams.has(key) else { return }
    guard let session = changed else { return tellPages(of: key) }
    turns.run { await self.refresh(session, key) }
  }

  private func anythingDidChange() {
    didLoseReports()
    _ = sessions.noteChange(of: nil)
    streams.tellAll { [weak self] in self?.tellPages(of: $0) }
  }

  /// Takes in what is stored of a session in memory that has an open page.
  private func refresh(_ session: Session, _ key: SessionKey) async {
    let (count, version) = (session.freshness.changeCount, session.freshness.version)
    do throws(StorageError) {
      switch try await storage.load(key, unless: version) {
      case .record(let record):
        await session.turn { _ in
          if RenamedSession(record.content) != nil {
            streams.close(key)  // the browser opens them again with the new id
            return session.didRenameElsewhere(key)
          }
          guard session.life != .evicted else { return streams.tell(session.key) }
          do throws(StateError) {
            try session.adopt(record, askedWith: version, asOf: count)
          } catch {
            log.report("Session \(session.key.shortened): \(error)", session: session.key)
            streams.tell(session.key)
          }
        }
      case .none where version > 0: await session.turn { _ in session.didRemoveElsewhere(key, askedWith: version) }
      case .none: break
      case .unchanged:
        session.freshness.confirm(asOf: count)
        // A request has brought it into memory since the change, of which it has told no page.
        if version == session.firstVersion { streams.tell(key) }
      case .unreadable: streams.tell(key)  // the next request loads it and handles the problem
      }
    } catch { tellPages(of: key) }
  }
}
