internal import Basics
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Recordings
internal import TempuraUI

/// What a request does, where that is recorded. May be used on any thread.
final class RequestTrace: Sendable {
  private struct Content {
    /// The step of the request; nil before it has a session.
    var step: Int?
    /// What the user did; empty for a GET.
    var acts: [Step.Act] = []
    /// The side effects and updaters, and how often one was dispatched again and again.
    var dispatches: [(name: String, count: Int)] = []
    /// What the updaters changed in the state.
    var changes: [String] = []
    /// The views that updaters have changed.
    var views: Set<ObjectIdentifier> = []
    /// The controller on top.
    var controller: String?
    /// Whether the terminal has told it.
    var isTold = false

    var parts: [String] {
      [acts.map(\.sentence).joined(separator: ", ")].filter { !$0.isEmpty }
        + dispatches.map { $0.count == 1 ? $0.name : "\($0.name) ×\($0.count)" }
    }
  }

  private let content = Locked(Content())
  private static let maxChanges = 4

  /// That of the request for which the running code works; nil where nothing is recorded, and for code that works for none.
  static var current: RequestTrace? { Main.cause?.requestTrace as? RequestTrace }

  var step: Int? {
    get { content.withLock(\.step) }
    set { content.withLock { $0.step = newValue } }
  }

  var controller: String? { content.withLock(\.controller) }

  /// Whether the request has done nothing.
  var isEmpty: Bool { content.withLock { $0.parts.isEmpty && $0.changes.isEmpty } }

  func note(acts: [Step.Act]) { content.withLock { $0.acts = acts } }

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

  func note(_ changes: [String]) {
    content.withLock { content in
      for change in changes {
        // Several updaters may have set one property: the last value counts.
        let path = change.prefix { $0 != "=" }
        content.changes.removeAll { path.count < change.count && $0.hasPrefix("\(path)=") }
        if content.changes.count <= Self.maxChanges { content.changes.append(change) }
      }
    }
  }

  var views: Set<ObjectIdentifier> { content.withLock(\.views) }

  /// Notes which views an updater has changed.
  func add(_ views: [UIView]) {
    let views = views.map(ObjectIdentifier.init)
    content.withLock { $0.views.formUnion(views) }
  }

  func note(screen controller: String?) { content.withLock { $0.controller = controller } }

  static func name(of item: any Dispatchable) -> String { String(describing: type(of: item).unscoped) }

  /// What the user did, and what that dispatched.
  var begin: String { content.withLock { $0.parts.joined(separator: " → ") } }

  var isTold: Bool { content.withLock(\.isTold) }

  /// Describes the request in a line.
  ///
  /// - Returns: Nil for a form that does nothing, such as one that only moves the focus.
  func tell(_ request: String, isShow: Bool) -> String? {
    content.withLock { content in
      content.isTold = true
      let changes = Self.text(of: content.changes)
      guard isShow || !content.parts.isEmpty || !changes.isEmpty else { return nil }
      var parts = (content.acts.isEmpty ? [request] : []) + content.parts
      if !changes.isEmpty { parts.append(changes) }
      if isShow, let controller = content.controller { parts.append(controller) }
      return parts.joined(separator: " → ")
    }
  }

  static func text(of changes: [String]) -> String {
    (changes.prefix(maxChanges) + (changes.count > maxChanges ? ["…"] : [])).joined(separator: ", ")
  }
}

extension Step.Act {
  /// Such as "text “Milk” in titleField", "tap Save".
  var sentence: String {
    let name = id.split(separator: ".").last.map(String.init) ?? id
    let value = value.map { " “\($0.shortened(to: 40))”" } ?? ""
    return switch kind {
    case .type: "text\(value) in \(name)"
    case .set: "value\(value) in \(name)"
    case .chooseFiles: "files in \(name)"
    case .tap: "tap \(Log.line(of: label ?? name))"
    case .pressReturn: "return in \(name)"
    }
  }
}

extension Scene {
  /// Where it is recorded, the class of the controller on top.
  var controllerName: String? {
    guard session.recorder != nil, let controller = window?.topViewController else { return nil }
    return String(String(describing: type(of: controller)).prefix { $0 != "<" })
  }

  /// In development, describes an updater that has run, if its request was described before.
  func tellLateUpdater(_ item: any Dispatchable, _ changes: [String]) {
    guard let requestTrace = RequestTrace.current, requestTrace.isTold, let log = runtime.app.development?.log else {
      return
    }
    let parts = ["later, after \(requestTrace.begin)", RequestTrace.name(of: item), RequestTrace.text(of: changes)]
    log.add(parts.filter { !$0.isEmpty }.joined(separator: " → "))
  }
}
