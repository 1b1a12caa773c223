internal import Foundation
internal import Tempura
internal import Recordings

/// What the screen of steps shows: a part of the rows that were found, and the details of one.
struct StepsContent: Codable, Equatable, Sendable {
  /// The number of rows on the page at most.
  static let maxRows = 200

  var rows: [StepRow] = []
  /// How many steps of each kind there are, in the order of the kinds.
  var counts: [Int] = []
  /// The number of steps that the search has found.
  var found = 0
  /// The number of found steps before the rows, and after them.
  var earlier = 0
  var later = 0
  /// Such as "The first 12,345 steps are not kept."
  var note: String?
  /// Whether the rows are of a line that was left.
  var isBranch = false
  var details: StepDetails?

  init() {}

  init(_ question: Question) {
    guard let recording = question.recording, let path = question.path else { return }
    let choices = question.choices
    counts = StepKind.allCases.map { _ in 0 }
    let text = choices.search.trimmingCharacters(in: .whitespaces).lowercased()
    var found: [Int] = []
    for (index, step) in path.steps.enumerated() {
      let kind = StepKind(step.event)
      counts[StepKind.allCases.firstIndex(of: kind) ?? 0] += 1
      if choices.hiddenKinds.contains(kind) || !text.isEmpty && !step.contains(text) { continue }
      found.append(index)
    }
    self.found = found.count
    let end = min(choices.end ?? found.count, found.count)
    let start = max(end - Self.maxRows, 0)
    (earlier, later) = (start, found.count - end)
    isBranch = choices.line.map { $0 != recording.current } ?? false
    if recording.droppedCount > 0, start == 0 {
      note = "The first \(Format.count(recording.droppedCount)) steps are not kept."
    }
    rows = StepRows(path, of: recording, question).rows(found[start..<end], isWhole: text.isEmpty && later == 0)
    details = choices.step.flatMap(recording.step).map { StepDetails($0, in: recording, question) }
  }
}

/// A row of the list of steps.
struct StepRow: ViewModel, Codable, Equatable, Sendable, Identifiable {
  /// The id of the step, or `branch-` and the number of the line.
  var id: String
  /// Nil for a branch.
  var kind: StepKind?
  var number = ""
  var time = ""
  var title = ""
  var values = ""
  var outcome = ""
  var duration = ""
  /// How many steps caused it.
  var depth = 0
  /// The step that caused it, if that is not in the rows right above.
  var cause: Int?
  /// The line of a branch.
  var line: Int?
  /// What the style sheet shows: `failed`, `running`, `shown` (by the tabs), `after` (the step that the tabs show), `selected`.
  var marks: [String] = []
}

/// Makes rows of steps.
struct StepRows {
  private let path: StepPath
  private let recording: Recording
  private let question: Question
  private let now = Date().timeIntervalSince1970

  init(_ path: StepPath, of recording: Recording, _ question: Question) {
    (self.path, self.recording, self.question) = (path, recording, question)
  }

  /// - Parameters:
  ///   - indices: Those of the steps in the path.
  ///   - isWhole: Whether the branches after the last step belong to the rows.
  func rows(_ indices: ArraySlice<Int>, isWhole: Bool) -> [StepRow] {
    let start = path.steps.first?.time ?? 0
    var rows: [StepRow] = []
    // The steps above, from the outermost cause to the step before.
    var causes: [Int] = []
    var branches = path.branches.sorted { $0.after < $1.after }[...]
    if let first = indices.first { branches = branches.drop { $0.after < path.steps[first].id } }
    for index in indices {
      let step = path.steps[index]
      while let branch = branches.first, branch.after < step.id {
        rows.append(row(of: branch))
        branches.removeFirst()
      }
      let known = step.cause.flatMap(causes.lastIndex)
      causes = known.map { Array(causes[...$0]) } ?? step.cause.map { [$0] } ?? []
      rows.append(row(of: step, since: start, depth: causes.count, cause: known == nil ? step.cause : nil))
      causes.append(step.id)
    }
    if isWhole { rows += branches.map(row) }
    return rows
  }

  private func row(of step: Step, since start: Double, depth: Int, cause: Int?) -> StepRow {
    var row = StepRow(
      id: "\(step.id)", kind: StepKind(step.event), number: "\(step.id)", time: Format.clock(step.time - start))
    (row.title, row.values, row.outcome) = (shortened(step.title), shortened(step.values), shortened(step.outcome))
    row.duration = step.durationText(now: now)
    (row.depth, row.cause) = (min(depth, 6), cause)
    if step.error != nil { row.marks.append("failed") }
    if step.isRunning { row.marks.append("running") }
    if let shown = question.session?.shownStep {
      if step.id == shown { row.marks.append("shown") }
      if step.id > shown { row.marks.append("after") }
    }
    if step.id == question.choices.step { row.marks.append("selected") }
    return row
  }

  private func row(of branch: StepPath.Branch) -> StepRow {
    let isPresent = branch.line == recording.current
    var row = StepRow(id: "branch-\(branch.line)", line: branch.line)
    let steps = branch.count == 1 ? "1 step" : "\(Format.count(branch.count)) steps"
    row.title =
      isPresent
      ? "The present line goes on here: \(steps) after step \(branch.after)"
      : "branch of \(steps) left at step \(branch.after)"
    return row
  }

  /// A text of one line that is not longer than a wide window.
  private func shortened(_ text: String) -> String {
    guard text.utf8.count > 300 || text.contains(where: \.isNewline) else { return text }
    let line = text.prefix(280).map { $0.isNewline ? "⏎" : $0 }
    return String(line) + (line.count < text.count ? "…" : "")
  }
}
