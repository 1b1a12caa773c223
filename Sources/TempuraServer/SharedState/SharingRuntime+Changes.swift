internal import Basics
internal import Sessions

// Tells sessions what has changed outside of them: see `Server.changed`.

extension SharingRuntime: ChangeReceiver {
  func didChange(_ name: String) { tellObservers(of: name, isOwn: true) }

  /// - Parameters:
  ///   - name: `ChangeSubscriptions.anyName` if changes of any name may have been missed.
  ///   - isOwn: Whether the other servers are to be told.
  func tellObservers(of name: String, isOwn: Bool = false) {
    let pages = storage.isShared ? streams.sessions : []
    // Another server may have launched the app of an open page. This server does not know its names, and tells the page of each change.
    let (keys, others) = observers.withLock { observers in
      (observers.change(name, isOwn: isOwn), pages.filter { !observers.has($0) })
    }
    for key in keys { if let session = sessions.session(of: key) { willRunObservers(of: name, session) } }
    let open = keys.filter(streams.has).union(others)
    guard !open.isEmpty || isOwn, observers.withLock({ $0.begin(pagesOf: open) }) else { return }
    tellNextObservers()
  }

  private func tellNextObservers() {
    let (keys, changes, hasMore) = observers.withLock { $0.next() }
    let server = presence.withLock(\.server)
    if !changes.isEmpty {
      storage.publish(changes.map { ServerMessage(server, 0, .changed(name: $0)).text })
    }
    for key in keys {
      guard let session = sessions.session(of: key) else {
        streams.tell(key)  // so that the page asks, and the app is launched again
        continue
      }
      session.queue.submit { [streams] in
        if session.life == .evicted || session.screens.isEmpty {
          streams.tell(key)
        } else {
          session.screens.runObservers()
        }
      }
    }
    if hasMore { platform.after(Announcement.interval) { [weak self] in self?.tellNextObservers() } }
  }

  /// Notes that observers of a session are to run.
  private func willRunObservers(of name: String, _ session: Session) {
    let names = name == ChangeSubscriptions.anyName ? observers.withLock { $0.names(of: session.key) } : [name]
    if !names.isEmpty { session.screens.willRunObservers(of: names) }
  }

  /// Lets all observers of a session run if something has changed since it began here: it was not found then.
  ///
  /// - Parameter count: The number of changes when it began.
  func runObserversIfLate(_ session: Session, since count: UInt64) {
    if observers.withLock(\.changeCount) != count { willRunObservers(of: ChangeSubscriptions.anyName, session) }
  }
}
