package import Katana
package import Sessions

// What attaches to a session, and at which points the kernel calls it. All points are in turns of the session where nothing else is
// said.

/// The app that sessions are of. It makes what is attached to them.
package protocol SessionHost: AnyObject, Sendable {
  /// What its sessions share.
  var kernel: SessionRuntime { get }

  /// Makes the screens of a session.
  func screens(of session: Session, _ content: StateContent?) -> any SessionScreens
  /// The slices of the state that a session shares with others; nil if the app shares none.
  func slices(of session: Session, _ content: StateContent?) -> (any SharedSlices)?
  /// What else follows a session that begins, or comes back to memory.
  func attachments(of session: Session) -> [any SessionAttachment]

  /// A session has another key. Its pages open their streams again after that.
  func didRename(_ session: SessionKey, to new: SessionKey)
  /// A session has left memory.
  func didLeaveMemory(_ session: SessionKey)
}

/// The screens of a session.
package protocol SessionScreens: AnyObject, Sendable {
  /// The local states and unused input of recent scenes.
  var remembered: RememberedScenes { get }
  /// The tag of the language that the user chose; nil if none.
  var language: String? { get }
  /// The identifier of the time zone that the browser told; nil if it did not.
  var timeZone: String? { get }

  /// Whether side effects run for a scene.
  var isWorking: Bool { get }
  /// Whether new scenes would show the same.
  var canBeMadeAgain: Bool { get }
  /// The bytes of memory that the scenes take, about, and those of the scenes other than the one that was used last. On any thread.
  var size: (all: Int, spare: Int) { get }
  /// Whether a tab was closed whose scene has not ended. On any thread.
  var hasClosedTabs: Bool { get }

  /// Remembers what the screens show.
  func remember()
  /// Takes over what is remembered of the last stored state, when what was done since is undone.
  func restore(_ entries: [RememberedScenes.Entry])
  /// Takes over what another server stored.
  ///
  /// - Parameters:
  ///   - base: The scenes that were stored before.
  ///   - knowsTimeZone: Whether the browser has told a time zone here that is not stored yet.
  func adopt(_ content: StateContent, from base: [RememberedScenes.Entry], isForgotten: Bool, knowsTimeZone: Bool)

  /// A kept value has changed.
  ///
  /// - Parameter changer: The scene whose code has changed it.
  func didChangeKept(_ domain: String, by changer: AnyObject?)
  /// Kept values were replaced by stored ones.
  func didReplaceKept(_ domains: Set<String>)
  /// The turn is over, or is given to another request.
  ///
  /// - Parameter isLast: Whether no told request goes on.
  func willPassTurn(isLast: Bool)

  /// The session has entered the table of those in memory, or was there already. On any thread.
  func didEnterMemory()
  /// Whether there is no scene.
  var isEmpty: Bool { get }
  /// Notes that observers are to run of what has changed outside of the session: see `Server.changed`. On any thread.
  func willRunObservers(of names: Set<String>)
  /// Runs the observers of what has changed.
  ///
  /// - Returns: Whether there were any.
  @discardableResult func runObservers() -> Bool
  /// Says again what is observed, because another object of the session has ended.
  func observeAgain()

  /// Drops cached markup. It is rendered again on the next request.
  func dropMarkup()
  /// Ends the scenes of tabs that were closed by a time, in seconds of the runtime.
  func endClosed(by limit: Int64)
  /// Ends the scenes that are not in use.
  func endSpare()
  func endAll()
}

/// A scene of a session. Requests wait for its work.
package protocol SessionScene: AnyObject {
  /// The URL that the scene is known by.
  var url: String { get }
  /// The browser's tab that the scene belongs to; nil if it belongs to none.
  var tab: String? { get }
  /// Whether the app has not come to its screens.
  var isArriving: Bool { get }
  /// Whether the app could not come to its screens, or was ended.
  var isLost: Bool { get }
  var runningEffects: Int { get }
  /// Gives the scene the URL of where its navigator is now.
  func updateURL()
  /// Notes what failed, for the next page.
  func noteFailure(_ description: String)
}

extension SessionScene {
  /// Whether side effects are running, or the app has not come to its screens.
  package var isWorking: Bool { runningEffects > 0 || isArriving }
}

/// The slices of its state that a session shares with others: see `SharedState`.
package protocol SharedSlices: AnyObject, Sendable {
  /// Puts the shared values into a state without them, such as a stored one. What updaters did since is forgotten.
  func begin(on state: any State) -> any State
  /// Follows the updaters of a state.
  func follow<S: State>(_ container: StateContainer<S>)
  /// Returns another state with the shared values of the present one.
  func keep(of present: any State, in state: any State) -> any State
  /// Updaters have run again on another state.
  ///
  /// - Parameter isUnchanged: Whether there were none.
  func didRebase(isUnchanged: Bool)

  // Loading.
  /// Whether slices are to be loaded before the session goes on.
  var isStale: Bool { get }
  /// Lets the slices be loaded again, or compared with what is stored.
  func expire()
  /// Notes that a slice may have changed. On any thread.
  func mayHaveChanged()
  /// Lets the state have the slices as other sessions of this server have stored them. To be called before a request is answered.
  ///
  /// - Parameter isStorageAsked: Whether the storage was asked for the session, and is to be asked for its slices.
  /// - Returns: Whether there were any.
  @discardableResult func takeNews(isStorageAsked: Bool) -> Bool
  /// Takes in what other sessions have stored, in a turn, which tells the open pages. On any thread.
  func takeInNews()
  func willLoad()
  /// Asks the storage. Not in a turn's thread, which waits for it.
  func load() async throws(StorageError)
  /// - Returns: Why the slices could not be loaded.
  func didLoad(_ result: Result<Void, StorageError>) -> StorageError?
  /// Takes over what was loaded, whatever it was.
  func takeLoaded()

  // Storing.
  /// The state as it is stored for the session: without the values of slices.
  func own(_ state: any State) -> any State
  /// The keys of the slices that are stored, by the names of the slices. The session's record has these keys.
  var stored: [String: String] { get }
  /// Takes over the keys that the session's record has.
  func noteStored(_ keys: [String: String])
  /// Waits until the session may store a changed slice; see `SliceTurns`.
  ///
  /// - Returns: Whether it has waited.
  func takeTurn(_ turn: borrowing Turn) async -> Bool
  /// The changes of slices, which are stored with the session: all of it or nothing.
  func saves(in state: any State) -> [RecordSave]
  func didSave()
  func didNotSave()
  /// The requests of the turn are told.
  func didFlush(hasError: Bool)
  /// Lets the slices live as long as the session.
  func prolong(to expiry: Int64)

  /// Forgets the slices that the session does not share any more, and those that it left at another server.
  func dropUnused()
  /// Nothing of the session is stored any more.
  func forget()
}

/// Something optional that follows a session, such as its recording. A session without attachments makes no calls.
package protocol SessionAttachment: AnyObject, Sendable {
  /// The session begins, or has come back to memory.
  func didBegin(_ session: Session)
  /// The session has its state, for the first time since then.
  func didBeginState(of session: Session)
  /// The app dispatches an item.
  func willDispatch(_ item: any Dispatchable, in scene: any SessionScene) -> (any DispatchRecord)?
  /// A scene has moved to another URL.
  func didMove(_ scene: any SessionScene, from url: String)
  func didStore(_ result: Result<SavedSession, StorageError>, _ session: Session)
  /// Updaters have run again on a state that another server stored.
  ///
  /// - Parameter isShared: Whether only shared values have changed.
  func didReplaceState(of session: Session, isShared: Bool)
  /// The session leaves the table of those in memory, or gets another id.
  func willLeaveMemory(_ session: Session)
  func didRename(_ session: Session)
}

extension SessionAttachment {
  package func didBegin(_ session: Session) {}
  package func didBeginState(of session: Session) {}
  package func willDispatch(_ item: any Dispatchable, in scene: any SessionScene) -> (any DispatchRecord)? { nil }
  package func didMove(_ scene: any SessionScene, from url: String) {}
  package func didStore(_ result: Result<SavedSession, StorageError>, _ session: Session) {}
  package func didReplaceState(of session: Session, isShared: Bool) {}
  package func willLeaveMemory(_ session: Session) {}
  package func didRename(_ session: Session) {}
}

/// The open pages of sessions, which are told of changes. On any thread.
package protocol OpenPages: AnyObject, Sendable {
  /// Whether a session has an open page.
  func has(_ session: SessionKey) -> Bool
  /// Tells the pages of a session that it may have changed, so that they ask.
  func tell(_ session: SessionKey)
  /// Notes that a session expires later.
  func extend(_ session: SessionKey, to expiry: Int64)
  /// Tells the pages whose sessions may have expired.
  ///
  /// - Parameters:
  ///   - now: The time in seconds since 1970.
  ///   - pause: The seconds after which a page that is still open is told again.
  func tellExpired(at now: Int64, again pause: Int64)
  /// Lets the pages of a session that has another id come again with that.
  func close(_ session: SessionKey)
}

/// The client of a request that waits.
package protocol WaitingClient: AnyObject, Sendable {
  /// Calls a function if the request is refused before its answer: its client has left, or the answer takes too long.
  func whenRefused(_ function: @escaping @Sendable () -> Void)
}
