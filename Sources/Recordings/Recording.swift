/// What happened in a session, with the state after each step: its line of time, and the branches that were left.
///
/// The steps are a tree. To go on from an earlier step begins a line; what followed that step stays, as a line that ends elsewhere.
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
  private var lastID: Int

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

  /// The most steps that a recording keeps. The oldest ones are dropped.
  package static let maxSteps = 10_000

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
    (current, droppedCount, lastID) = (0, 0, 0)
  }

  /// Appends a step to the line that goes on.
  ///
  /// - Returns: Its id.
  @discardableResult
  package mutating func append(time: Double, cause: Int? = nil, tab: String? = nil, _ event: Step.Event) -> Int {
    lastID += 1
    lines[current].steps.append(Step(id: lastID, time: time, cause: cause, tab: tab, event))
    return lastID
  }

  /// Changes a step of the line that goes on, such as at its end. Does nothing if it was dropped.
  package mutating func update(_ id: Int, _ change: (inout Step) -> Void) {
    for line in lines.indices.reversed() {
      guard let index = lines[line].steps.firstIndex(ofID: id) else { continue }
      return change(&lines[line].steps[index])
    }
  }
}

extension [Step] {
  /// Finds a step by binary search: ids ascend.
  package func firstIndex(ofID id: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].id == id ? low : nil
  }
}
