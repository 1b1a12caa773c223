import Hydra
import Katana
import Tempura
import TempuraServer
import TempuraUI

// An app whose users share the board of their team.

struct Card: Codable, Equatable {
  var text: String
  var isDone = false

  /// As in many apps: what a list compares.
  static func == (left: Card, right: Card) -> Bool { left.text == right.text }
}

struct BoardState: State, Codable {
  var team: String?
  var board: [Card] = []
  var mine: [String] = []
  init() {}
  init(team: String?) { self.team = team }
}

/// What the user writes into the field and sends: words, one after the other.
struct Say: SideEffect {
  let text: String

  func sideEffect(_ context: SideEffectContext<BoardState, BoardDependencies>) throws {
    for word in text.split(separator: " ").map(String.init) {
      let rest = String(word.dropFirst())
      switch word.first {
      case "@": try Hydra.await(context.dispatch(Join(team: rest)))
      case "-": try Hydra.await(context.dispatch(Join(team: nil)))
      case "+": try Hydra.await(context.dispatch(AddCard(text: rest)))
      case "x": try Hydra.await(context.dispatch(Finish(text: rest)))
      case "&": UIApplication.shared.renewSession()
      case "!": try Hydra.await(context.dispatch(TakeAll()))
      default: try Hydra.await(context.dispatch(Keep(text: word)))
      }
    }
  }
}

struct Join: StateUpdater {
  let team: String?
  func updateState(_ state: inout BoardState) {
    state.team =
      switch team {
      case "empty": ""
      case "random": "\(UInt64.random(in: 0 ... .max))"
      default: team
      }
  }
}

struct AddCard: StateUpdater {
  let text: String
  func updateState(_ state: inout BoardState) { state.board.append(Card(text: text)) }
}

struct Finish: StateUpdater {
  let text: String
  func updateState(_ state: inout BoardState) {
    for index in state.board.indices where state.board[index].text == text { state.board[index].isDone = true }
  }
}

/// Changes the state of the user alone.
struct Keep: StateUpdater {
  let text: String
  func updateState(_ state: inout BoardState) { state.mine.append(text) }
}

/// Moves the cards from the board to the user.
struct TakeAll: StateUpdater {
  func updateState(_ state: inout BoardState) {
    state.mine += state.board.map(\.text)
    state.board = []
  }
}

final class BoardDependencies: NavigationProvider {
  let navigator = Navigator()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

struct BoardModel: ViewModelWithState {
  let text: String
  init?(state: BoardState) {
    let cards = state.board.map { $0.text + ($0.isDone ? "✓" : "") }.joined(separator: ",")
    text = "\(state.team ?? "nobody"): \(cards); mine: \(state.mine.joined(separator: ","))"
  }
}

final class BoardView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let field = UITextField()
  let go = UIButton()
  var didGo: ((String) -> Void)?

  func setup() {
    for view in [label, field, go] as [UIView] { addSubview(view) }
    go.on(.touchUpInside) { [unowned self] _ in didGo?(field.text ?? "") }
  }
  func style() {}
  func update(oldModel: BoardModel?) { label.text = model?.text }
}

final class BoardController: ViewController<BoardView>, Routable {
  var routeIdentifier: RouteElementIdentifier { "board" }

  override func setupInteraction() {
    rootView.didGo = { [unowned self] in dispatch(Say(text: $0)) }
  }
}

class BoardDelegate: UIResponder, UIApplicationDelegate, RootInstaller, SharedState {
  var window: UIWindow?
  var store: Store<BoardState, BoardDependencies>!

  class var sharedParts: [SharedPart<BoardState>] { [.part(\.board, named: "board", of: \.team)] }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let first = firstState
    store = Store<BoardState, BoardDependencies>(interceptors: [], stateInitializer: { first })
    window = UIWindow(frame: UIScreen.main.bounds)
    store.dependencies.navigator.start(using: self, in: window!, at: "board")
    return true
  }

  var firstState: BoardState { BoardState() }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    window?.rootViewController = BoardController(store: store)
    completion()
    return true
  }
}

/// All users share one board from the start.
final class TownBoardDelegate: BoardDelegate {
  override var firstState: BoardState { BoardState(team: "town") }
}
