import Foundation
import Hydra
import Tempura
import UIKit

final class ChatViewController: ViewControllerWithLocalState<ChatView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { localState.room == nil ? "rooms" : "room" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show("room"): .push { [unowned self] context in
        ChatViewController(store: store, localState: Place(room: (context as? Name)?.description))
      },
      .hide("room"): .pop,
    ]
  }

  override func setup() { title = localState.room ?? "Rooms" }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    if isMovingFromParent, let room = localState.room { dispatch(Leave(room: room)) }
  }

  override func setupInteraction() {
    rootView.list.accessibilityLabel = localState.room == nil ? "Rooms" : "Messages"
    rootView.didType = { [unowned self] in type($0) }
    rootView.didSubmit = { [unowned self] in submit($0) }
    guard localState.room == nil else { return }
    rootView.list.didTapItem = { [unowned self] path in open(viewModel?.rows[path.item].id ?? "") }
  }

  private func submit(_ text: String) {
    guard !state.name.isEmpty else {
      guard let name = Name(text) else { return }
      dispatch(SetName(name: name))
      if let room = localState.room { dispatch(Enter(room: room)) }
      return
    }
    guard let room = localState.room else { return open(text) }
    guard state.room == room else { return dispatch(Enter(room: room)) }
    if text.isVisible { dispatch(Post(room: room, text: text)) }
  }

  private func open(_ text: String) {
    guard let room = Name(text) else { return }
    if !state.name.isEmpty { dispatch(Enter(room: room.description)) }
    dispatch(Show("room", context: room))
  }

  /// Says at most every three seconds that the user is typing, and in the end that the user is not.
  private func type(_ text: String) {
    guard let room = localState.room, state.room == room else { return }
    let since = state.talk.typists[state.me]?.time
    if text.isEmpty {
      if since != nil { dispatch(SetTyping(time: nil)) }
    } else if since == nil || -since!.timeIntervalSinceNow > 3 {
      let time = Date()
      dispatch(SetTyping(time: time))
      async(in: .main, after: 6) { [weak self] in
        if let self, state.talk.typists[state.me]?.time == time { dispatch(SetTyping(time: nil)) }
      }
    }
  }
}
