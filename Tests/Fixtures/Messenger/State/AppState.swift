import Foundation
import Katana

struct AppState: State, Codable {
  var profile = Profile()
  var contacts: [Contact] = Samples.contacts
  var chats: [Chat] = Samples.chats
}

struct Profile: Codable, Equatable {
  var name = "Alex Morgan"
  var status = "Available"
  var textSize = 1
  var showsPreviews = true
  var sendsReceipts = true
}

struct Contact: Codable, Equatable, Identifiable {
  let id: String
  var name: String
  var phone: String
  var isBlocked = false
  var sharesLocation = false
  var disappearing = 0
}

struct Chat: Codable, Equatable, Identifiable {
  let id: String
  var title: String
  var memberIDs: [String]
  var messages: [Message] = []
  var unread = 0
  var isPinned = false
  var isMuted = false
  var typingID: String?

  var isGroup: Bool { memberIDs.count > 1 }
}

struct Message: Codable, Equatable, Identifiable {
  enum Status: Int, Codable {
    case sending
    case sent
    case read
  }

  let id: String
  /// Nil for messages of the user.
  var senderID: String?
  var text: String
  var picture: Int?
  var date: Date
  var status = Status.read
  var reaction: String?
  var quotedID: String?
}

extension AppState {
  func chat(_ id: String) -> Chat? { chats.first { $0.id == id } }
  func contact(_ id: String?) -> Contact? { contacts.first { $0.id == id } }

  mutating func changeChat(_ id: String, _ change: (inout Chat) -> Void) {
    guard let index = chats.firstIndex(where: { $0.id == id }) else { return }
    change(&chats[index])
  }

  mutating func changeContact(_ id: String, _ change: (inout Contact) -> Void) {
    guard let index = contacts.firstIndex(where: { $0.id == id }) else { return }
    change(&contacts[index])
  }
}
