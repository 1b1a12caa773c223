public import Foundation
public import Katana
package import Recordings
public import Tempura
public import TempuraUI
internal import Basics
internal import TempuraServer
internal import XCTest

/// Uses a whole app as a user does: opens URLs, taps, types, and reads the screen.
///
/// Each driver has its own server, session and window. A test names a control by its accessibility label, its visible
/// text or its id. If several controls match the name, or none, the call throws an error that lists the controls. Each
/// call waits until the app has handled it, side effects included.
///
/// Use it in XCTest or Swift Testing, on one thread at a time. If a page cannot be read, for example because the
/// browser has ended, the test fails at the line that launched the app.
public final class AppDriver {
  /// Where the app runs.
  public enum Place: Sendable, Equatable {
    /// In this process, without sockets and without a browser. Forms are sent and answered by function calls.
    case process

    /// Behind an HTTP server in this process, with real clicks and keys in a headless Chromium.
    ///
    /// - Parameter javaScript: Whether pages may run scripts.
    case browser(javaScript: Bool)

    /// A browser that runs scripts.
    public static let browser = Place.browser(javaScript: true)
  }

  let window: any BrowserWindow
  private let log: Dispatches
  let patience: Double
  let animations: AnimationTime
  private let site: CallSite

  /// The id of the last field that was typed into.
  var lastField: String?

  /// The name for which `isShown` returned false the last time.
  var nameNotShown: String?

  /// Launches an app.
  ///
  /// - Parameters:
  ///   - app: The class of the app's delegate.
  ///   - place: Where it runs.
  ///   - language: The language tag of the user (RFC 5646).
  ///   - patience: How long a page and its side effects may take, in seconds.
  ///   - storedState: The state of the user's session, as JSON, as an older build of the app has stored it. Nil for a new
  ///     session.
  ///   - stateVersion: The `stateVersion` of that build.
  ///   - isLive: Whether pages in this process are live, as with the script of the server: taps are answered by patches.
  ///     After each tap the patched page is compared to the one that a browser loads. Else each tap loads a page, as in a
  ///     browser without scripts. A browser decides by `javaScript`.
  /// - Throws: The reason why the app cannot be served; `XCTSkip` if `place` needs a browser and there is none.
  public convenience init(
    _ app: any UIApplicationDelegate.Type, in place: Place = .process, language: String = "en", patience: Double = 10,
    storedState: Data? = nil, stateVersion: Int = 1, isLive: Bool = true, fileID: String = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try self.init(
      app, in: place, language: language, patience: patience, storedState: storedState, stateVersion: stateVersion,
      isLive: isLive, isRecorded: false, site: CallSite(fileID: fileID, file: file, line: line, column: column))
  }

  /// A driver whose server records the session.
  package convenience init(
    recording app: any UIApplicationDelegate.Type, storedState: Data? = nil, fileID: String = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try self.init(
      app, in: .process, language: "en", patience: 10, storedState: storedState, stateVersion: 1, isLive: true,
      isRecorded: true, site: CallSite(fileID: fileID, file: file, line: line, column: column))
  }

  /// What was recorded of the session.
  package var recording: Recording? { window.server.recordings.first }

  private init(
    _ app: any UIApplicationDelegate.Type, in place: Place, language: String, patience: Double, storedState: Data?,
    stateVersion: Int, isLive: Bool, isRecorded: Bool, site: CallSite
  ) throws {
    self.site = site
    if place != .process, let reason = Self.whyNoBrowser { throw XCTSkip(reason) }
    let log = Dispatches()
    self.log = log
    animations = AnimationTime()
    self.patience = patience
    let configuration = (app as? any ServerConfigurable.Type)?.serverConfiguration ?? ServerConfiguration()
    let server = try AppServer.inMemory(
      app, configuration: configuration, onDispatch: { log.append($0) }, isRecorded: isRecorded)
    switch place {
    case .process: window = InProcessWindow(server, language: language, timeout: patience, isLive: isLive)
    case .browser(let javaScript):
      window = try ChromiumWindow(server, language: language, timeout: patience, javaScript: javaScript)
    }
    if let storedState { try window.set(server.store(state: storedState, version: stateVersion)) }
  }

  private init(beside other: AppDriver) throws {
    window = try other.window.openTab()
    log = other.log
    animations = other.animations
    patience = other.patience
    site = other.site
  }

  /// Why this machine cannot run a browser; nil if it can, or if the environment variable `CI` is set: tests then fail
  /// instead of being skipped. Swift Testing does not skip tests that throw `XCTSkip`: write
  /// `@Test(.enabled(if: AppDriver.whyNoBrowser == nil))`.
  public static var whyNoBrowser: String? { Chromium.reasonToSkip?.description }

  /// Opens another window of the same browser: another scene of the same session. The window is empty.
  public func openTab() throws -> AppDriver { try AppDriver(beside: self) }

  // MARK: - What the app did

  /// The items that the session has dispatched, in their order: state updaters and side effects, including those of the
  /// navigation. Those of a feature as the feature made them.
  public var dispatched: [any Dispatchable] { log.items }

  /// The items of a type that the session has dispatched, in their order.
  public func dispatched<Item: Dispatchable>(_ type: Item.Type) -> [Item] { log.items.compactMap { $0 as? Item } }

  /// The type names of the items that the session has dispatched, in their order.
  public var dispatchedNames: [String] { log.items.map { String(describing: Swift.type(of: $0)) } }

  /// The current state of the session.
  ///
  /// - Throws: `AppDriverError.wrongState` if the state has another type, or the app has no store.
  public func state<S: State>(as type: S.Type = S.self) throws -> S {
    let state = try currentState()
    guard let state = state as? S else {
      throw AppDriverError.wrongState(
        expected: "\(S.self)", actual: state.map { "\(Swift.type(of: $0))" } ?? "store that was never created")
    }
    return state
  }

  func currentState() throws -> (any State)? { try sessionView()?.state }

  /// The current route of the window's navigator; empty if no screen is open.
  public var route: Route { reading { try sessionView()?.route } ?? [] }

  private func sessionView() throws -> SessionView? {
    let url = try window.page().url
    let view = PendingValue<Transfer>()
    window.server.look(at: url) { view.deliver(Transfer(view: $0)) }
    return try view.wait(seconds: patience).view
  }

  /// Returns a value of the page; nil if no page is open. Other errors fail the test at the line that launched the app,
  /// so that a test does not take a page that cannot be read for a page that shows nothing.
  func reading<Value>(_ read: () throws -> Value?) -> Value? {
    do { return try read() } catch AppDriverError.nothingOpen { return nil } catch {
      TestFailure.record("The page cannot be read: \(error)", at: site)
      return nil
    }
  }

  private struct Transfer: @unchecked Sendable {
    // Safe because states are values, and only the receiver uses this one.
    let view: SessionView?
  }
}

/// The items that were dispatched, on any thread.
private final class Dispatches: Sendable {
  private struct Entry: @unchecked Sendable {
    // Safe because the store itself moves dispatched items between threads.
    let item: any Dispatchable
  }

  private let entries = Locked<[Entry]>([])

  func append(_ item: any Dispatchable) {
    let entry = Entry(item: item.unscoped)
    entries.withLock { $0.append(entry) }
  }

  var items: [any Dispatchable] { entries.withLock { $0 }.map(\.item) }
}
