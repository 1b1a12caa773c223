import Foundation
import Katana

struct AppendMessage: StateUpdater {
  let message: Message
  let chatID: String

  func updateState(_ state: inout AppState) {
    state.changeChat(chatID) { $0.messages.append(message) }
  }
}

struct ChangeMessage: StateUpdater {
  let id: String
  let chatID: String
  let change: @Sendable (inout Message) -> Void

  func updateState(_ state: inout AppState) {
    state.changeChat(chatID) { chat in
      guard let index = chat.messages.firstIndex(where: { $0.id == id }) else { return }
      change(&chat.messages[index])
    }
  }
}

struct DeleteMessage: StateUpdater {
  let id: String
  let chatID: String

  func updateState(_ state: inout AppState) {
    state.changeChat(chatID) { $0.messages.removeAll { $0.id == id } }
  }
}

struct SetTyping: StateUpdater {
  let contactID: String?
  let chatID: String

  func updateState(_ state: inout AppState) {
    state.changeChat(chatID) { $0.typingID = contactID }
  }
}

struct ChangeChats: StateUpdater {
  let ids: [String]
  let change: @Sendable (inout Chat) -> Void

  func updateState(_ state: inout AppState) {
    for id in ids { state.changeChat(id, change) }
  }
}

struct DeleteChats: StateUpdater {
  let ids: [String]

  func updateState(_ state: inout AppState) {
    state.chats.removeAll { ids.contains($0.id) }
  }
}

struct AddChat: StateUpdater {
  let chat: Chat

  func updateState(_ state: inout AppState) {
    state.chats.insert(chat, at: 0)
  }
}

struct ChangeContact: StateUpdater {
  let id: String
  let change: @Sendable (inout Contact) -> Void

  func updateState(_ state: inout AppState) {
    state.changeContact(id, change)
  }
}

struct ChangeProfile: StateUpdater {
  let change: @Sendable (inout Profile) -> Void

  func updateState(_ state: inout AppState) {
    change(&state.profile)
  }
}

struct ImportChats: StateUpdater {
  func updateState(_ state: inout AppState) {
    state.chats.removeAll { $0.id.hasPrefix("chat") }
    state.chats += Samples.moreChats(500)
  }
}
