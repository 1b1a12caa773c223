internal import AppData
internal import Basics
internal import Foundation
internal import Hydra
internal import Katana
internal import Recordings
internal import Tempura
internal import TempuraUI

/// Asks the source for what a screen shows.
struct Refresh: SideEffect {
  let screen: ScreenName

  func sideEffect(_ context: SideEffectContext<PanelState, PanelDependencies>) throws {
    guard let source = context.dependencies.source else {
      try Hydra.await(
        context.dispatch(ShowProblem(text: "The server has nothing to show: it does not run for development.")))
      return
    }
    try context.dependencies.turn.withLock {
      let choices = context.getState().choices
      let question = Question(source, choices)
      func show<Content: ScreenContent>(_ content: Content.Type) throws {
        try Hydra.await(
          context.dispatch(ShowAnswer(choices: choices, header: question.header, content: content.init(question))))
      }
      try show(screen.content)
    }
  }
}

/// An act of the user that the source performs.
protocol SourceEffect: SideEffect where StateType == PanelState, Dependencies == PanelDependencies {
  /// The screen that is shown.
  var screen: ScreenName { get }
  /// - Parameter session: The one that is shown.
  /// - Returns: What the user has chosen afterwards.
  /// - Throws: ``PanelError``
  func perform(on source: any PanelSource, session: String, choices: Choices) throws -> Choices
}

extension SourceEffect {
  func sideEffect(_ context: SideEffectContext<PanelState, PanelDependencies>) throws {
    guard let source = context.dependencies.source else { return }
    let state = context.getState()
    do {
      let session = Question(source, state.choices).session?.id ?? ""
      let choices = try perform(on: source, session: session, choices: state.choices)
      try Hydra.await(context.dispatch(Choose(choices: choices)))
    } catch let error as PanelError {
      try Hydra.await(context.dispatch(ShowProblem(text: error.description)))
    }
    try Hydra.await(context.dispatch(Refresh(screen: screen)))
  }
}

/// Shows another step in all tabs.
struct Travel: SourceEffect {
  enum Target: Codable, Sendable, Equatable {
    case first, back, forward, last
    case step(Int)
  }
  let target: Target
  let screen: ScreenName

  func perform(on source: any PanelSource, session: String, choices: Choices) throws -> Choices {
    var choices = choices
    guard let step = try step(Question(source, choices)) else { return choices }
    try source.travel(to: step, in: session)
    if choices.step != nil { choices.step = step }
    return choices
  }

  private func step(_ question: Question) throws(PanelError) -> Int? {
    if case .step(let id) = target { return id }
    let stops = question.stops
    guard let first = stops.first, let last = stops.last else {
      throw PanelError("No step of this session has changed a screen.")
    }
    let shown = question.session?.shownStep ?? .max
    return switch target {
    case .first: first
    case .last: last
    case .back: stops.last { $0 < min(shown, last) } ?? first
    case .forward: stops.first { $0 > shown } ?? last
    case .step(let id): id
    }
  }
}

struct ReturnToPresent: SourceEffect {
  let screen: ScreenName

  func perform(on source: any PanelSource, session: String, choices: Choices) -> Choices {
    source.returnToPresent(session)
    return choices
  }
}

struct Resume: SourceEffect {
  let screen: ScreenName

  func perform(on source: any PanelSource, session: String, choices: Choices) throws -> Choices {
    try source.resume(session)
    var choices = choices
    (choices.line, choices.end) = (nil, nil)
    return choices
  }
}

/// Makes the network of the app good or poor.
struct SetNetwork: SourceEffect {
  let network: NetworkCondition
  let screen: ScreenName

  func perform(on source: any PanelSource, session: String, choices: Choices) -> Choices {
    source.network = network
    return choices
  }
}

/// Replaces a value of the state, or all of it.
struct SetState: SourceEffect {
  /// The value's path; nil for the whole state.
  let path: String?
  let text: String
  var screen: ScreenName { .state }

  func perform(on source: any PanelSource, session: String, choices: Choices) throws -> Choices {
    var json = text
    if let path {
      let shown = Question(source, choices).session?.shownStep
      json = try JSONValue.replacing(path, by: text, in: try source.state(of: session, after: shown))
    }
    try source.setState(json, of: session)
    var choices = choices
    (choices.editedNode, choices.editsText) = (nil, false)
    return choices
  }
}

/// Opens a recording that was saved.
struct OpenRecording: SourceEffect {
  let url: URL
  var screen: ScreenName { .export }

  func perform(on source: any PanelSource, session: String, choices: Choices) throws -> Choices {
    guard let data = try? Data(contentsOf: url) else { throw PanelError("The file could not be read.") }
    var choices = choices
    choices.session = try source.load([UInt8](data))
    return choices
  }
}

/// Makes a file of the recording, which the browser then saves.
struct MakeFile: SideEffect {
  func sideEffect(_ context: SideEffectContext<PanelState, PanelDependencies>) throws {
    let state = context.getState()
    guard let source = context.dependencies.source else { return }
    let question = Question(source, state.choices)
    guard let recording = question.recording, let session = question.session else { return }
    let bytes = recording.file()
    let name = UUID().uuidString
    let url: URL
    do {
      url = URL(filePath: try ScratchFolder.ofProcess()).appending(path: "\(name).recording")
      // It has what users typed.
      guard
        FileManager.default.createFile(
          atPath: url.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try Hydra.await(
        context.dispatch(ShowProblem(text: "The file could not be written: \(error.localizedDescription)")))
      return
    }
    if let old = state.file { try? FileManager.default.removeItem(atPath: old.path) }
    let file = RecordingFile(
      path: url.path, name: name, title: ExportContent(question).fileName, bytes: bytes.count, session: session.id,
      lastStep: question.header.lastStep)
    try Hydra.await(context.dispatch(ShowFile(file: file)))
  }
}
