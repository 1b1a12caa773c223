import Foundation
import Tempura

struct ContactLocalState: LocalState, Codable {
  let contactID: String
}

struct ContactViewModel: ViewModelWithLocalState, Equatable {
  let contact: Contact
  let isMuted: Bool
  let pictures: [Int]

  init?(state: AppState?, localState: ContactLocalState) {
    guard let state, let contact = state.contact(localState.contactID) else { return nil }
    self.contact = contact
    let chats = state.chats.filter { $0.memberIDs == [contact.id] }
    isMuted = chats.contains(where: \.isMuted)
    pictures = Array(0..<8) + chats.flatMap { $0.messages.compactMap(\.picture) }
  }
}
