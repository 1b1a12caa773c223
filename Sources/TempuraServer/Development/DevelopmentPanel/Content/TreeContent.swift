internal import Foundation
internal import Recordings

/// What the screen of the state shows: the tree of a step's state.
struct TreeContent: Codable, Equatable, Sendable {
  static let maxRows = 1000

  var rows: [NodeRow] = []
  /// Such as "after step 31".
  var title = ""
  /// The selected step, if its state can be shown; nil if none is selected.
  var step: Int?
  /// Whether the state can be edited: it is the one that the tabs show.
  var isEditable = false
  /// The whole state, if it is edited as a text.
  var text: String?
  /// Why there is no tree.
  var problem: String?
  /// The number of rows that are left out.
  var more = 0

  init() {}

  init(_ question: Question) {
    guard let session = question.session, let recording = question.recording else { return }
    let choices = question.choices
    step = choices.step
    let isOfStep = choices.step != nil && !choices.showsPresent && choices.step != session.shownStep
    let shown = isOfStep ? choices.step : session.shownStep
    title = shown.map { "The state after step \($0)" } ?? "The present state"
    isEditable = !isOfStep
    if let problem = recording.stateProblem {
      self.problem = problem
      return
    }
    do {
      let json = try question.source.state(of: session.id, after: shown)
      let tree = try JSONValue(state: json)
      if choices.editsText, isEditable { text = tree.text() }
      let changes =
        try choices.step.map { try Self.changes(of: $0, in: question, session.id, after: shown, tree) } ?? []
      var rows = NodeRows(choices, changes)
      rows.add(tree, at: JSONValue.root)
      self.rows = Array(rows.rows.prefix(Self.maxRows))
      more = rows.rows.count - self.rows.count
    } catch {
      problem = "\(error)"
    }
  }

  /// The paths of what a step has changed, if its state is the one that is shown.
  private static func changes(
    of step: Int, in question: Question, _ session: String, after shown: Int?, _ tree: JSONValue
  ) throws -> [[JSONValue.Key]] {
    guard let path = question.path?.steps, let index = path.firstIndex(ofID: step) else { return [] }
    guard shown == step || shown == nil && index == path.count - 1 else { return [] }
    guard index > 0 else { return [] }
    let before = try question.source.state(of: session, after: path[index - 1].id)
    return try JSONValue(state: before).changes(to: tree, at: JSONValue.root).map { path, change in
      change == .remove ? path.dropLast() : path
    }
  }
}

/// A row of the tree of the state.
struct NodeRow: Codable, Equatable, Sendable, Identifiable {
  /// The path of the value.
  var id: String
  var key: String
  var value: String
  var depth: Int
  /// Nil if it contains nothing.
  var isOpen: Bool?
  /// Whether a value can be typed in.
  var isLeaf: Bool
  /// The text to edit.
  var isEdited = false
  var editedText: String?
  /// `changed`, `found`, and the kind of the value for its colour: `string`, `number`, `other`.
  var marks: [String] = []
}

struct NodeRows {
  private let choices: Choices
  /// The paths of what has changed.
  private let changes: Set<String>
  /// Those, and the paths of what contains them.
  private let changed: Set<String>
  private let search: String
  private(set) var rows: [NodeRow] = []

  init(_ choices: Choices, _ changes: [[JSONValue.Key]]) {
    self.choices = choices
    self.changes = Set(changes.map(JSONValue.path(of:)))
    changed = Set(changes.flatMap { path in path.indices.map { JSONValue.path(of: Array(path[...$0])) } })
    search = choices.treeSearch.trimmingCharacters(in: .whitespaces).lowercased()
  }

  mutating func add(_ value: JSONValue, at path: [JSONValue.Key]) {
    let (key, depth, children) = (path[path.count - 1].text, path.count - 1, value.children)
    let isFound = !search.isEmpty && matches(value, key)
    guard search.isEmpty || isFound || contains(value) else { return }
    var row = NodeRow(
      id: JSONValue.path(of: path), key: key, value: value.summary, depth: min(depth, 24), isLeaf: !value.isContainer)
    if !children.isEmpty {
      // Open at first: the upper levels, and what has changed.
      let isOpen = depth < 2 || changed.contains(row.id)
      row.isOpen = !search.isEmpty || isOpen != choices.toggledNodes.contains(row.id)
    }
    row.isEdited = choices.editedNode == row.id && !value.isContainer
    if row.isEdited { row.editedText = if case .text(let text) = value { text } else { value.summary } }
    row.value = String(row.value.prefix(2000))
    if isFound { row.marks.append("found") }
    if changes.contains(row.id) || row.isOpen == false && changed.contains(row.id) { row.marks.append("changed") }
    row.marks.append(value.mark)
    rows.append(row)
    guard row.isOpen == true else { return }
    for child in children { add(child.value, at: path + [child.key]) }
  }

  private func matches(_ value: JSONValue, _ key: String) -> Bool {
    key.lowercased().contains(search) || !value.isContainer && value.summary.lowercased().contains(search)
  }

  private func contains(_ value: JSONValue) -> Bool {
    value.children.contains { matches($0.value, $0.key.text) || contains($0.value) }
  }
}

extension JSONValue {
  /// The colour that the style sheet gives.
  fileprivate var mark: String {
    switch self {
    case .text: "string"
    case .number: "number"
    case .bool, .null: "other"
    case .object, .array: "container"
    }
  }
}
