import Foundation
import Tempura

/// What a screen shows: a room, or the list of rooms if it is nil.
struct Place: LocalState, Codable {
  let room: String?
}

struct ChatViewModel: ViewModelWithLocalState, Equatable {
  /// The rooms, or the messages of the room.
  var rows: [Row] = []
  /// What to write into the field; nil if there is no field.
  var hint: String? = "Your name"
  var limit = 40
  var action = "Continue"
  /// Who is here and who is typing, or why there are no messages.
  var note = ""

  init(state: ChatState?, localState: Place) {
    let state = state ?? ChatState()
    guard let room = localState.room else {
      rows = state.lobby.map { Row($0, read: state.read[$0.name] ?? 0) }
      if !state.name.isEmpty { (hint, action) = ("Name of a room", "Open") }
      return
    }
    guard !state.name.isEmpty else { return }
    // The user has opened the URL of a room, or entered another one in another tab.
    guard state.room == room else {
      (hint, action, note) = (nil, "Join", "You are not in this room.")
      return
    }
    rows = state.talk.messages.map { Row($0, me: state.me) }
    (hint, limit, action) = ("Message", 500, "Send")
    // Somebody whose server has stopped stays among the typists.
    let typists = state.talk.typists.filter { $0.key != state.me && -$0.value.time.timeIntervalSinceNow < 7 }
    let notes = [
      (state.people.others.map(\.name).filter { !$0.isEmpty }, "here"), (typists.map(\.value.name).sorted(), "typing…"),
    ]
    note = notes.filter { !$0.0.isEmpty }.map { "\($0.0.joined(separator: ", ")) \($0.1)" }.joined(separator: " · ")
  }
}

/// A room or a message.
struct Row: ViewModel, Equatable, Identifiable {
  let id, title, text, note: String

  init(_ room: Room, read: Int) {
    (id, title, text) = (room.name, room.name, "\(room.last.name): \(room.last.text)")
    note = room.count > read ? "\(room.count - read) new" : ""
  }

  init(_ message: Message, me: String) {
    let (isMine, time) = (message.author == me, message.time.formatted(date: .abbreviated, time: .shortened))
    (id, title, text, note) = (message.id, isMine ? "" : message.name, message.text, isMine ? "You, \(time)" : time)
  }
}
