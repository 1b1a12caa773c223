import Foundation
import Katana
import UIKit

struct BooksState: State, Codable, Equatable {
  var shelf: [Book] = []  // was `books` in releases 1 and 2
  var goal = 12  // new in release 2
}

struct Book: Codable, Equatable, Identifiable, StoredDefaults {
  enum Status: String, Codable { case unread, reading, finished }

  var id = ""
  var title = ""
  var status = Status.unread  // was `read: Bool` in releases 1 and 2
  var copies = 1  // new in release 4
}

struct AddBook: StateUpdater {
  let title: String
  let id = UUID().uuidString

  func updateState(_ state: inout BooksState) {
    let title = String(title.trimmingCharacters(in: .whitespaces).prefix(200))
    guard !title.isEmpty, state.shelf.count < 500 else { return }
    state.shelf.insert(Book(id: id, title: title), at: 0)
  }
}

/// Unread, reading, finished, and unread again.
struct ChangeStatus: StateUpdater {
  let id: Book.ID

  func updateState(_ state: inout BooksState) {
    guard let index = state.shelf.firstIndex(where: { $0.id == id }) else { return }
    switch state.shelf[index].status {
    case .unread: state.shelf[index].status = .reading
    case .reading: state.shelf[index].status = .finished
    case .finished: state.shelf[index].status = .unread
    }
  }
}

struct SetGoal: StateUpdater {
  let goal: Int

  func updateState(_ state: inout BooksState) { state.goal = min(max(goal, 1), 100) }
}
