internal import Foundation
internal import Tempura
internal import Recordings

/// All that is known of a step.
struct StepDetails: Codable, Equatable, Sendable {
  var step: Int
  var kind: StepKind
  var title: String
  var isFailed: Bool
  /// Whether the tabs show it.
  var isShown: Bool
  var facts: [Fact] = []

  init(_ step: Step, in recording: Recording, _ question: Question) {
    self.step = step.id
    kind = StepKind(step.event)
    title = step.title
    isFailed = step.error != nil
    isShown = question.session?.shownStep == step.id
    add(step, in: recording)
    switch step.event {
    case .request(let request): add(request)
    case .updater(let dispatch):
      add(dispatch)
      // What is missing is not seen.
      if step.duration != nil, dispatch.error == nil {
        if dispatch.changes.isEmpty { add("changes", "none") }
        if dispatch.views.isEmpty { add("views", "none") }
      }
    case .sideEffect(let dispatch): add(dispatch)
    case .navigation(let navigation):
      add("from", navigation.from)
      add("to", navigation.to)
      add("screen", navigation.screen)
    case .save(let save):
      add("storage", save.storage)
      add("bytes", Format.bytes(save.bytes))
      add("error", save.error, .failure)
    case .replacement(let replacement):
      add("by", replacement.by)
      add("changes", replacement.changes, .change)
    case .log(let level, let text):
      add("level", level)
      add("text", text)
    case .mail(let address, let subject):
      add("to", address)
      add("subject", subject)
    }
    addFollowers(of: step, in: recording)
  }

  private mutating func add(_ step: Step, in recording: Recording) {
    let start = recording.lines[0].steps.first?.time ?? step.time
    let date = Date(timeIntervalSince1970: step.time).formatted(.iso8601.time(includingFractionalSeconds: true))
    add("time", "\(Format.clock(step.time - start)) (\(date) UTC)")
    if step.duration != nil || step.isRunning { add("took", step.durationText(now: Date().timeIntervalSince1970)) }
    if let cause = step.cause { add(link: cause, "caused by", in: recording) }
    add("tab", step.tab)
  }

  private mutating func add(_ request: Step.Request) {
    add("request", "\(request.method) \(request.url)")
    add("acts", request.acts.map { "\($0.title)  \($0.id)" })
    add("sent by", request.isLive ? "the script of a page" : "the browser")
    add("status", request.status.map { "\($0)" }, (request.status ?? 0) >= 400 ? .failure : .value)
    add("answer", request.bytes.map(Format.bytes))
    add("leads to", request.urlAfter)
    add("screen", request.screen)
  }

  private mutating func add(_ dispatch: Step.Dispatch) {
    add("type", dispatch.type)
    add("scope", dispatch.scope)
    for property in dispatch.properties { add(property.name, property.text, .property) }
    add("waited", dispatch.wait.map(Format.duration))
    add("error", dispatch.error, .failure)
    add("result", dispatch.result)
    add("changes", dispatch.changes, .change)
    add("views", dispatch.views)
  }

  private mutating func addFollowers(of step: Step, in recording: Recording) {
    var count = 0
    for line in recording.lines {
      let next = line.steps.partitioningIndex { $0.id > step.id }
      for follower in line.steps[next...] where follower.cause == step.id {
        count += 1
        if count > 50 { return }
        add(link: follower.id, count == 1 ? "led to" : "", in: recording)
      }
    }
  }

  // MARK: - Facts

  private mutating func add(_ name: String, _ text: String?, _ style: Fact.Style = .value) {
    if let text { facts.append(Fact(id: facts.count, name: name, text: text, style: style)) }
  }

  /// One for each text, the first one with the name.
  private mutating func add(_ name: String, _ texts: [String], _ style: Fact.Style = .value) {
    for (index, text) in texts.enumerated() { add(index == 0 ? name : "", text, style) }
  }

  private mutating func add(link step: Int, _ name: String, in recording: Recording) {
    let text =
      recording.step(step).map { "\(step)  \(StepKind($0.event).title)  \($0.title)" } ?? "\(step), which is not kept"
    facts.append(Fact(id: facts.count, name: name, text: text, style: .link, step: step))
  }
}

/// A name and a value of a step.
struct Fact: ViewModel, Codable, Equatable, Sendable, Identifiable {
  enum Style: String, Codable, Sendable {
    case value, property, change, failure, link
  }

  var id: Int
  var name: String
  var text: String
  var style: Style
  /// The step to which it leads.
  var step: Int?
}
