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
  var people = Presence()
  /// The user's name: what they kept last.
  var name: String { mine.last ?? "" }
  init() {}
  init(team: String?) { self.team = team }
}

/// What the user writes into the field and sends: words, one after the other.
struct Say: SideEffect {
  let text: String

  func sideEffect(_ context: SideEffectContext<BoardState, NavigatorOnly>) throws {
    for word in text.split(separator: " ").map(String.init) {
      let rest = String(word.dropFirst())
      switch word.first {
      case "@": try Hydra.await(context.dispatch(Join(team: rest)))
      case "-": try Hydra.await(context.dispatch(Join(team: nil)))
      case "+": try Hydra.await(context.dispatch(AddCard(text: rest)))
      case "x": try Hydra.await(context.dispatch(Finish(text: rest)))
      case "&": UIApplication.shared.renewSession()
      case "=": try Hydra.await(context.dispatch(Restart()))
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

/// Replaces the state, as for a new game.
struct Restart: StateUpdater {
  func updateState(_ state: inout BoardState) {
    var new = BoardState(team: state.team)
    new.mine = state.mine
    state = new
  }
}

struct BoardModel: ViewModelWithState {
  let text: String
  let people: String
  init?(state: BoardState) {
    let cards = state.board.map { $0.text + ($0.isDone ? "✓" : "") }.joined(separator: ",")
    text = "\(state.team ?? "nobody"): \(cards); mine: \(state.mine.joined(separator: ","))"
    people = "\(state.people.count): \(state.people.others.map(\.name).joined(separator: ","))"
  }
}

final class BoardView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let people = UILabel()
  let field = UITextField()
  let go = UIButton()
  var didGo: ((String) -> Void)?

  func setup() {
    for view in [label, people, field, go] as [UIView] { addSubview(view) }
    go.on(.touchUpInside) { [unowned self] _ in didGo?(field.text ?? "") }
  }
  func style() {}
  func update(oldModel: BoardModel?) { (label.text, people.text) = (model?.text, model?.people) }
}

final class BoardController: ViewController<BoardView>, Routable {
  var routeIdentifier: RouteElementIdentifier { "board" }

  override func setupInteraction() {
    rootView.didGo = { [unowned self] in dispatch(Say(text: $0)) }
  }
}

class BoardDelegate: TestDelegate<BoardState, NavigatorOnly>, SharedState {
  class var sharedParts: [SharedPart<BoardState>] { [.part(\.board, named: "board", of: \.team)] }

  override func makeStore() -> Store<BoardState, NavigatorOnly> {
    let first = firstState
    return Store(interceptors: [], stateInitializer: { first })
  }

  var firstState: BoardState { BoardState() }

  override var root: String { "board" }
  override func makeRoot() -> UIViewController { BoardController(store: store) }
}

/// Users of a board see who else is there.
class HallDelegate: BoardDelegate {
  override class var sharedParts: [SharedPart<BoardState>] {
    [.part(\.board, named: "board", of: \.team, present: \.people, as: \.name)]
  }
}

/// All users share one board from the start.
final class TownBoardDelegate: BoardDelegate {
  override var firstState: BoardState { BoardState(team: "town") }
}

/// Tests of apps with a board.
protocol BoardUsers {}

extension BoardUsers {
  /// A user who has said something.
  func user(_ words: String, at server: TestServer) throws -> Browser {
    let browser = try server.browser(at: "/board")
    try say(words, browser)
    return browser
  }

  @discardableResult func say(_ words: String, _ browser: Browser) throws -> String? {
    try browser.tap("boardView.go", ["boardView.field": words]).text("boardView.label")
  }

  func look(_ browser: Browser) throws -> String? { try browser.open("/board").text("boardView.label") }
}
