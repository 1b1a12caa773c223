import Foundation
import Tempura

struct ChatCellModel: Equatable {
  let id: String
  let title: String
  let preview: String
  let time: String
  let unread: Int
  let isPinned: Bool
  let isMuted: Bool

  init(chat: Chat, state: AppState) {
    id = chat.id
    title = chat.title
    unread = chat.unread
    isPinned = chat.isPinned
    isMuted = chat.isMuted
    let last = chat.messages.last
    time = last.map { Calendar.current.isDateInToday($0.date) ? $0.date.clock : $0.date.day } ?? ""
    if chat.typingID != nil {
      preview = NSLocalizedString("typing…", comment: "")
    } else if !state.profile.showsPreviews {
      preview = NSLocalizedString("Message", comment: "")
    } else if let last {
      let text = last.picture == nil ? last.text : "📷 " + NSLocalizedString("Photo", comment: "")
      let sender = last.senderID == nil ? NSLocalizedString("You", comment: "") : state.contact(last.senderID)?.name
      preview = chat.isGroup || last.senderID == nil ? "\(sender ?? ""): \(text)" : text
    } else {
      preview = NSLocalizedString("No messages yet", comment: "")
    }
  }
}

struct ChatListLocalState: LocalState, Codable {
  var search = ""
}

struct ChatListViewModel: ViewModelWithLocalState {
  struct Section {
    let title: String?
    let chats: [ChatCellModel]
  }

  let sections: [Section]
  let isSearching: Bool

  init?(state: AppState?, localState: ChatListLocalState) {
    guard let state else { return nil }
    isSearching = !localState.search.isEmpty
    let found = state.chats.filter {
      localState.search.isEmpty || $0.title.localizedCaseInsensitiveContains(localState.search)
    }
    let sorted = found.sorted { ($0.messages.last?.date ?? .distantPast) > ($1.messages.last?.date ?? .distantPast) }
    let pinned = sorted.filter(\.isPinned).map { ChatCellModel(chat: $0, state: state) }
    let others = sorted.filter { !$0.isPinned }.map { ChatCellModel(chat: $0, state: state) }
    var sections: [Section] = []
    if !pinned.isEmpty { sections.append(Section(title: NSLocalizedString("Pinned", comment: ""), chats: pinned)) }
    if !others.isEmpty {
      sections.append(Section(title: pinned.isEmpty ? nil : NSLocalizedString("Chats", comment: ""), chats: others))
    }
    self.sections = sections
  }
}
