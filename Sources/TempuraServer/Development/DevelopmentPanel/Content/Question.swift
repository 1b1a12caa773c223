internal import Foundation
internal import Recordings

/// Asks the source for what the user has chosen.
struct Question {
  let source: any PanelSource
  let choices: Choices
  let sessions: [PanelSession]
  /// The session that is shown; nil if there is none.
  let session: PanelSession?
  let recording: Recording?
  /// The steps of the line that is shown.
  let path: StepPath?

  init(_ source: any PanelSource, _ choices: Choices) {
    self.source = source
    self.choices = choices
    sessions = source.sessions()
    session = sessions.first { $0.id == choices.session } ?? sessions.first
    recording = session.flatMap { source.recording(of: $0.id) }
    path = recording.map { StepPath($0, line: choices.line) }
  }

  /// The steps at which the buttons for back and forward stop: those that may have changed what the screens show.
  var stops: [Int] { path?.steps.filter(\.isStop).map(\.id) ?? [] }

  var header: HeaderContent {
    var header = HeaderContent()
    header.sessions = sessions.map { session in
      HeaderContent.Session(
        id: session.id, title: session.name,
        detail: "\(session.urls.joined(separator: ", ")) · \(session.stepCount) steps")
    }
    header.network = source.network
    header.mailCount = source.mails().count
    guard let session else { return header }
    header.session = session.id
    header.shownStep = session.shownStep
    header.stateProblem = recording?.stateProblem
    let stops = stops
    header.lastStep = path?.steps.last?.id ?? 0
    header.canGoBack = stops.contains { $0 < min(session.shownStep ?? .max, stops.last ?? 0) }
    header.canGoForward = session.shownStep.map { shown in stops.contains { $0 > shown } } ?? false
    return header
  }
}

extension Step {
  var isStop: Bool {
    switch event {
    case .updater, .navigation, .replacement: true
    default: false
    }
  }
}

/// What all screens show at their top.
struct HeaderContent: Codable, Equatable, Sendable {
  var sessions: [Session] = []
  /// The id of the session that is shown; nil if there is none.
  var session: String?
  /// The step that the tabs show; nil for the present.
  var shownStep: Int?
  /// The last step of the session.
  var lastStep = 0
  var canGoBack = false
  var canGoForward = false
  var network = NetworkCondition.good
  var mailCount = 0
  /// Why there are no states.
  var stateProblem: String?

  struct Session: Codable, Equatable, Sendable {
    var id: String
    var title: String
    var detail: String
  }
}
