/// What happened in a session, with the state after each step: its timeline, and the branches that were left.
///
/// The steps are a tree. To resume from an earlier step begins a line; what followed that step stays, as a line that ends elsewhere.
package struct Recording: Codable, Sendable {
  /// The name of the app, and of the release that was recorded.
  package var app: String
  package var release: String
  /// The version of the state's shape, by the app's count.
  package var stateVersion: Int
  /// The type of the state, with its module.
  package var stateType: String
  /// The class of the app's delegate, with its module.
  package var delegate: String
  /// What the browser told: needed to show the screens again.
  package var language: String
  package var lines: [Line]
  /// The line that goes on.
  package var current: Int
  /// The number of steps that were dropped from the beginning, because there are too many.
  package var droppedCount: Int
  /// Why there are no states; nil if there are.
  package var stateProblem: String?
  private var lastID = 0
  /// About what the steps of all lines take in memory.
  private var stepBytes = 0

  package struct Line: Codable, Sendable {
    /// The line and the step after which this one began; nil for the first line.
    package var origin: Origin?
    package var steps: [Step]
    /// What the session was after steps, by the ids of the steps. Not each step changes it.
    package var contents: ContentHistory

    package struct Origin: Codable, Sendable, Equatable {
      package var line: Int
      package var step: Int
    }
  }

  /// The most steps that a recording keeps, and about the most memory that it takes. The oldest steps are dropped, a tenth at a time.
  package static let maxSteps = 10_000
  package static let maxBytes = 56 << 20

  package init(
    app: String, release: String, stateVersion: Int, stateType: String, delegate: String, language: String
  ) {
    self.app = app
    self.release = release
    self.stateVersion = stateVersion
    self.stateType = stateType
    self.delegate = delegate
    self.language = language
    lines = [Line(origin: nil, steps: [], contents: ContentHistory())]
    (current, droppedCount) = (0, 0)
  }

  /// Appends a step to the line that goes on.
  ///
  /// - Returns: Its id.
  @discardableResult
  package mutating func append(time: Double, cause: Int? = nil, tab: String? = nil, _ event: Step.Event) -> Int {
    lastID += 1
    let step = Step(id: lastID, time: time, cause: cause, tab: tab, event)
    lines[current].steps.append(step)
    stepBytes += step.byteCount
    dropOldest()
    return lastID
  }

  /// Changes a step, such as at its end. Does nothing if it was dropped.
  package mutating func update(_ id: Int, _ change: (inout Step) -> Void) {
    guard let (line, index) = position(of: id) else { return }
    stepBytes -= lines[line].steps[index].byteCount
    change(&lines[line].steps[index])
    stepBytes += lines[line].steps[index].byteCount
  }

  /// Removes a step that turned out to be nothing, if it is the last one.
  package mutating func discard(_ id: Int) {
    guard let step = lines[current].steps.last, step.id == id else { return }
    lines[current].steps.removeLast()
    stepBytes -= step.byteCount
  }

  /// Notes what the session is after a step, as JSON: 0 for the beginning. Costs nothing if that has not changed.
  ///
  /// The session is what the line that goes on has led to, also if the step began in a line that was left meanwhile.
  package mutating func note(_ content: [UInt8], after step: Int) {
    if step == 0 || lines[current].steps.firstIndex(ofID: step) != nil {
      lines[current].contents.append(content, after: step)
    } else if self.step(step) != nil, let last = lines[current].steps.last?.id ?? lines[current].origin?.step {
      lines[current].contents.append(content, after: last)
    }
    dropOldest()
  }

  // MARK: - Reading

  package func step(_ id: Int) -> Step? { position(of: id).map { lines[$0.line].steps[$0.index] } }

  /// The last step of the line that goes on; 0 if it has none.
  package var lastStep: Int { lines[current].steps.last?.id ?? 0 }

  /// The step after which a step is over: for a request, the last step when it was answered.
  package func end(of step: Int) -> Int {
    self.step(step)?.event.request?.lastStep ?? step
  }

  /// The steps that a step has led to, up to another step.
  package func followers(of step: Int, until last: Int) -> [Step] {
    var ids: Set = [step]
    let later = lines.flatMap { $0.steps[$0.steps.partitioningIndex { $0.id > step }...].prefix { $0.id <= last } }
    return later.sorted { $0.id < $1.id }.filter { $0.cause.map(ids.contains) == true && ids.insert($0.id).inserted }
  }

  /// The line that a step is in; nil if it was dropped.
  package func line(of step: Int) -> Int? { position(of: step)?.line }

  private func position(of step: Int) -> (line: Int, index: Int)? {
    for line in lines.indices.reversed() {
      if let index = lines[line].steps.firstIndex(ofID: step) { return (line, index) }
    }
    return nil
  }

  /// The content after a step of any line; 0 is the beginning. Nil if the step was dropped, and if no content was noted.
  package func content(after step: Int) -> [UInt8]? {
    guard let line = step == 0 ? lines.firstIndex(where: { $0.origin == nil }) : line(of: step) else { return nil }
    return lines[line].contents.content(after: step)
  }

  /// A line after those that it comes from, each with its steps up to the one from which the next line begins.
  package func parts(ofLine line: Int) -> [(line: Int, steps: ArraySlice<Step>)] {
    var parts = [(line: line, steps: lines[line].steps[...])]
    var next = lines[line].origin
    while let origin = next {
      let steps = lines[origin.line].steps
      parts.append((origin.line, steps[..<steps.partitioningIndex { $0.id > origin.step }]))
      next = lines[origin.line].origin
    }
    return parts.reversed()
  }

  /// The steps from the first one to the end of a line, through the lines that it comes from.
  package func steps(ofLine line: Int) -> [Step] { parts(ofLine: line).flatMap(\.steps) }

  /// The steps from the first one to the last one of the line that goes on.
  package var timeline: [Step] { steps(ofLine: current) }

  /// What the session was before the first step of ``steps(ofLine:)``; nil if no content was noted.
  package func firstContent(ofLine line: Int) -> [UInt8]? {
    parts(ofLine: line).first.flatMap { lines[$0.line].contents.first }
  }

  /// The lines that began after a step.
  package func lines(after step: Int) -> [Int] { lines.indices.filter { lines[$0].origin?.step == step } }

  // MARK: - Lines

  /// Resumes from a step of any line; 0 is the beginning. If something followed the step, a line begins after it.
  ///
  /// - Returns: False if the step was dropped.
  @discardableResult
  package mutating func resume(from step: Int) -> Bool {
    let old = current
    if let line = line(of: step) {
      if lines[line].steps.last?.id == step {
        current = line
      } else {
        begin(Line(origin: .init(line: line, step: step), steps: [], contents: ContentHistory()), after: step)
      }
    } else if step == 0, droppedCount == 0 {
      if lines[current].origin == nil, lines[current].steps.isEmpty { return true }
      begin(Line(origin: nil, steps: [], contents: ContentHistory()), after: 0)
    } else {
      return false
    }
    if old != current, lines[old].steps.isEmpty { remove([old]) }
    return true
  }

  private mutating func begin(_ line: Line, after step: Int) {
    var line = line
    if let content = content(after: step) { line.contents.append(content, after: step) }
    lines.append(line)
    current = lines.count - 1
  }

  /// Removes lines without steps.
  private mutating func remove(_ removed: Set<Int>) {
    let kept = lines.indices.filter { !removed.contains($0) }
    let indices = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    current = indices[current] ?? 0
    lines = kept.map { index in
      var line = lines[index]
      line.origin = line.origin.flatMap { origin in indices[origin.line].map { .init(line: $0, step: origin.step) } }
      return line
    }
  }

  private mutating func dropOldest() {
    let stepCount = lines.reduce(0) { $0 + $1.steps.count }
    let bytes = lines.reduce(stepBytes) { $0 + $1.contents.byteCount }
    guard stepCount > Self.maxSteps || bytes > Self.maxBytes && stepCount > 10 else { return }
    let ids = lines.flatMap { $0.steps.map(\.id) }.sorted()
    let count = stepCount / 10
    let last = ids[count - 1]
    for index in lines.indices {
      let kept = lines[index].steps.partitioningIndex { $0.id > last }
      stepBytes -= lines[index].steps[..<kept].reduce(0) { $0 + $1.byteCount }
      lines[index].steps.removeFirst(kept)
      lines[index].contents.drop(upTo: last)
      if let origin = lines[index].origin, origin.step <= last { lines[index].origin = nil }
    }
    droppedCount += count
    remove(Set(lines.indices.filter { $0 != current && lines[$0].steps.isEmpty }))
  }
}

extension Recording {
  private enum CodingKeys: CodingKey {
    case app
    case release
    case stateVersion
    case stateType
    case delegate
    case language
    case lines
    case current
    case droppedCount
    case stateProblem
    case lastID
  }

  /// - Throws: `DecodingError`, also if what it has does not fit together: recordings come from files.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      app: try container.decode(String.self, forKey: .app),
      release: try container.decode(String.self, forKey: .release),
      stateVersion: try container.decode(Int.self, forKey: .stateVersion),
      stateType: try container.decode(String.self, forKey: .stateType),
      delegate: try container.decode(String.self, forKey: .delegate),
      language: try container.decode(String.self, forKey: .language))
    lines = try container.decode([Line].self, forKey: .lines)
    current = try container.decode(Int.self, forKey: .current)
    droppedCount = try container.decode(Int.self, forKey: .droppedCount)
    stateProblem = try container.decodeIfPresent(String.self, forKey: .stateProblem)
    lastID = try container.decode(Int.self, forKey: .lastID)
    guard lines.indices.contains(current), isConsistent else {
      throw DecodingError.dataCorruptedError(
        forKey: .lines, in: container, debugDescription: "Lines that do not fit together")
    }
    stepBytes = lines.reduce(0) { $0 + $1.steps.reduce(0) { $0 + $1.byteCount } }
  }

  /// Whether the ids of steps ascend, and each line begins after a step of a line before it.
  private var isConsistent: Bool {
    lines.enumerated().allSatisfy { index, line in
      var last = line.origin?.step ?? 0
      for step in line.steps {
        guard step.id > last, step.id <= lastID, step.hasPossibleTimes else { return false }
        last = step.id
      }
      guard let origin = line.origin else { return true }
      return lines[..<index].indices.contains(origin.line)
        && lines[origin.line].steps.firstIndex(ofID: origin.step) != nil
    }
  }
}

extension Step {
  /// Whether times can be written as hours and days.
  fileprivate var hasPossibleTimes: Bool {
    [time, duration ?? 0, event.dispatch?.wait ?? 0].allSatisfy { abs($0) < 1e12 }
  }

  /// About what a step takes in memory.
  var byteCount: Int { 320 + Self.textSize(Mirror(reflecting: event)) }

  /// The bytes of all texts in a value, and some for each of its parts.
  private static func textSize(_ value: Mirror) -> Int {
    value.children.reduce(0) { size, part in
      size + 16 + ((part.value as? String)?.utf8.count ?? textSize(Mirror(reflecting: part.value)))
    }
  }
}

extension [Step] {
  /// Finds a step by binary search: ids ascend.
  package func firstIndex(ofID id: Int) -> Int? {
    let index = partitioningIndex { $0.id >= id }
    return index < count && self[index].id == id ? index : nil
  }
}

extension Array {
  /// The index of the first element of the second part, by binary search: all elements of the first part come before it.
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
