internal import Katana
internal import Recordings
internal import Tempura

/// What the panel shows. Not the recordings, which are long: side effects ask the source, and put the rows to show in here.
package struct PanelState: State, Codable, Equatable {
  var choices = Choices()
  /// What the last act of the user led to, if that was a problem.
  var problem: String?

  var header = HeaderContent()
  var steps = Answered(StepsContent())
  var tree = Answered(TreeContent())
  var screens = Answered(ScreensContent())
  var mails = Answered(MailsContent())
  var export = Answered(ExportContent())
  /// The file that was made to be saved.
  package var file: RecordingFile?

  package init() {}
}

/// What one of the screens shows below the header.
protocol ScreenContent: Codable, Equatable, Sendable {
  static var screen: ScreenName { get }
  static var answer: WritableKeyPath<PanelState, Answered<Self>> { get }
  init(_ question: Question)
}

extension StepsContent: ScreenContent {
  static var screen: ScreenName { .steps }
  static var answer: WritableKeyPath<PanelState, Answered<Self>> { \.steps }
}

extension TreeContent: ScreenContent {
  static var screen: ScreenName { .state }
  static var answer: WritableKeyPath<PanelState, Answered<Self>> { \.tree }
}

extension ScreensContent: ScreenContent {
  static var screen: ScreenName { .screens }
  static var answer: WritableKeyPath<PanelState, Answered<Self>> { \.screens }
}

extension MailsContent: ScreenContent {
  static var screen: ScreenName { .mails }
  static var answer: WritableKeyPath<PanelState, Answered<Self>> { \.mails }
}

extension ExportContent: ScreenContent {
  static var screen: ScreenName { .export }
  static var answer: WritableKeyPath<PanelState, Answered<Self>> { \.export }
}

extension ScreenName {
  var content: any ScreenContent.Type {
    switch self {
    case .steps: StepsContent.self
    case .state: TreeContent.self
    case .screens: ScreensContent.self
    case .mails: MailsContent.self
    case .export: ExportContent.self
    }
  }
}

/// What the source has answered, and the choices that it was asked for.
struct Answered<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  let content: Content
  /// Nil before the first answer.
  let choices: Choices?

  init(_ content: Content, _ choices: Choices? = nil) { (self.content, self.choices) = (content, choices) }
}

// MARK: - Updaters

/// Notes what the user has chosen.
struct Choose: StateUpdater {
  let choices: Choices

  func updateState(_ state: inout PanelState) {
    state.problem = nil
    guard choices != state.choices else { return }
    // What belongs to a session means nothing in another one.
    if choices.session != state.choices.session, choices.session != state.header.session {
      state.choices = Choices()
      state.choices.session = choices.session
      state.choices.hiddenKinds = choices.hiddenKinds
    } else {
      state.choices = choices
    }
  }
}

/// Notes what the source has answered.
struct ShowAnswer<Content: ScreenContent>: StateUpdater {
  let choices: Choices
  let header: HeaderContent
  let content: Content

  func updateState(_ state: inout PanelState) {
    state.header = header
    // Else the user has chosen something else meanwhile, and the source is asked again.
    if choices == state.choices { state[keyPath: Content.answer] = Answered(content, choices) }
  }
}

struct ShowFile: StateUpdater {
  let file: RecordingFile

  func updateState(_ state: inout PanelState) { state.file = file }
}

struct ShowProblem: StateUpdater {
  let text: String?

  func updateState(_ state: inout PanelState) { state.problem = text }
}

/// A recording as a file on the server, from where the browser saves it.
package struct RecordingFile: Codable, Equatable, Sendable {
  package var path: String
  /// The name in the URL, which cannot be guessed.
  package var name: String
  /// The name that the browser gives it.
  package var title: String
  var bytes: Int
  /// The session that was saved, and its last step then.
  var session: String
  var lastStep: Int
}
