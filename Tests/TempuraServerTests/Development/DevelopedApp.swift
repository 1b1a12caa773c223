import Basics
import Katana
import Tempura
import TempuraUI

@testable import TempuraServer

/// An app with what its developer is told of.
final class DevelopedDelegate: TestDelegate<LibraryState, NavigatorOnly>, RouteURLs {
  static var routeContexts: [RouteElementIdentifier: ContextType] { ["item": .text(Int.self)] }
  static var routePaths: [String: Route] { ["/items/{item}": ["home", "item"]] }

  override func makeRoot() -> UIViewController { DevelopedController(store: store) }
}

struct CountModel: ViewModelWithState {
  let count: Int
  init(state: LibraryState) { count = state.count }
}

final class DevelopedView: UIView, ViewControllerModellableView {
  let countLabel = UILabel()
  let titleField = UITextField()
  let passwordField = UITextField()
  let buttons = ["Save", "Fail", "Get lost", "Misuse", "Work", "Wait"].map { title in
    let button = UIButton()
    button.setTitle(title, for: .normal)
    button.accessibilityIdentifier = title.lowercased().replacing(" ", with: "")
    return button
  }

  func setup() {
    passwordField.isSecureTextEntry = true
    for view in [countLabel, titleField, passwordField] + buttons { addSubview(view) }
  }

  func style() {}
  func update(oldModel: CountModel?) { countLabel.text = model.map { "\($0.count)" } }
}

final class DevelopedController: ViewController<DevelopedView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "home" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.show("detail"): .presentModally { [unowned self] _ in PageController("detail", nil, store: store) }]
  }

  override func setupInteraction() {
    for button in rootView.buttons {
      button.on(.touchUpInside) { [unowned self] _ in perform(button.currentTitle ?? "") }
    }
  }

  private func perform(_ action: String) {
    let title = rootView.titleField.text ?? ""
    switch action {
    case "Save":
      dispatch(TakeNote(text: title))
      dispatch(SetFirstNote(text: rootView.passwordField.text ?? ""))
    case "Fail": dispatch(Fail())
    case "Get lost": dispatch(Show("nowhere"))
    case "Misuse": Misuse.report("A mistake that DevelopmentPageTests makes.")
    case "Work": if title == "task" { dispatch(StartTask()) } else { dispatch(Nested(depth: 1)) }
    case "Wait": dispatch(WaitForGate(gate: title))
    default: break
    }
  }
}

struct SetFirstNote: StateUpdater {
  let text: String
  func updateState(_ state: inout LibraryState) { if !text.isEmpty { state.notes[0] = text } }
}

extension Development {
  /// One whose log is a list of lines.
  static func with(_ lines: Lines) -> Development {
    Development(log: DevelopmentLog(writer: { lines.add($0) }))
  }

  final class Lines: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
