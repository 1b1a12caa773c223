internal import Basics
internal import Katana
internal import SessionKernel
internal import Sessions

/// What a server knows of changes outside of its sessions: of the slices that they share with sessions of other servers, who is present,
/// what other servers have stored, and what the app says has changed (`Server.changed`). Tells the sessions in memory, and open pages.
///
/// Can be used on any thread.
class SharingRuntime: @unchecked Sendable {
  // Safe because what is not immutable is behind locks, or set before there are sessions.

  /// The sessions.
  let kernel: SessionRuntime
  let options: ServerConfiguration
  let storage: MeasuredStorage
  let log: Log
  let metrics = RuntimeMetrics()
  let streams: StreamTable
  /// The slices that the app shares; nil if it shares none.
  let definitions: SliceDefinitions?
  /// The state that the app began with in its trial launch; nil if it shares no slices of it.
  let firstState: (any State)?

  /// The slices of the sessions here.
  let sliceTable = SliceTable()
  let sliceTurns = SliceTurns()
  /// Who shares them.
  let presence: Locked<PresenceTracker>
  /// Which sessions want to know what changes outside of them.
  let changeSubscriptions = Locked(ChangeSubscriptions())
  /// Tells open pages that anything may have changed, or lets observers run whose pages are open, or tells other servers of names.
  private(set) var (pageAnnouncer, observerAnnouncer): (Announcer<SessionKey>?, Announcer<SessionKey>?)
  private(set) var nameAnnouncer: Announcer<String>?
  /// What could not be loaded, and is loaded again.
  let unloaded = Locked(Unloaded())
  private var subscriptions: [AnyObject] = []

  init(
    _ options: ServerConfiguration, _ definitions: SliceDefinitions?, firstState: (any State)?,
    storage: any SessionStorage, states: StateReader, memoryLimit: Int, log: Log, platform: Platform
  ) {
    self.definitions = definitions
    self.firstState = firstState
    presence = Locked(PresenceTracker(server: platform.number().hexadecimal))
    streams = StreamTable()
    (self.options, self.log) = (options, log)
    self.storage = MeasuredStorage(storage, metrics)
    kernel = SessionRuntime(
      options, storage: self.storage, states: states, pages: streams, memoryLimit: memoryLimit, log: log,
      metrics: metrics.sessions, platform: platform)
    pageAnnouncer = Announcer(after: platform.after) { [weak self] keys in keys.forEach { self?.tellPages(of: $0) } }
    observerAnnouncer = Announcer(after: platform.after) { [weak self] keys in
      keys.forEach { self?.runObservers(of: $0) }
    }
    nameAnnouncer = Announcer(batchSize: .max, after: platform.after) { [weak self] names in self?.publish(names) }
    subscriptions = [
      storage.subscribe { [weak self] in self?.didChangeElsewhere($0) },
      storage.subscribeToMessages { [weak self] text in
        if let self, let message = ServerMessage(text) { receive(message) }
      },
    ]
    if hasPresence { countUsersLater() }
  }

  /// Whether the app asks who shares its slices.
  var hasPresence: Bool { definitions?.hasPresence == true }

  func slices(of session: Session, _ content: StateContent?) -> (any SharedSlices)? {
    definitions?.slices(session, content, self)
  }

  func didRename(_ session: SessionKey, to new: SessionKey) {
    // Before the streams end, which forgets the slices of a session that is not in the table.
    if definitions != nil { sliceTable.rename(session, to: new) }
    changeSubscriptions.withLock { $0.rename(session, to: new) }
  }

  /// Forgets which slices a session shares and what it observes, if it is neither in memory nor has an open page.
  func didLeaveMemory(_ key: SessionKey) {
    guard definitions != nil || changeSubscriptions.withLock({ !$0.isEmpty }), sessions.session(of: key) == nil,
      !streams.has(key)
    else { return }
    sliceTable.forget(key)
    changeSubscriptions.withLock { $0.forget(key) }
    // Another object may have become this session meanwhile. Its next request watches the slices again.
    guard let session = sessions.session(of: key) else { return }
    session.validity.invalidate()
    session.queue.submit { session.screens.observeAgain() }
  }

  func stop(within timeout: Duration) {
    kernel.stop(within: timeout)
    endPresence()
  }

  // MARK: - What the kernel has

  var platform: Platform { kernel.platform }
  var sessions: SessionTable { kernel.sessions }
  var turns: TurnThreads { kernel.turns }
  var longWork: LongWork { kernel.longWork }
  var time: Int64 { kernel.time }
  var now: Int64 { kernel.now }

  // MARK: - Changes by other servers

  /// Another server may have changed what is stored under a key.
  ///
  /// - Parameter key: That of a session or a slice; nil if anything may have changed.
  private func didChangeElsewhere(_ key: SessionKey?) {
    guard let key else { return anythingDidChange() }
    if let id = sliceTable.id(of: key) { return sliceDidChange(id) }
    let changed = sessions.noteChange(of: key)
    // A session without an open page is loaded by its next request. Many changes then need one load, or none.
    guard streams.has(key) else { return }
    guard let session = changed else { return tellPages(of: key) }
    turns.run { await session.turn { turn in await self.refresh(session, key, turn) } }
  }

  private func anythingDidChange() {
    didLoseReports()
    _ = sessions.noteChange(of: nil)
    pageAnnouncer?.announce(streams.sessions)
  }

  /// Takes in what is stored of a session in memory that has an open page.
  private func refresh(_ session: Session, _ key: SessionKey, _ turn: borrowing Turn) async {
    if session.life == .evicted { return streams.tell(key) }
    let version = session.version
    switch await session.revalidate(turn) {
    case nil:
      // A request has brought it into memory since the change, of which it has told no page.
      if session.version == version, version == session.firstVersion { streams.tell(key) }
    case .renamed:
      streams.close(key)  // the browser opens them again with the new id
      session.didRenameElsewhere()
    case .missing, .unchanged, .record: break
    case .unreadable(_, let error):
      log.report("Session \(session.key.shortened): \(error)", session: session.key)
      streams.tell(key)
    case .damaged: streams.tell(key)  // the next request loads it and handles the problem
    case .noAnswer: tellPages(of: key)
    }
  }

  /// Tells the open pages of a session, and loads it, so that the storage reports its next change to this server, too: the requests
  /// of the pages may go to another one.
  ///
  /// - Parameter again: Whether the pages were told before, and the session could not be loaded.
  func tellPages(of key: SessionKey, again: Bool = false) {
    guard storage.isShared else { return streams.tell(key) }
    guard streams.has(key) else { return }
    turns.run { [weak self, streams, storage] in
      do throws(StorageError) {
        let session = try await storage.load(key, unless: 0)
        // The pages open them again with the new id. Under the old one, they would be told of nothing any more.
        if case .record(let record) = session, RenamedSession(record.content) != nil { streams.close(key) }
        self?.watchSlices(of: key, in: session)
        streams.tell(key)
      } catch {
        if !again { streams.tell(key) }
        self?.retryLater { $0.sessions.insert(key) }
      }
    }
  }

  func retryLater(_ note: (inout Unloaded) -> Void) {
    let isFirst = unloaded.withLock { unloaded in
      defer { note(&unloaded) }
      return unloaded.sessions.isEmpty && unloaded.slices.isEmpty
    }
    guard isFirst else { return }
    platform.after(Unloaded.pause) { [weak self] in
      guard let self else { return }
      let due = unloaded.withLock { exchange(&$0, with: Unloaded()) }
      for key in due.sessions { tellPages(of: key, again: true) }
      loadSlices(due.slices.values.filter { sliceTable.id(of: $0.key) != nil })
    }
  }
}

/// Sessions with open pages, and slices, that could not be loaded.
struct Unloaded {
  var sessions: Set<SessionKey> = []
  var slices: [SessionKey: SliceID] = [:]

  /// The seconds until they are loaded again.
  static let pause = 2.0
}
