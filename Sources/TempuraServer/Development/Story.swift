internal import Basics
internal import HTTPServer
internal import Hydra
internal import Katana
internal import TempuraUI

/// In development, what a request does. May be used on any thread.
final class Story: Sendable {
  private struct Content {
    /// What the user did; empty for a GET.
    var acts: [String] = []
    /// The side effects and updaters, and how often one was dispatched again and again.
    var dispatches: [(name: String, count: Int)] = []
    /// The controller on top.
    var controller: String?
    /// Whether the terminal has told it.
    var isTold = false

    var parts: [String] {
      [acts.joined(separator: ", ")].filter { !$0.isEmpty }
        + dispatches.map { $0.count == 1 ? $0.name : "\($0.name) ×\($0.count)" }
    }
  }

  private let content = Locked(Content())

  /// That of the request for which the running code works; nil in production, and for code that works for none.
  static var current: Story? { Main.cause?.story as? Story }

  func note(acts: [String]) { content.withLock { $0.acts = acts } }

  func note(_ item: any Dispatchable) {
    let name = Self.name(of: item)
    content.withLock { content in
      guard !content.isTold else { return }
      if content.dispatches.last?.name == name {
        content.dispatches[content.dispatches.count - 1].count += 1
      } else {
        content.dispatches.append((name, 1))
      }
    }
  }

  func note(screen controller: String?) { content.withLock { $0.controller = controller } }

  static func name(of item: any Dispatchable) -> String { String(describing: type(of: item)) }

  /// What the user did, and what that dispatched.
  var begin: String { content.withLock { $0.parts.joined(separator: " → ") } }

  var isTold: Bool { content.withLock(\.isTold) }

  /// Describes the request in a line.
  ///
  /// - Returns: Nil for a form that does nothing, such as one that only moves the focus.
  func tell(_ request: String, isShow: Bool, differences: [String]) -> String? {
    content.withLock { content in
      content.isTold = true
      guard isShow || !content.parts.isEmpty || !differences.isEmpty else { return nil }
      var parts = (content.acts.isEmpty ? [request] : []) + content.parts
      if !differences.isEmpty { parts.append(differences.joined(separator: ", ")) }
      if isShow, let controller = content.controller { parts.append(controller) }
      return parts.joined(separator: " → ")
    }
  }
}

/// In development, what the terminal knows of a session. Used in turns of the session only.
final class Narrator {
  /// The state as it was described last.
  private var state: (any Katana.State)?
  /// Texts of secure fields.
  private var secrets: Set<String> = []

  /// Notes the state before a form is applied, and what was typed into secure fields.
  func begin(with state: (any Katana.State)?, secrets: [String]) {
    self.state = self.state ?? state
    self.secrets.formUnion(secrets.filter { !$0.isEmpty })
  }

  /// Returns the text without those of secure fields.
  func redacted(_ text: String) -> String {
    secrets.sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: "•••") }
  }

  /// Returns what has changed in the state since the last call.
  func differences(to new: (any Katana.State)?) -> [String] {
    defer { state = new }
    guard let state, let new else { return [] }
    return StateDifference.between(state, new, redact: redacted)
  }
}

extension Visit {
  /// In development, what the request does.
  var story: Story? { request.cause.story as? Story }

  /// In development, notes what the user is about to do.
  func noteActs(of interaction: Interaction, in scene: Scene) {
    guard let story, let narrator = session.narrator else { return }
    let acts = scene.enter { interaction.acts }
    narrator.begin(with: session.state?.current, secrets: acts.secrets)
    story.note(acts: acts.texts.map(narrator.redacted))
  }

  /// In development, describes the request for the terminal.
  func tellStory(of response: HTTPResponse) {
    guard let story, let narrator = session.narrator, response.status != .noContent else { return }
    let differences = narrator.differences(to: session.state?.current)
    let name = narrator.redacted("\(isShow ? "GET" : "POST") \(exchange.path)")
    if let text = story.tell(name, isShow: isShow, differences: differences) { exchange.note(summary: text) }
  }
}

extension Scene {
  /// In development, the class of the controller on top.
  var controllerName: String? {
    guard runtime.app.development != nil, let controller = window?.topViewController else { return nil }
    return String(String(describing: type(of: controller)).prefix { $0 != "<" })
  }

  /// In development, describes an updater that has run, if its request was described before.
  func tellLateUpdater(_ item: any Dispatchable) {
    guard let story = Story.current, story.isTold, let narrator = session.narrator else { return }
    let differences = narrator.differences(to: session.state?.current)
    let parts = ["later, after \(story.begin)", Story.name(of: item), differences.joined(separator: ", ")]
    runtime.app.development?.log?.add(parts.filter { !$0.isEmpty }.joined(separator: " → "))
  }
}
