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
      let tree = try JSONTree(json)
      if choices.editsText, isEditable { text = tree.text() }
      let changes =
        try choices.step.map { try Self.changes(of: $0, in: question, session.id, after: shown, tree) } ?? []
      var rows = NodeRows(choices, changes: Set(changes))
      rows.add(tree, "", key: "state", depth: 0)
      self.rows = Array(rows.rows.prefix(Self.maxRows))
      more = rows.rows.count - self.rows.count
    } catch {
      problem = (error as? PanelError)?.description ?? "\(error)"
    }
  }

  /// The paths of what a step has changed, if its state is the one that is shown.
  private static func changes(
    of step: Int, in question: Question, _ session: String, after shown: Int?, _ tree: JSONTree
  ) throws -> [String] {
    guard let path = question.path?.steps, let index = path.firstIndex(ofID: step) else { return [] }
    guard shown == step || shown == nil && index == path.count - 1 else { return [] }
    guard index > 0 else { return [] }
    let before = try question.source.state(of: session, after: path[index - 1].id)
    return tree.differences(from: try JSONTree(before))
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
  private let changes: Set<String>
  /// The paths of changes, and of what contains them.
  private var changed: Set<String> = []
  private let search: String
  private(set) var rows: [NodeRow] = []

  init(_ choices: Choices, changes: Set<String>) {
    self.choices = choices
    self.changes = changes
    for var path in changes {
      while changed.insert(path).inserted, let slash = path.lastIndex(of: "/") { path = String(path[..<slash]) }
    }
    search = choices.treeSearch.trimmingCharacters(in: .whitespaces).lowercased()
  }

  mutating func add(_ tree: JSONTree, _ path: String, key: String, depth: Int) {
    let isFound = !search.isEmpty && matches(tree, key)
    guard search.isEmpty || isFound || contains(tree, key) else { return }
    var row = NodeRow(
      id: path.isEmpty ? JSONTree.root : path, key: key, value: tree.summary, depth: min(depth, 24),
      isLeaf: !tree.isContainer)
    let children = tree.children
    if !children.isEmpty {
      // Open at first: the upper levels, and what has changed.
      let isOpen = depth < 2 || changed.contains(path)
      row.isOpen = !search.isEmpty || isOpen != choices.toggledNodes.contains(row.id)
    }
    row.isEdited = choices.editedNode == row.id && !tree.isContainer
    if row.isEdited { row.editedText = if case .string(let text) = tree { text } else { tree.summary } }
    row.value = String(row.value.prefix(2000))
    if isFound { row.marks.append("found") }
    if changes.contains(path) || row.isOpen == false && changed.contains(path) {
      row.marks.append("changed")
    }
    row.marks.append(tree.mark)
    rows.append(row)
    guard row.isOpen == true else { return }
    for child in children { add(child.value, JSONTree.path(path, child.key), key: child.key, depth: depth + 1) }
  }

  private func matches(_ tree: JSONTree, _ key: String) -> Bool {
    key.lowercased().contains(search) || !tree.isContainer && tree.summary.lowercased().contains(search)
  }

  private func contains(_ tree: JSONTree, _ key: String) -> Bool {
    tree.children.contains { matches($0.value, $0.key) || contains($0.value, $0.key) }
  }
}

extension JSONTree {
  /// What the style sheet gives a colour.
  fileprivate var mark: String {
    switch self {
    case .string: "string"
    case .literal(let text): text.first.map { $0.isNumber || $0 == "-" } == true ? "number" : "other"
    case .object, .array: "container"
    }
  }
}
