import Foundation
import Katana
import UIKit

struct DocumentsState: State, Codable, Equatable {
  static let maxCount = 20

  var documents: [Document] = []
  var problem: String?
}

/// The description of a file. Its content is in the folder.
struct Document: Codable, Equatable, Identifiable {
  /// The name of the file.
  var id: String
  /// Its name on the user's device.
  var title: String
  var bytes: Int
}

/// Does nothing if there are enough documents: another tab may have added some.
struct AddDocument: StateUpdater {
  let document: Document

  func updateState(_ state: inout DocumentsState) {
    guard state.documents.count < DocumentsState.maxCount else { return }
    state.documents.insert(document, at: 0)
    state.problem = nil
  }
}

/// The file stays: if this cannot be stored, it is undone.
struct RemoveDocument: StateUpdater {
  let id: Document.ID

  func updateState(_ state: inout DocumentsState) { state.documents.removeAll { $0.id == id } }
}

struct ShowProblem: StateUpdater {
  let problem: String?

  func updateState(_ state: inout DocumentsState) { state.problem = problem }
}
