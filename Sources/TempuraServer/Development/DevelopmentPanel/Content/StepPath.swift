internal import Recordings

/// The steps from the first one to the end of a line, and the branches that leave them.
struct StepPath {
  let steps: [Step]
  let branches: [Branch]

  /// Steps that followed one of the path, and are not in it.
  struct Branch: Equatable {
    /// The line that ends with these steps.
    var line: Int
    /// The step of the path that they followed.
    var after: Int
    var count: Int
  }

  /// - Parameter line: The line that ends the path; nil for the one that goes on.
  init(_ recording: Recording, line: Int?) {
    let lines = recording.lines
    let parts = recording.parts(ofLine: line.flatMap { lines.indices.contains($0) ? $0 : nil } ?? recording.current)
    steps = parts.flatMap(\.steps)
    var branches: [Branch] = []
    for (line, steps) in parts where steps.count < lines[line].steps.count {
      branches.append(Branch(line: line, after: steps.last?.id ?? 0, count: lines[line].steps.count - steps.count))
    }
    for (line, content) in lines.enumerated() where !parts.contains(where: { $0.line == line }) {
      guard let origin = content.origin, !content.steps.isEmpty,
        parts.contains(where: { $0.line == origin.line && origin.step <= ($0.steps.last?.id ?? 0) })
      else { continue }
      branches.append(Branch(line: line, after: origin.step, count: content.steps.count))
    }
    self.branches = branches
  }
}
