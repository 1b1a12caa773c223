import Foundation
import Katana
import UIKit

public struct ChatState: State, Codable {
  var me = UUID().uuidString
  var name = ""
  /// The room that the user is in.
  var room: String?
  /// How many messages of each room the user has read.
  var read: [String: Int] = [:]
  /// All rooms, the one with the newest message first. All users share them.
  var lobby: [Room] = []
  /// What happens in `room`. The users in it share this.
  var talk = Talk()
  /// Who is in it.
  var people = Presence()

  public init() {}
}

struct Room: Codable, Equatable {
  let name: String
  let count: Int
  let last: Message
}

struct Talk: Codable, Equatable {
  var count = 0
  var messages: [Message] = []
  /// The users who are typing, by their `me`.
  var typists: [String: Typist] = [:]
}

struct Message: Codable, Equatable {
  let id, author, name, text: String
  let time: Date
}

struct Typist: Codable, Equatable {
  let name: String
  let time: Date
}

/// A text that is visible, in one line, and short enough for the key of a shared part.
struct Name: LosslessStringConvertible {
  let description: String

  init?(_ text: String) {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    description = line.precomposedStringWithCanonicalMapping
    guard description.isVisible, description.utf8.count <= 200 else { return nil }
  }
}

extension String {
  /// Whether there is more than white space and characters without a look.
  var isVisible: Bool {
    unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
  }
}

// Updaters may run again, on what others have stored meanwhile. So they choose no ids and times.

struct SetName: StateUpdater {
  let name: Name

  func updateState(_ state: inout ChatState) { state.name = name.description }
}

struct Enter: StateUpdater {
  let room: String

  func updateState(_ state: inout ChatState) {
    state.talk.typists[state.me] = nil
    state.room = room
    state.read[room] = state.lobby.first { $0.name == room }?.count
  }
}

struct Leave: StateUpdater {
  let room: String

  func updateState(_ state: inout ChatState) {
    // The user may have entered another room in another tab.
    guard state.room == room else { return }
    state.talk.typists[state.me] = nil
    state.read[room] = state.talk.count
    state.room = nil
  }
}

/// Changes the room, the list of rooms and what the user has read. All of it is stored, or nothing.
struct Post: StateUpdater {
  let room, text: String
  let id = UUID().uuidString
  let time = Date()

  func updateState(_ state: inout ChatState) {
    guard state.room == room else { return }
    let message = Message(id: id, author: state.me, name: state.name, text: text, time: time)
    state.talk.typists[state.me] = nil
    state.talk.messages = (state.talk.messages + [message]).suffix(200)
    state.talk.count += 1
    state.read[room] = state.talk.count
    let entry = Room(name: room, count: state.talk.count, last: message)
    state.lobby = Array(([entry] + state.lobby.filter { $0.name != room }).prefix(100))
  }
}

/// Says since when the user is typing; nil if the user is not.
struct SetTyping: StateUpdater {
  let time: Date?

  func updateState(_ state: inout ChatState) {
    state.talk.typists[state.me] = time.map { Typist(name: state.name, time: $0) }
  }
}
