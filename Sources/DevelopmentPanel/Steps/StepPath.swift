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
    // From the last line to the first one, each with the last step that belongs to the path.
    var parts: [(line: Int, end: Int)] = []
    var next: (line: Int, end: Int)? = (
      line.flatMap { lines.indices.contains($0) ? $0 : nil } ?? recording.current, .max
    )
    while let part = next, parts.count < lines.count {
      parts.append(part)
      next = lines[part.line].origin.map { ($0.line, $0.step) }
    }
    parts.reverse()
    var branches: [Branch] = []
    var steps: [Step] = []
    for (line, end) in parts {
      if end == .max {
        steps += lines[line].steps
      } else {
        let kept = lines[line].steps.prefix { $0.id <= end }
        steps += kept
        let rest = lines[line].steps.count - kept.count
        if rest > 0 { branches.append(Branch(line: line, after: end, count: rest)) }
      }
    }
    for (line, content) in lines.enumerated() where !parts.contains(where: { $0.line == line }) {
      guard let origin = content.origin, !content.steps.isEmpty,
        parts.contains(where: { $0.line == origin.line && origin.step <= $0.end })
      else { continue }
      branches.append(Branch(line: line, after: origin.step, count: content.steps.count))
    }
    self.steps = steps
    self.branches = branches
  }
}
