import Foundation
import TempuraUI
import Testing

@testable import Tempura

/// What ends the process, because only the app's own code can have got it wrong.
@Suite struct MisuseTests {
  @Test func aViewWithAModelIsNotUpdatedWithoutOne() async {
    await #expect(processExitsWith: .failure) { CounterView().update() }
  }

  @Test func aModelWithALocalStateIsNotMadeWithoutIt() async {
    await #expect(processExitsWith: .failure) {
      makeModel(LocalModel.self)
    }
  }

  @Test func controllersAreNotDecoded() async {
    await #expect(processExitsWith: .failure) { _ = CounterController(coder: NSCoder()) }
  }

  @Test func aScreenThatDoesNotChangeWhatIsAboveItGoesOn() {
    final class Plain: Routable {
      let routeIdentifier = "plain"
    }
    var isOver = false
    Plain().change(from: "a", to: "b", animated: false, context: nil) { isOver = true }
    #expect(isOver)
  }

  @Test func aViewAskingForItsControllersViewWhileItIsSetUpIsStopped() async {
    await #expect(processExitsWith: .failure) {
      _ = ViewController<Eager>(store: makeStore()).view
    }
  }
}

private struct Local: LocalState {}

private struct LocalModel: ViewModelWithLocalState {
  init?(state: AppState?, localState: Local) {}
}

private func makeModel<VM: ViewModelWithState>(_: VM.Type) where VM.S == AppState { _ = VM(state: AppState()) }

private final class Eager: UIView, ViewControllerModellableView {
  func setup() { _ = viewController?.view }
  func style() {}
  func update(oldModel: CounterModel?) {}
}
