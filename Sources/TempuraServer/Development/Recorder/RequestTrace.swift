internal import Basics
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Recordings
internal import TempuraUI

/// Joins what a request does, where that is recorded: from its step follow the others. May be used on any thread.
final class RequestTrace: Sendable {
  private struct Content {
    /// The step of the request, and where it is recorded; nil before it has a session.
    var begin: (step: Int, recorder: SessionRecorder)?
    /// The views that updaters have changed.
    var views: Set<ObjectIdentifier> = []
  }

  private let content = Locked(Content())

  /// That of the request for which the running code works; nil where nothing is recorded, and for code that works for none.
  static var current: RequestTrace? { Main.cause?.requestTrace as? RequestTrace }

  /// The step of the request; nil before it has a session.
  var step: Int? { content.withLock(\.begin?.step) }

  func begin(with step: Int, in recorder: SessionRecorder) { content.withLock { $0.begin = (step, recorder) } }

  var views: Set<ObjectIdentifier> { content.withLock(\.views) }

  /// Notes which views an updater has changed.
  func add(_ views: [UIView]) {
    let views = views.map(ObjectIdentifier.init)
    content.withLock { $0.views.formUnion(views) }
  }

  /// What the request has done up to its answer; nil if no step of it is kept.
  var told: ToldRequest? { content.withLock(\.begin).flatMap { $1.told($0) } }
}

/// A request and what followed from it, for a line of the terminal.
struct ToldRequest {
  let request: Step.Request
  /// What the user did, and the side effects and updaters that it dispatched, each once for those in a row.
  private(set) var parts: [String]
  /// What the updaters changed in the state.
  private var changes: [String] = []

  private static let maxChanges = 4

  init(_ request: Step.Request, _ followers: [Step]) {
    self.request = request
    parts = request.acts.isEmpty ? [] : [request.acts.map(\.sentence).joined(separator: ", ")]
    var last = (name: "", count: 0)
    for dispatch in followers.compactMap(\.event.dispatch) {
      note(dispatch.changes)
      let name = dispatch.type.describedTypeName
      last = (name, name == last.name ? last.count + 1 : 1)
      if last.count > 1 { parts.removeLast() }
      parts.append(last.count > 1 ? "\(name) ×\(last.count)" : name)
    }
  }

  private mutating func note(_ changes: [String]) {
    for change in changes {
      // Several updaters may have set one property: the last value counts.
      let path = change.prefix { $0 != "=" }
      self.changes.removeAll { path.count < change.count && $0.hasPrefix("\(path)=") }
      if self.changes.count <= Self.maxChanges { self.changes.append(change) }
    }
  }

  /// What the user did, and what that dispatched.
  var begin: String { parts.joined(separator: " → ") }

  /// Whether the request has done nothing.
  var isEmpty: Bool { parts.isEmpty && changes.isEmpty }

  /// Whether the terminal has described it.
  var isDescribed: Bool { request.status.map { $0 != HTTPStatus.noContent.code } ?? false }

  /// Describes the request in a line.
  ///
  /// - Returns: Nil for a form that does nothing, such as one that only moves the focus.
  func line(_ name: String, isShow: Bool) -> String? {
    guard isShow || !isEmpty else { return nil }
    var line = (request.acts.isEmpty ? [name] : []) + parts
    if !changes.isEmpty { line.append(Self.text(of: changes)) }
    if isShow, let screen = request.screen { line.append(screen) }
    return line.joined(separator: " → ")
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
    guard let log = runtime.app.development?.log, let told = RequestTrace.current?.told, told.isDescribed else {
      return
    }
    let parts = [
      "later, after \(told.begin)", String(describing: type(of: item).unscoped), ToldRequest.text(of: changes),
    ]
    log.add(parts.filter { !$0.isEmpty }.joined(separator: " → "))
  }
}
