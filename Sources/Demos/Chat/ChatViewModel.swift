import Foundation
import Tempura
import UIKit

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
  /// What there is not yet.
  var nothing = "No Rooms"

  init(state: ChatState?, localState: Place) {
    let state = state ?? ChatState()
    guard let room = localState.room else {
      rows = state.lobby.map { Row($0, read: state.read[$0.name] ?? 0) }
      if !state.name.isEmpty { (hint, action) = ("Name of a room", "Open") }
      return
    }
    nothing = ""
    guard !state.name.isEmpty else { return }
    // The user has opened the URL of a room, or entered another one in another tab.
    guard state.room == room else {
      (hint, action, note) = (nil, "Join", "You are not in this room.")
      return
    }
    let messages = state.talk.messages
    rows = zip(messages, [nil] + messages).map { Row($0, after: $1, me: state.me) }
    (hint, limit, action, nothing) = ("Message", 500, "Send", "No Messages")
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
  let id, title, text: String
  /// The time of a group of messages, above the first of them.
  var time = ""
  /// How many messages of a room are new.
  var note = ""
  var isOwn = false

  init(_ room: Room, read: Int) {
    (id, title, text) = (room.name, room.name, "\(room.last.name): \(room.last.text)")
    note = room.count > read ? "\(room.count - read) new" : ""
  }

  /// The time is told once for the messages of a quarter of an hour, and the author once for those one after the other.
  init(_ message: Message, after last: Message?, me: String) {
    let startsGroup = last.map { message.time.timeIntervalSince($0.time) > 900 } ?? true
    isOwn = message.author == me
    let hasTitle = startsGroup || last?.author != message.author
    (id, title, text) = (message.id, hasTitle ? isOwn ? "You" : message.name : "", message.text)
    let application = UIApplication.shared
    let isToday = application.calendar.isDateInToday(message.time)
    if startsGroup {
      time = message.time.formatted(
        Date.FormatStyle(
          date: isToday ? .omitted : .abbreviated, time: .shortened, locale: application.locale,
          calendar: application.calendar, timeZone: application.timeZone))
    }
  }
}
