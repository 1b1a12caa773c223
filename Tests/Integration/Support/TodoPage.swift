import Testing

@testable import TempuraTesting

/// The screens of the to-do demo.
extension Page {
  struct Row: Equatable {
    let id: String
    let text: String
    let isDone: Bool
  }

  static let add = "listView.actionButton"
  static let archive = "listView.archiveButton"
  static let toDo = "listView.titleButton"
  static let archiveCompleted = "listView.archiveCompletedButton"
  static let field = "addItemView.textView"
  static let done = "addItemView.textView.return"
  static let cancel = "addItemView.cancelButton"
  static let delete = "addItemView.deleteButton"

  static let seeds = [
    "Pet my unicorn", "Become a doctor.\nChange last name to Acula",
    "Hire two private investigators.\nGet them to follow each other", "Visit mars",
  ]

  var rows: [Row] { rows(in: "todoListView") }
  var archivedRows: [Row] { rows(in: "archiveListView") }

  private func rows(in list: String) -> [Row] {
    let prefix = "listView.\(list)."
    return (element("listView.\(list)")?.children ?? []).map { item in
      let buttons = item.children.filter { $0.tag == "button" }
      let toggle = buttons.first { $0["id"]?.hasSuffix(".toggleButton") == true }
      let edit = buttons.first { $0["id"]?.hasSuffix(".editButton") == true }
      return Row(
        id: String(item["id"]?.dropFirst(prefix.count) ?? ""), text: edit?.plainText ?? "",
        isDone: toggle?["aria-pressed"] == "true")
    }
  }

  var texts: [String] { rows.map(\.text) }
  var archivedTexts: [String] { archivedRows.map(\.text) }
  var doneTexts: [String] { rows.filter(\.isDone).map(\.text) }
  var footer: String? { element("listView.footerView.childView.label")?.plainText }
  var isArchive: Bool { isShown("listView.archiveListView") && !isShown("listView.todoListView") }
  /// The text in the field of the overlay; nil if the overlay is not shown.
  var draft: String? { fields.first { $0.0 == Self.field }?.1 }
  var complaint: String? {
    isShown("addItemView.complaintLabel") ? element("addItemView.complaintLabel")?.plainText : nil
  }

  func toggle(_ index: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Page {
    let row = try #require(rows.dropFirst(index).first, sourceLocation: sourceLocation)
    return try tap("listView.todoListView.\(row.id).toggleButton", sourceLocation: sourceLocation)
  }

  func edit(_ index: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Page {
    let row = try #require(rows.dropFirst(index).first, sourceLocation: sourceLocation)
    return try tap("listView.todoListView.\(row.id).editButton", sourceLocation: sourceLocation)
  }

  func unarchive(_ index: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Page {
    let row = try #require(archivedRows.dropFirst(index).first, sourceLocation: sourceLocation)
    return try tap("listView.archiveListView.\(row.id).toggleButton", sourceLocation: sourceLocation)
  }

  func editArchived(_ index: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Page {
    let row = try #require(archivedRows.dropFirst(index).first, sourceLocation: sourceLocation)
    return try tap("listView.archiveListView.\(row.id).editButton", sourceLocation: sourceLocation)
  }

  /// Adds an item with the button of the list.
  func add(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Page {
    try tap(Self.add, sourceLocation: sourceLocation)
      .tap(Self.done, typing: [Self.field: text], sourceLocation: sourceLocation)
  }
}
