import Foundation
import Hydra
import Katana
import Tempura
import TempuraServer
import TempuraUI

// An app whose state is the list of what its users did. A form sends a command.

protocol LedgerState: State, Codable {
  var tokens: [String] { get set }
  /// The room in which the user is; nil for none.
  var room: String? { get set }
  /// What users did in the room. All who are in it share that.
  var notes: [String] { get set }
  /// Who is in the room.
  var people: Presence { get set }
  /// The number outside of the sessions, as the app has read it.
  var number: Int { get set }
}

/// The state of the first release.
struct FirstState: LedgerState {
  var tokens: [String] = []
  var room: String?
  var notes: [String] = []
  var people = Presence()
  var number = 0
}

/// The state of the second release, which has other names and types for the same.
struct SecondState: LedgerState {
  struct Board: Codable {
    var items: [String] = []
  }

  var entries: [String] = []
  var room: String?
  var board = Board()
  var people = Presence()
  var number = 0
  var tokens: [String] {
    get { entries }
    set { entries = newValue }
  }
  var notes: [String] {
    get { board.items }
    set { board.items = newValue }
  }
}

/// Where an updater adds its token. Outside a room, there are no notes.
enum TokenPlace {
  case own, notes, both
}

/// Adds a token, and lets the user go to another room.
struct AddToken<S: LedgerState>: StateUpdater {
  let token: String
  var place = TokenPlace.own
  var goal: RoomChange?
  var renewsSession = false

  func updateState(_ state: inout S) {
    let hasNote = place != .own && state.room != nil
    if hasNote { state.notes.append(token) }
    if !hasNote || place == .both || goal != nil {
      state.tokens.append(Entry(token: token, noteRoom: hasNote ? state.room : nil, goal: goal).text)
    }
    if let goal { state.room = goal.room }
    if renewsSession { UIApplication.shared.renewSession() }
  }
}

enum RoomChange: String {
  case red, blue, none

  var room: String? { self == .none ? nil : rawValue }
}

/// An element of a session's tokens: a token, and what the same updater did to the notes of a room, and to the room.
struct Entry {
  let token: String
  /// The room whose notes have the token, too; nil if it is not in notes.
  var noteRoom: String?
  /// Where the user went.
  var goal: RoomChange?

  var text: String { token + (noteRoom.map { "@\($0)" } ?? "") + (goal.map { ":\($0.rawValue)" } ?? "") }
}

extension Entry {
  init(_ text: some StringProtocol) {
    let parts = text.split(separator: ":")
    let names = parts[0].split(separator: "@")
    token = String(names[0])
    noteRoom = names.dropFirst().first.map { String($0) }
    goal = parts.dropFirst().first.flatMap { RoomChange(rawValue: String($0)) }
  }

  /// The room in which a user is who has done all this; nil for none.
  ///
  /// - Parameter wrong: Called for an entry whose note is in the notes of a room in which the user was not.
  static func room(after entries: [Entry], _ wrong: (Entry) -> Void) -> String? {
    var room: String?
    for entry in entries {
      if let noteRoom = entry.noteRoom, noteRoom != room { wrong(entry) }
      if let goal = entry.goal { room = goal.room }
    }
    return room
  }
}

/// Adds a token when the history says so.
struct AddLater<S: LedgerState>: NonblockingSideEffect {
  let token: String
  var place = TokenPlace.own
  var renewsSession = false

  func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
    let (promise, origin, world) = (Promise<Any>(), Origin.current, World.current!)
    world.after(Command.delay(of: token), on: world.server) {
      origin.run {
        context.anyDispatch(AddToken<S>(token: token, place: place, renewsSession: renewsSession))
        promise.resolve(())
      }
    }
    return promise
  }
}

/// Reads the number outside of the sessions.
struct ReadNumber<S: LedgerState>: NonblockingSideEffect, NotificationObserverDispatchable {
  init() {}
  init?(notification: Notification) {}

  func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> {
    let (promise, origin, world) = (Promise<Any>(), Origin.current, World.current!)
    world.after(0.02, on: world.server) {
      origin.run {
        context.anyDispatch(SetNumber<S>(number: world.number))
        promise.resolve(())
      }
    }
    return promise
  }
}

/// Notes the number, which never becomes smaller: the updater may run again after one that read it later.
struct SetNumber<S: LedgerState>: StateUpdater {
  let number: Int

  func updateState(_ state: inout S) { state.number = max(state.number, number) }
}

/// What a form asks for.
enum Command {
  /// The tokens of a form that runs several updaters.
  static func parts(of token: String) -> [String] { ["p\(token)a", "t\(token)b", "t\(token)c", "t\(token)d"] }

  /// How long the side effect takes that adds a token, in seconds: the token ends with it.
  static func delay(of token: String) -> Double {
    Double(token.split(separator: "~").last.flatMap { Int($0) } ?? 0) / 1000
  }
}

final class LedgerDependencies: NavigationProvider {
  let navigator = Navigator()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

/// What users note on one screen of one tab.
struct Draft: LocalState, Codable {
  var items: [String] = []
}

struct LedgerModel<S: LedgerState>: ViewModelWithLocalState {
  let text: String
  let tokens: [String]
  init?(state: S?, localState: Draft) {
    guard let state else { return nil }
    tokens = state.tokens
    text =
      "(\(state.tokens.joined(separator: ",")))\(state.room ?? "")[\(state.notes.joined(separator: ","))]"
      + "{\(localState.items.joined(separator: ","))|\(state.people.count)|\(state.number)}"
  }
}

final class LedgerView<S: LedgerState>: UIView, ViewControllerModellableView {
  let tokens = UILabel()
  let number = UILabel()
  let field = UITextField()
  let button = UIButton()
  var list: RowTable?
  var didTap: (() -> Void)?

  func setup() {
    field.accessibilityLabel = "Command"
    button.setTitle("Go", for: .normal)
    button.on(.touchUpInside) { [unowned self] _ in didTap?() }
    for view in [tokens, field, button] + (World.current.hasNumber ? [number] : []) as [UIView] { addSubview(view) }
  }

  func style() {}
  func update(oldModel: LedgerModel<S>?) {
    tokens.text = model?.text
    if let model { list?.show(model.tokens) }
  }
}

final class LedgerController<S: LedgerState>: ViewControllerWithLocalState<LedgerView<S>>,
  RoutableWithConfiguration
{
  let name: String
  private var token: (any NSObjectProtocol)?
  var routeIdentifier: RouteElementIdentifier { name }

  init(_ name: String, store: PartialStore<S>) {
    self.name = name
    super.init(store: store, localState: Draft())
  }

  deinit { token.map { NotificationCenter.default.removeObserver($0) } }

  required init?(coder: NSCoder) { nil }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    guard name == "ledger" else { return [.hide(name): .dismissModally(behaviour: .hard)] }
    return [.show("detail"): .presentModally { [unowned self] _ in LedgerController("detail", store: store) }]
  }

  /// Shows the number outside of the sessions, read directly and by a side effect.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard World.current.hasNumber else { return }
    showNumber()
    dispatch(ReadNumber<S>())
  }

  private func showNumber() { rootView.number.text = "\(World.current.number)" }

  override func setupInteraction() {
    if World.current.hasNumber {
      // Safe because a history runs on one thread.
      nonisolated(unsafe) let show = { [unowned self] in showNumber() }
      let name = Notification.Name(World.numberName)
      token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in show() }
    }
    rootView.number.accessibilityIdentifier = "\(name).number"
    rootView.field.accessibilityIdentifier = "\(name).field"
    rootView.button.accessibilityIdentifier = "\(name).go"
    rootView.tokens.accessibilityIdentifier = "\(name).tokens"
    rootView.didTap = { [unowned self] in
      let words = words
      if words.count == 3 { run(words[0], words[1], words[2]) }
    }
    guard let list = World.current.list else { return }
    if name == "ledger" { add(RowTable(list)) }
    guard list.hasFrames else { return }
    for (number, view) in rootView.subviews.enumerated() {
      // The text of a label that is wide enough is one text on the page.
      view.frame = CGRect(
        x: 0, y: 40 * number, width: view is RowTable ? 390 : 100_000, height: view is RowTable ? 600 : 40)
    }
  }

  /// What the user typed.
  private var words: [String] {
    defer { rootView.field.text = "" }
    return (rootView.field.text ?? "").split(separator: " ").map(String.init)
  }

  private func add(_ list: RowTable) {
    list.accessibilityIdentifier = "\(name).rows"
    list.didTap = { [unowned self] row in
      let words = words
      if words.count == 3 { dispatch(AddToken<S>(token: Row.token(words[1], of: row))) }
    }
    rootView.list = list
    rootView.addSubview(list)
  }

  private func run(_ command: String, _ token: String, _ late: String) {
    switch command {
    case "add": dispatch(AddToken<S>(token: token))
    case "later": dispatch(AddLater<S>(token: late))
    case "both":
      dispatch(AddToken<S>(token: token))
      dispatch(AddLater<S>(token: late))
    case "renew": dispatch(AddToken<S>(token: token, renewsSession: true))
    case "renewBoth":
      dispatch(AddToken<S>(token: token, renewsSession: true))
      dispatch(AddLater<S>(token: late))
    case "renewLater": dispatch(AddLater<S>(token: late, renewsSession: true))
    case "note": dispatch(AddToken<S>(token: token, place: .notes))
    case "noteBoth": dispatch(AddToken<S>(token: token, place: .both))
    case "noteLater": dispatch(AddLater<S>(token: late, place: .both))
    case "joinRed": dispatch(AddToken<S>(token: token, goal: .red))
    case "joinBlue": dispatch(AddToken<S>(token: token, goal: .blue))
    case "leave": dispatch(AddToken<S>(token: token, goal: RoomChange.none))
    case "noteAndJoin": dispatch(AddToken<S>(token: token, place: .both, goal: .blue))
    case "several":
      // In all rooms, and back in the first one, whose notes were changed before.
      for (part, goal) in zip(Command.parts(of: token), [nil, .red, .blue, .red] as [RoomChange?]) {
        dispatch(AddToken<S>(token: part, place: goal == nil ? .notes : .both, goal: goal))
      }
      dispatch(AddLater<S>(token: late, place: .both))
    case "draft": localState.items.append(token)
    case "end": UIApplication.shared.endSession()
    case "show": if name == "ledger" { dispatch(Show("detail")) }
    case "hide": if name == "detail" { dispatch(Hide()) }
    default: break
    }
  }
}

class LedgerDelegate<S: LedgerState>: UIResponder, UIApplicationDelegate, RootInstaller {
  var window: UIWindow?
  var store: Store<S, LedgerDependencies>!

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let name = Notification.Name(World.numberName)
    store = Store<S, LedgerDependencies>(
      interceptors: World.current.hasNumber
        ? [ObserverInterceptor.observe([.onNotification(name, [ReadNumber<S>.self])])] : [])
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "ledger")
    return true
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == "ledger" else { return false }
    window?.rootViewController = LedgerController("ledger", store: store)
    completion()
    return true
  }
}

class FirstRelease: LedgerDelegate<FirstState> {}

class SecondRelease: LedgerDelegate<SecondState>, StateMigrations {
  static let stateVersion = 2

  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State {
    let first = try JSONDecoder().decode(FirstState.self, from: json)
    return SecondState(entries: first.tokens, room: first.room)
  }
}

// The same with rooms.

final class FirstSharedRelease: FirstRelease, SharedState {
  static var sharedParts: [SharedPart<FirstState>] { [.part(\.notes, named: "notes", of: \.room)] }
}

final class SecondSharedRelease: SecondRelease, SharedState {
  static var sharedParts: [SharedPart<SecondState>] {
    [
      .part(\.board, named: "notes", of: \.room, version: 2) { json, _ in
        SecondState.Board(items: try JSONDecoder().decode([String].self, from: json))
      }
    ]
  }
}

// The same with rooms whose users are counted.

final class FirstPresentRelease: FirstRelease, SharedState {
  static var sharedParts: [SharedPart<FirstState>] {
    [.part(\.notes, named: "notes", of: \.room, present: \.people)]
  }
}

final class SecondPresentRelease: SecondRelease, SharedState {
  static var sharedParts: [SharedPart<SecondState>] {
    [
      .part(\.board, named: "notes", of: \.room, present: \.people, version: 2) { json, _ in
        SecondState.Board(items: try JSONDecoder().decode([String].self, from: json))
      }
    ]
  }
}
