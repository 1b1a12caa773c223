internal import Basics
internal import SessionKernel
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
    let (keys, others) = changeSubscriptions.withLock { subscriptions in
      (subscriptions.change(name), pages.filter { !subscriptions.has($0) })
    }
    for key in keys { if let session = sessions.session(of: key) { willRunObservers(of: name, session) } }
    observerAnnouncer?.announce(keys.filter(streams.has).union(others))
    if isOwn { nameAnnouncer?.announce(CollectionOfOne(name)) }
  }

  /// Lets the observers of a session with an open page run.
  func runObservers(of key: SessionKey) {
    // If not in memory, the page asks, and the app is launched again.
    guard let session = sessions.session(of: key) else { return streams.tell(key) }
    session.queue.submit { [streams] in
      if session.life == .evicted || session.screens.isEmpty {
        streams.tell(key)
      } else {
        session.screens.runObservers()
      }
    }
  }

  /// Tells the other servers what has changed. If that is too much, observers of all names run there.
  func publish(_ names: [String]) {
    let (server, maxNames) = (presence.withLock(\.server), 1000)
    let names = names.count > maxNames ? [ChangeSubscriptions.anyName] : names
    storage.publish(names.map { ServerMessage(server, 0, .changed(name: $0)).text })
  }

  /// Notes that observers of a session are to run.
  private func willRunObservers(of name: String, _ session: Session) {
    let names =
      name == ChangeSubscriptions.anyName ? changeSubscriptions.withLock { $0.names(of: session.key) } : [name]
    if !names.isEmpty { session.screens.willRunObservers(of: names) }
  }

  /// Lets all observers of a session run if something has changed since it began here: it was not found then.
  ///
  /// - Parameter count: The number of changes when it began.
  func runObserversIfLate(_ session: Session, since count: UInt64) {
    if changeSubscriptions.withLock(\.changeCount) != count {
      willRunObservers(of: ChangeSubscriptions.anyName, session)
    }
  }
}
