import Foundation
import Katana
import UIKit

extension BooksAppDelegate: StateMigrations {
  static var stateVersion: Int { 2 }

  static func migrate(_ json: Data, fromVersion version: Int) throws -> any State {
    let old = try JSONDecoder().decode(BooksStateOfVersion1.self, from: json)
    return BooksState(
      shelf: old.books.map { Book(id: $0.id, title: $0.title, status: $0.read ? .finished : .unread) },
      goal: old.goal ?? 12)
  }
}

/// The state of releases 1 and 2, which have version 1. The goal came in release 2.
struct BooksStateOfVersion1: Decodable {
  struct Book: Decodable {
    var id: String
    var title: String
    var read: Bool
  }

  var books: [Book]
  var goal: Int?
}
