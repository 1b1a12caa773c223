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
        if dispatch.changes.isEmpty { facts.add("changes", "none") }
        if dispatch.views.isEmpty { facts.add("views", "none") }
      }
    case .sideEffect(let dispatch): add(dispatch)
    case .navigation(let navigation):
      facts.add("from", navigation.from)
      facts.add("to", navigation.to)
      facts.add("screen", navigation.screen)
    case .save(let save):
      facts.add("storage", save.storage)
      facts.add("bytes", Format.bytes(save.bytes))
      facts.add("error", save.error, .failure)
    case .replacement(let replacement):
      facts.add("by", replacement.by)
      facts.add("changes", replacement.changes, .change)
    case .log(let level, let text):
      facts.add("level", level)
      facts.add("text", text)
    case .mail(let address, let subject):
      facts.add("to", address)
      facts.add("subject", subject)
    }
    addFollowers(of: step, in: recording)
  }

  private mutating func add(_ step: Step, in recording: Recording) {
    let start = recording.lines[0].steps.first?.time ?? step.time
    let date = Date(timeIntervalSince1970: step.time).formatted(.iso8601.time(includingFractionalSeconds: true))
    facts.add("time", "\(Format.clock(step.time - start)) (\(date) UTC)")
    if step.duration != nil || step.isRunning {
      facts.add("took", step.durationText(now: Date().timeIntervalSince1970))
    }
    if let cause = step.cause { add(link: cause, "caused by", in: recording) }
    facts.add("tab", step.tab)
  }

  private mutating func add(_ request: Step.Request) {
    facts.add("request", "\(request.method) \(request.url)")
    facts.add("acts", request.acts.map { "\($0.title)  \($0.id)" })
    facts.add("sent by", request.isLive ? "the script of a page" : "the browser")
    facts.add("status", request.status.map { "\($0)" }, (request.status ?? 0) >= 400 ? .failure : .value)
    facts.add("answer", request.bytes.map(Format.bytes))
    facts.add("leads to", request.urlAfter)
    facts.add("screen", request.screen)
  }

  private mutating func add(_ dispatch: Step.Dispatch) {
    facts.add("type", dispatch.type)
    facts.add("scope", dispatch.scope)
    for property in dispatch.properties { facts.add(property.name, property.text, .property) }
    facts.add("waited", dispatch.wait.map(Format.duration))
    facts.add("error", dispatch.error, .failure)
    facts.add("result", dispatch.result)
    facts.add("changes", dispatch.changes, .change)
    facts.add("views", dispatch.views)
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

  private mutating func add(link step: Int, _ name: String, in recording: Recording) {
    let text =
      recording.step(step).map { "\(step)  \(StepKind($0.event).title)  \($0.title)" } ?? "\(step), which is not kept"
    facts.add(name, text, .link, step: step)
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

extension [Fact] {
  mutating func add(_ name: String, _ text: String?, _ style: Fact.Style = .value, step: Int? = nil) {
    if let text { append(Fact(id: count, name: name, text: text, style: style, step: step)) }
  }

  /// One for each text, the first one with the name.
  mutating func add(_ name: String, _ texts: [String], _ style: Fact.Style = .value) {
    for (index, text) in texts.enumerated() { add(index == 0 ? name : "", text, style) }
  }
}
