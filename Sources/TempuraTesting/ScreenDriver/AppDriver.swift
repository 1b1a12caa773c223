public import Katana
public import Tempura
public import TempuraUI
internal import Basics
internal import TempuraServer
internal import XCTest

/// Uses a whole app as its users do: opens URLs, taps, types, and reads what is on the screen.
///
/// Each driver has a server, a session and a window of its own. Controls go by their accessibility labels, by what can be
/// read on them, or by ids; a name that fits several has to be made clearer, and one that fits none is answered with what
/// there is. All calls wait until the app has done what it was asked for, its side effects included.
///
/// It works the same in XCTest and in Swift Testing. One thread uses it at a time. What is read of a page that cannot be
/// got, such as of a browser that has ended, fails the test, at the line where the app was launched.
public final class AppDriver {
  /// Where the app runs.
  public enum Place: Sendable, Equatable {
    /// In this process, without sockets and without a browser: the forms of pages are sent, read and answered as they
    /// would be, by function calls.
    case process

    /// Behind a server of this process, used with real clicks and keys in a headless Chromium.
    ///
    /// - Parameter javaScript: Whether pages may run scripts.
    case browser(javaScript: Bool)

    /// A browser that runs scripts.
    public static let browser = Place.browser(javaScript: true)
  }

  let stage: any Stage
  private let log: Dispatches
  private let patience: Double
  private let site: CallSite

  /// The field that something was typed in last.
  var lastField: String?

  /// Launches an app.
  ///
  /// - Parameters:
  ///   - app: The class of the app's delegate.
  ///   - place: Where it runs.
  ///   - language: The language that its user reads, by its tag (RFC 5646).
  ///   - patience: How long a page and the side effects behind it may take, in seconds.
  /// - Throws: What is wrong with the app, in a sentence; `XCTSkip` if there is no browser where one is wanted.
  public init(
    _ app: any UIApplicationDelegate.Type, in place: Place = .process, language: String = "en", patience: Double = 10,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    site = CallSite(fileID: fileID, file: file, line: line, column: column)
    if place != .process, let reason = Self.whyNoBrowser { throw XCTSkip(reason) }
    let log = Dispatches()
    self.log = log
    self.patience = patience
    let configuration = (app as? any ServerConfigurable.Type)?.serverConfiguration ?? ServerConfiguration()
    let server = try AppServer(app: app, configuration: configuration, onDispatch: { log.append($0) })
    switch place {
    case .process: stage = InProcessStage(server, language: language, patience: patience)
    case .browser(let javaScript):
      stage = try BrowserStage(server, language: language, patience: patience, javaScript: javaScript)
    }
  }

  private init(beside other: AppDriver) throws {
    stage = try other.stage.openTab()
    log = other.log
    patience = other.patience
    site = other.site
  }

  /// Why no browser can be driven on this machine; nil if one can. Swift Testing knows no tests that skip themselves:
  /// `@Test(.enabled(if: AppDriver.whyNoBrowser == nil))`.
  public static var whyNoBrowser: String? { Chromium.absence?.description }

  /// Opens another window of the same browser: another scene of the same session. It shows nothing yet.
  public func openTab() throws -> AppDriver { try AppDriver(beside: self) }

  // MARK: - What the app did

  /// All that was dispatched in the session, in its order: state updaters and side effects, those of the navigation
  /// included.
  public var dispatched: [any Dispatchable] { log.items }

  /// What was dispatched of a type, in its order.
  public func dispatched<Item: Dispatchable>(_ type: Item.Type) -> [Item] { log.items.compactMap { $0 as? Item } }

  /// The names of the types of what was dispatched, in its order.
  public var dispatchedNames: [String] { log.items.map { String(describing: Swift.type(of: $0)) } }

  /// The session's state at this moment.
  ///
  /// - Throws: `AppDriverError.wrongState` if it is of another type, or the app has none.
  public func state<S: State>(as type: S.Type = S.self) throws -> S {
    let state = try look()?.state
    guard let state = state as? S else {
      throw AppDriverError.wrongState(
        expected: "\(S.self)", actual: state.map { "\(Swift.type(of: $0))" } ?? "store that was never made")
    }
    return state
  }

  /// Where the navigator of the window is; empty if no screen is open.
  public var route: Route { reading { try look()?.route } ?? [] }

  private func look() throws -> SessionView? {
    let url = try stage.page().url
    let view = Answer<Sight>()
    stage.server.look(at: url) { view.deliver(Sight(view: $0)) }
    return try view.wait(seconds: patience).view
  }

  /// What can be read; nil if no page is open yet. Other errors fail the test, at the line where the app was launched:
  /// what a page does not show must not be mixed up with a page that is not there any more.
  func reading<Value>(_ read: () throws -> Value?) -> Value? {
    do { return try read() } catch AppDriverError.nothingOpen { return nil } catch {
      TestFailure.record("The page cannot be read: \(error)", at: site)
      return nil
    }
  }

  private struct Sight: @unchecked Sendable {
    // Safe because states are values, and nothing else looks at this one.
    let view: SessionView?
  }
}

/// What was dispatched, by any thread.
private final class Dispatches: Sendable {
  private struct Entry: @unchecked Sendable {
    // Safe because what is dispatched is handed over to the store's threads in any case.
    let item: any Dispatchable
  }

  private let entries = Locked<[Entry]>([])

  func append(_ item: any Dispatchable) {
    let entry = Entry(item: item)
    entries.withLock { $0.append(entry) }
  }

  var items: [any Dispatchable] { entries.withLock { $0 }.map(\.item) }
}
