import Foundation
import Hydra
import Katana
import Tempura
import UIKit

struct ShowStories: StateUpdater {
  let stories: [Story]
  let comments: [Comment]

  func updateState(_ state: inout AppState) {
    state.stories = stories
    if state.comments.isEmpty { state.comments = comments }
    state.isLoading = false
  }
}

struct BeginLoading: StateUpdater {
  func updateState(_ state: inout AppState) { state.isLoading = true }
}

struct ToggleBookmark: StateUpdater {
  let id: Int

  func updateState(_ state: inout AppState) {
    if state.bookmarks.remove(id) == nil { state.bookmarks.insert(id) }
  }
}

struct ChangeSettings: StateUpdater {
  let change: (inout ReaderSettings) -> Void

  func updateState(_ state: inout AppState) { change(&state.settings) }
}

struct ChangeSubscription: StateUpdater {
  let change: (inout Subscription) -> Void

  func updateState(_ state: inout AppState) { change(&state.subscription) }
}

struct Remember: StateUpdater {
  let search: String

  func updateState(_ state: inout AppState) {
    state.recentSearches.removeAll { $0 == search }
    state.recentSearches.insert(search, at: 0)
    state.recentSearches = Array(state.recentSearches.prefix(5))
  }
}

struct ForgetSearches: StateUpdater {
  func updateState(_ state: inout AppState) { state.recentSearches = [] }
}

struct Vote: StateUpdater {
  let id: Int
  let vote: Int

  func updateState(_ state: inout AppState) {
    guard let index = state.comments.firstIndex(where: { $0.id == id }) else { return }
    let new = state.comments[index].vote == vote ? 0 : vote
    state.comments[index].votes += new - state.comments[index].vote
    state.comments[index].vote = new
  }
}

struct AddComment: StateUpdater {
  let text: String
  let parent: Int?

  func updateState(_ state: inout AppState) {
    let id = (state.comments.map(\.id).max() ?? 0) + 1
    let author = NSLocalizedString("You", comment: "Author of a comment")
    state.comments.append(Comment(id: id, parent: parent, author: author, text: text, votes: 0))
  }
}

struct LoadStories: SideEffect {
  func sideEffect(_ context: SideEffectContext<AppState, Dependencies>) throws {
    guard context.getState().stories.isEmpty else { return }
    try Hydra.await(context.dispatch(BeginLoading()))
    let api = context.dependencies.api
    try Hydra.await(context.dispatch(ShowStories(stories: api.stories(), comments: api.comments())))
  }
}

struct PostComment: SideEffect {
  let text: String
  let parent: Int?

  func sideEffect(_ context: SideEffectContext<AppState, Dependencies>) throws {
    context.dependencies.api.send(text)
    try Hydra.await(context.dispatch(AddComment(text: text, parent: parent)))
    try Hydra.await(context.dispatch(Hide(Screen.compose, animated: true)))
  }
}

struct Subscribe: SideEffect {
  let email: String

  func sideEffect(_ context: SideEffectContext<AppState, Dependencies>) throws {
    for step in 0...4 {
      try Hydra.await(context.dispatch(ChangeSubscription { $0.progress = Float(step) / 4 }))
      context.dependencies.api.send(email)
    }
    try Hydra.await(
      context.dispatch(
        ChangeSubscription {
          $0.progress = nil
          $0.isActive = true
          $0.email = email
        }))
  }
}
