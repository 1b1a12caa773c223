internal import Basics
internal import Foundation
internal import Glibc
internal import HTTPServer

/// In development, tells open pages what the edit loop does, and which files and program are served: see `Public/tempura-development.js`.
final class DevelopmentPages: Sendable {
  /// The query of `/live` for the stream.
  static let query = "development"

  private let folder: String?
  private let state: Locked<State>

  private struct State {
    var streams: [EventStream] = []
    var status: EditStatus
    /// Why changed files are not used.
    var refusal: [String] = []
    /// How often files have changed that a page reads only when it is loaded.
    var reloads = 0
  }

  /// The data of an event.
  private struct Message: Encodable {
    let activity: EditStatus.Activity
    let lines: [String]
    let server: Int32
    let sheets: [String]
    let release: String
    let files: String
  }

  /// - Parameter environment: Tells of the edit loop, if there is one.
  init(_ environment: [String: String]) {
    folder = EditedProgram(environment)?.folder
    state = Locked(State(status: folder.map(EditStatus.init(in:)) ?? EditStatus(.idle)))
  }

  /// Tells pages of each change of the edit loop's status from now on.
  func watch(_ runtime: Runtime) throws(FolderError) {
    guard let folder else { return }
    _ = try FolderWatch([folder]) { [self] _ in
      let status = EditStatus(in: folder)
      let isNew = state.withLock { state in
        defer { state.status = status }
        return state.status != status
      }
      if isNew { tell(runtime) }
    }
  }

  /// Tells pages that files have changed.
  func didReload(_ old: Site, _ runtime: Runtime) {
    let new = runtime.site
    let onlySheets = old.pages.sheets != new.pages.sheets && old.pages.frame == new.pages.frame
    state.withLock { state in
      state.refusal = []
      if !onlySheets { state.reloads += 1 }
    }
    tell(runtime)
  }

  /// Tells pages why changed files are not used.
  func didRefuseFiles(_ lines: [String], _ runtime: Runtime) {
    state.withLock { $0.refusal = lines }
    tell(runtime)
  }

  /// Whether a request is for the stream.
  static func isOpened(by exchange: HTTPExchange) -> Bool {
    exchange.path == OwnPath.live.rawValue && exchange.queryItems.first?.name == query
  }

  /// Answers with a stream. Its first event has the current state.
  func open(_ exchange: HTTPExchange, _ runtime: Runtime) {
    exchange.respond(
      EventStreamAnswer(retry: 100) { [self] stream in
        state.withLock { state in
          state.streams.append(stream)
          Self.send(Self.event(state, runtime), to: stream)
        }
      } closed: { [self] stream in
        state.withLock { state in state.streams.removeAll { $0 === stream } }
      })
  }

  private func tell(_ runtime: Runtime) {
    state.withLock { state in
      let event = Self.event(state, runtime)
      for stream in state.streams { Self.send(event, to: stream) }
    }
  }

  private static func event(_ state: State, _ runtime: Runtime) -> [UInt8] {
    let status = state.refusal.isEmpty ? state.status : EditStatus(.failed, state.refusal)
    let pages = runtime.site.pages
    let message = Message(
      activity: status.activity, lines: status.lines, server: getpid(), sheets: pages.sheets, release: pages.release.id,
      files: "\(pages.frame.id).\(state.reloads)")
    let data = try? JSONEncoder().encode(message)
    return Array("data: ".utf8) + (data ?? Data()) + Array("\n\n".utf8)
  }

  private static func send(_ event: [UInt8], to stream: EventStream) {
    _ = event.withUnsafeBytes { stream.send($0) }
  }
}
