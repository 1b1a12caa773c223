import Foundation
import Tempura

struct ChatLocalState: LocalState, Codable {
  let chatID: String
  var quotedID: String?
}

struct BubbleModel: Equatable {
  let id: String
  let text: String
  let picture: Int?
  let isOutgoing: Bool
  let isFirst: Bool
  let isLast: Bool
  let sender: String?
  let quote: String?
  let time: String
  let status: Message.Status?
  let reaction: String?
  let textSize: Int

  var isEmojiOnly: Bool {
    !text.isEmpty && text.count <= 3
      && text.allSatisfy { $0.unicodeScalars.first!.properties.isEmojiPresentation || $0.unicodeScalars.count > 1 }
  }
}

struct ChatViewModel: ViewModelWithLocalState {
  enum Row: Equatable {
    case day(String)
    case bubble(BubbleModel)
    case typing(String)
  }

  let title: String
  let subtitle: String
  let rows: [Row]
  let quote: String?
  let isBlocked: Bool
  let contactID: String?

  init?(state: AppState?, localState: ChatLocalState) {
    guard let state, let chat = state.chat(localState.chatID) else { return nil }
    title = chat.title
    let names = chat.memberIDs.compactMap { state.contact($0)?.name }
    subtitle =
      chat.typingID != nil
      ? NSLocalizedString("typing…", comment: "")
      : chat.isGroup ? names.joined(separator: ", ") : NSLocalizedString("last seen recently", comment: "")
    contactID = chat.memberIDs.first
    isBlocked = !chat.isGroup && state.contact(contactID)?.isBlocked == true
    quote = chat.messages.first { $0.id == localState.quotedID }?.text
    var rows: [Row] = []
    for (index, message) in chat.messages.enumerated() {
      let previous = index > 0 ? chat.messages[index - 1] : nil
      let next = index + 1 < chat.messages.count ? chat.messages[index + 1] : nil
      let isNewDay = previous.map { !Calendar.current.isDate($0.date, inSameDayAs: message.date) } ?? true
      if isNewDay { rows.append(.day(message.date.day)) }
      let endsDay = next.map { !Calendar.current.isDate($0.date, inSameDayAs: message.date) } ?? true
      let isFirst = isNewDay || previous?.senderID != message.senderID
      rows.append(
        .bubble(
          BubbleModel(
            id: message.id, text: message.text, picture: message.picture, isOutgoing: message.senderID == nil,
            isFirst: isFirst, isLast: endsDay || next?.senderID != message.senderID,
            sender: chat.isGroup && isFirst ? state.contact(message.senderID)?.name : nil,
            quote: chat.messages.first { $0.id == message.quotedID }?.text, time: message.date.clock,
            status: message.senderID == nil ? (state.profile.sendsReceipts ? message.status : .sent) : nil,
            reaction: message.reaction, textSize: state.profile.textSize)))
    }
    if let typing = state.contact(chat.typingID) { rows.append(.typing(typing.name)) }
    self.rows = rows
  }
}
