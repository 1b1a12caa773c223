import Foundation
import TempuraUI
import Testing

@testable import Tempura

/// Mistakes in an app's code that trap.
@Suite struct MisuseTests {
  @Test func callingUpdateOfAViewWithAModelTraps() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CounterView().update()
    }
    #expect(said(end).contains("has a model"))
  }

  @Test func makingAModelWithoutItsLocalStateTraps() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      makeModel(LocalModel.self)
    }
    #expect(said(end).contains("is made with init(state:localState:)"))
  }

  @Test func decodingAControllerTraps() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CounterController(coder: NSCoder())
    }
    #expect(said(end).contains("is made with init(store:connected:)"))
  }

  @Test func aViewThatUsesItsControllersViewDuringSetupTraps() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ViewController<Eager>(store: makeStore()).view
    }
    #expect(said(end).contains("was asked for while it is being loaded"))
  }
}

/// Returns the output of a process that ended.
private func said(_ end: ExitTest.Result?) -> String {
  String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
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
