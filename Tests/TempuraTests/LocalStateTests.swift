import Foundation
import Hydra
import Katana
import TempuraUI
import Testing

@testable import Tempura

private struct Local: LocalState {
  var flag = "a"
}

private struct Kept: LocalState, Codable {
  var section = 0
}

private struct KeptModel: ViewModelWithLocalState {
  let text: String
  init(state: AppState?, localState: Kept) { text = "\(localState.section)" }
}

private final class KeptView: UIView, ViewControllerModellableView {
  func setup() {}
  func style() {}
  func update(oldModel: KeptModel?) {}
}

private struct Model: ViewModelWithLocalState {
  let text: String
  init(state: AppState?, localState: Local) {
    text = "\(countText(state?.counter))\(localState.flag)"
  }
}

private func countText(_ number: Int?) -> String { number.map(String.init) ?? "nil" }

private final class LocalView: UIView, ViewControllerModellableView {
  func setup() {}
  func style() {}
  func update(oldModel: Model?) { record("view \(oldModel?.text ?? "nil") -> \(model?.text ?? "nil")") }
}

private class LocalController: ViewControllerWithLocalState<LocalView> {
  override func willUpdate(new: Model?) { record("willUpdate \(new?.text ?? "nil")") }
  override func didUpdate(old: Model?) { record("didUpdate \(viewModel?.text ?? "nil")") }
  override func didUpdateLocalState() { record("didUpdateLocalState") }
}

private final class PresetController: LocalController {
  init(store: PartialStore<AppState>) {
    super.init(store: store, localState: Local())
    localState.flag = "preset"
  }
  required init?(coder: NSCoder) { fatalError() }
}

@Suite(.app) struct LocalStateTests {
  private let store = makeStore()

  @Test func theInitialiserMakesOneModel() {
    let controller = LocalController(store: store, localState: Local())
    #expect(take() == ["willUpdate nila", "didUpdate nila"])
    #expect(controller.lastKnownState == nil && !controller.connected)
    let connected = LocalController(store: store, localState: Local(), connected: true)
    #expect(take() == ["willUpdate 0a", "didUpdate 0a"])
    _ = connected
  }

  @Test func appearingUpdatesOnce() {
    let controller = LocalController(store: store, localState: Local())
    _ = controller.view
    _ = take()
    controller.viewWillAppear(false)
    #expect(take() == ["willUpdate 0a", "view nila -> 0a", "didUpdate 0a"])
    controller.viewWillAppear(false)
    #expect(take() == ["willUpdate 0a", "view 0a -> 0a", "didUpdate 0a"])
    controller.viewWillDisappear(false)
    controller.shouldConnectWhenVisible = false
    controller.viewWillAppear(false)
    #expect(take().count == 3)
    #expect(!controller.connected)
  }

  @Test func appearingTwiceSubscribesOnce() async throws {
    let controller = LocalController(store: store, localState: Local(), connected: true)
    controller.viewWillAppear(false)
    controller.viewWillAppear(false)
    _ = take()
    try await store.dispatch(Increment()).value()
    #expect(take() == ["willUpdate 1a", "didUpdate 1a"])
  }

  @Test func aCodableLocalStateCanBeStoredAndRestored() throws {
    let controller = ViewControllerWithLocalState<KeptView>(store: store, localState: Kept())
    #expect(!controller.isLocalStateChanged)
    controller.localState.section = 2
    #expect(controller.isLocalStateChanged)
    let text = try #require(try controller.encodedLocalState())
    #expect(text == "{\"section\":2}")
    let other: any LocalStateHolder = ViewControllerWithLocalState<KeptView>(store: store, localState: Kept())
    try other.restoreLocalState { _ in try JSONDecoder().decode(Kept.self, from: Data(text.utf8)) }
    #expect(other.isLocalStateChanged)
    #expect((other as? ViewControllerWithLocalState<KeptView>)?.viewModel?.text == "2")
    struct Failure: Error {}
    #expect(throws: Failure.self) { try other.restoreLocalState { _ in throw Failure() } }
    #expect((other as? ViewControllerWithLocalState<KeptView>)?.localState.section == 2)
  }

  @Test func aLocalStateThatIsNotCodableIsNotStored() throws {
    let controller = LocalController(store: store, localState: Local())
    controller.localState.flag = "b"
    #expect(try controller.encodedLocalState() == nil)
    try controller.restoreLocalState { $0 }
    #expect(controller.localState.flag == "b")
  }

  @Test func connectingUpdatesOnce() {
    let controller = LocalController(store: store, localState: Local())
    _ = take()
    controller.connected = true
    #expect(take() == ["willUpdate 0a", "didUpdate 0a"])
  }

  @Test func aChangeOfTheLocalStateUpdatesOnceBeforeItsHook() {
    let controller = LocalController(store: store, localState: Local(), connected: true)
    _ = controller.view
    _ = take()
    controller.localState.flag = "b"
    #expect(take() == ["willUpdate 0b", "view 0a -> 0b", "didUpdate 0b", "didUpdateLocalState"])
    controller.localState.flag = "b"
    #expect(take().count == 4)
  }

  @Test func whileDisconnectedUpdatesUseTheNewLocalStateAndTheLastKnownState() async throws {
    let controller = LocalController(store: store, localState: Local())
    controller.localState.flag = "b"
    #expect(controller.viewModel?.text == "nilb")
    controller.connected = true
    try await store.dispatch(Increment()).value()
    #expect(controller.viewModel?.text == "1b")
    controller.connected = false
    try await store.dispatch(Increment()).value()
    #expect(controller.viewModel?.text == "1b")
    controller.localState.flag = "c"
    #expect(controller.viewModel?.text == "1c")
    #expect(controller.lastKnownState?.counter == 1)
    controller.connected = true
    #expect(controller.viewModel?.text == "2c")
  }

  @Test func changingTheLocalStateInTheInitialiserUpdatesOnceMore() {
    let controller = PresetController(store: store)
    #expect(
      take() == [
        "willUpdate nila", "didUpdate nila", "willUpdate nilpreset", "didUpdate nilpreset", "didUpdateLocalState",
      ])
    #expect(controller.viewModel?.text == "nilpreset")
  }
}
