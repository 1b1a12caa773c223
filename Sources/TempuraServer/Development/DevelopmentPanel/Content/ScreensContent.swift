internal import Foundation
internal import Tempura
internal import Recordings

/// What the screen of views shows: the trees of all tabs, and what is known of one view.
struct ScreensContent: Codable, Equatable, Sendable {
  static let maxRows = 2000

  var rows: [ViewRow] = []
  var details: ViewDetails?
  /// The number of views that are left out.
  var more = 0
  /// Why there are none.
  var problem: String?

  init() {}

  init(_ question: Question) {
    guard let session = question.session else { return }
    let screens = question.source.screens(of: session.id)
    if screens.isEmpty { problem = "No tab of this session is open." }
    let search = question.choices.viewSearch.trimmingCharacters(in: .whitespaces)
    // The script of the page types the id of the view at which the user has pointed.
    let pointed = screens.contains { $0.root.path(to: search) != nil } ? search : nil
    let selected = pointed ?? question.choices.view
    var (rows, named): ([ViewRow], Set<String>) = ([], [])
    for (index, screen) in screens.enumerated() {
      rows.append(
        ViewRow(id: "tab-\(index)", name: "Tab \(index + 1)", text: screen.url, depth: 0, marks: ["tab"]))
      let path = selected.flatMap { screen.root.path(to: $0) } ?? []
      add(
        screen.root, tab: index, depth: 0, to: &rows, &named, pointed == nil ? search.lowercased() : "", path,
        question.choices)
      if details == nil, let view = path.last { details = ViewDetails(view, path: path.map(\.id)) }
    }
    self.rows = Array(rows.prefix(Self.maxRows))
    more = rows.count - self.rows.count
  }

  private func add(
    _ view: PanelView, tab: Int, depth: Int, to rows: inout [ViewRow], _ named: inout Set<String>, _ search: String,
    _ path: [PanelView],
    _ choices: Choices
  ) {
    guard search.isEmpty || view.contains(search) else { return }
    var row = ViewRow(
      id: "\(tab) \(view.id)", view: view.id, name: view.className, text: view.text ?? "", depth: min(depth, 24))
    // A tab has the same ids as another one with the same screen.
    row.identifier = named.insert(view.id).inserted ? "view-\(view.id)" : nil
    row.marks = view.marks.contains("hidden") ? ["hidden"] : []
    if view.id == path.last?.id { row.marks.append("selected") }
    if !search.isEmpty, view.matches(search) { row.marks.append("found") }
    row.note = view.marks.joined(separator: ", ")
    let isOnPath = path.dropLast().contains { $0.id == view.id }
    if !view.children.isEmpty { row.isOpen = !search.isEmpty || isOnPath || !choices.closedViews.contains(view.id) }
    rows.append(row)
    guard row.isOpen == true else { return }
    for child in view.children { add(child, tab: tab, depth: depth + 1, to: &rows, &named, search, path, choices) }
  }
}

struct ViewRow: ViewModel, Codable, Equatable, Sendable, Identifiable {
  var id: String
  /// The id of the view; nil for a tab.
  var view: String?
  /// The `accessibilityIdentifier` of the button: `view-` and the id of the view.
  var identifier: String?
  var name: String
  var text: String
  var note = ""
  var depth: Int
  var isOpen: Bool?
  var marks: [String] = []
}

struct ViewDetails: Codable, Equatable, Sendable {
  var title: String
  var facts: [Fact] = []

  init(_ view: PanelView, path: [String]) {
    title = view.className
    facts.add("id", view.id)
    facts.add("made in", view.origin)
    facts.add("text", view.text)
    facts.add("frame", view.frame.map(Self.text))
    facts.add("marks", view.marks)
    facts.add("model", view.model.map { "\($0.name): \($0.text)" }, .property)
    facts.add("constraints", view.constraints, .property)
    facts.add("inside", path.dropLast())
  }

  private static func text(_ frame: [Double]) -> String {
    let numbers = frame.map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int($0))" : "\(($0 * 100).rounded() / 100)" }
    guard numbers.count == 4 else { return numbers.joined(separator: ", ") }
    return "x \(numbers[0]), y \(numbers[1]), \(numbers[2]) × \(numbers[3])"
  }
}

extension PanelView {
  /// The views from this one to the one with an id; nil if that is not in it.
  func path(to id: String) -> [PanelView]? {
    if self.id == id { return [self] }
    for child in children {
      if let path = child.path(to: id) { return [self] + path }
    }
    return nil
  }

  /// Whether the view or one in it has a text, which is in lowercase.
  func contains(_ search: String) -> Bool { matches(search) || children.contains { $0.contains(search) } }

  func matches(_ search: String) -> Bool {
    let texts = [className, id, text ?? "", origin ?? ""] + marks + constraints + model.map(\.text)
    return texts.contains { $0.lowercased().contains(search) }
  }
}
