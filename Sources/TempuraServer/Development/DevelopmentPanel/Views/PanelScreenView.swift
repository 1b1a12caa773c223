internal import Katana
internal import Tempura
internal import TempuraUI

/// The view of one of the screens: a header, and the screen's own views below it.
protocol PanelScreenView: ViewControllerModellableView, UIView where VM: PanelViewModel {
  static var name: ScreenName { get }
  var header: HeaderView { get }
  /// Called with what is to be dispatched when the user has done something.
  var did: CustomInteraction<any Dispatchable>? { get set }
}

protocol PanelViewModel: ViewModelWithState where S == PanelState {
  var choices: Choices { get }
  /// The choices of the answer that is shown.
  var answeredChoices: Choices? { get }
  var header: HeaderViewModel { get }
}

extension PanelScreenView {
  /// Reports another choice of the user.
  func choose(_ change: (inout Choices) -> Void) {
    guard let model else { return }
    var choices = model.choices
    choices.session = model.header.content.session
    change(&choices)
    did?(Choose(choices: choices))
  }
}
