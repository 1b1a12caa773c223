import Tempura
import UIKit

public struct AddItemLocalState: LocalState, Codable, Equatable {
  /// The item that the user edits; nil to add one.
  var itemID: String?
  /// The reason why the text cannot be saved; nil if there is none.
  var complaint: Complaint?

  enum Complaint: String, Codable {
    case nothingWritten
  }

  public init() {}
}

public struct AddItemViewModel: ViewModelWithLocalState, Equatable {
  public let editingText: String?
  public let complaint: String?

  public var isEditingAlreadyExistingItem: Bool { editingText != nil }

  var title: String {
    isEditingAlreadyExistingItem
      ? NSLocalizedString("Edit item", comment: "Title of the screen")
      : NSLocalizedString("New item", comment: "Title of the screen")
  }

  public init(editingText: String) {
    self.editingText = editingText
    complaint = nil
  }

  public init?(state: AppState?, localState: AddItemLocalState) {
    guard let state else { return nil }
    editingText = localState.itemID.flatMap { id in state.items.first { $0.id == id }?.text }
    complaint = localState.complaint.map { complaint in
      switch complaint {
      case .nothingWritten: NSLocalizedString("Write something first.", comment: "An item without text was saved")
      }
    }
  }
}
