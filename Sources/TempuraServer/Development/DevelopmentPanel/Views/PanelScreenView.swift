internal import Katana
internal import Tempura
internal import TempuraUI

/// The view of one of the screens: a header, and the screen's own views below it.
protocol PanelScreenView: ViewControllerModellableView, UIView where VM == ScreenViewModel<Content> {
  associatedtype Content: ScreenContent
  var header: HeaderView { get }
  /// Called with what is to be dispatched when the user has done something.
  var did: CustomInteraction<any Dispatchable>? { get set }
}

struct ScreenViewModel<Content: ScreenContent>: ViewModelWithState, Equatable {
  let header: HeaderViewModel
  let choices: Choices
  /// The choices of the answer that is shown.
  let answeredChoices: Choices?
  let content: Content
  let file: RecordingFile?

  init(state: PanelState) {
    header = HeaderViewModel(state, on: Content.screen)
    (choices, file) = (state.choices, state.file)
    let answer = state[keyPath: Content.answer]
    (answeredChoices, content) = (answer.choices, answer.content)
  }
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

extension Array where Element: Equatable {
  /// Removes an element that is there, or appends it.
  mutating func toggle(_ element: Element) {
    if let index = firstIndex(of: element) { remove(at: index) } else { append(element) }
  }
}
