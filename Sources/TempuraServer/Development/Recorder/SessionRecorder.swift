internal import AppData
internal import Basics
internal import Foundation
internal import Katana
internal import Recordings
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// Records what happens in a session, step by step. May be used on any thread, except where it takes the session.
final class SessionRecorder: SessionAttachment {
  private struct Content {
    var recording: Recording
    var key: SessionKey
    var lastTime: Double
    /// Texts of secure fields, which no step has.
    var secrets: [String] = []
    /// What the last content was made of.
    var lastContent: (state: UInt64, scenes: UInt64, kept: UInt64) = (.max, .max, .max)
    /// The bytes of the last content.
    var contentSize = 0
    /// The step that its tabs show; nil for the present.
    var shownStep: Int?
  }

  /// Names the recording: the mark of its session.
  let mark: String
  /// The name of the file that it was loaded from; nil for a session of this server.
  let file: String?
  /// The names of properties whose values are not recorded.
  private let secretKeys: Set<String>
  /// Whether an operator gets the recording. A developer sees the state as it is.
  private let isForOperator: Bool
  /// The key of the session when the recording began.
  let firstKey: SessionKey
  /// The name of the storage of sessions; empty for a recording that was loaded from a file.
  let storageName: String
  private let content: Locked<Content>
  private let changes: @Sendable () -> Void

  /// - Parameters:
  ///   - secretKeys: The names of properties whose values an operator does not get; nil if a developer gets the recording.
  ///   - left: What the program before this one has recorded.
  init(
    _ mark: SessionMark, _ key: SessionKey, of runtime: Runtime, in recorders: Recorders, secretKeys: Set<String>?,
    after left: Recording?
  ) {
    self.mark = mark.digits
    firstKey = key
    storageName = String(describing: Swift.type(of: runtime.storage.base)).replacing("Storage", with: "")
    self.secretKeys = secretKeys ?? []
    isForOperator = secretKeys != nil
    file = nil
    let type = runtime.kernel.states.type
    var recording = Recording(
      app: runtime.site.pages.appName, release: runtime.site.pages.release.id,
      stateVersion: runtime.kernel.states.stateVersion,
      stateType: type.map { String(reflecting: $0) } ?? "", delegate: String(reflecting: runtime.app.type), language: ""
    )
    if var left {
      left.append(time: Self.time, .replacement(Step.Replacement(by: "a new program")))
      (left.release, left.stateVersion) = (recording.release, recording.stateVersion)
      recording = left
    }
    recording.stateProblem = runtime.app.memoryReason ?? (type == nil ? "The app has no store." : nil)
    content = Locked(Content(recording: recording, key: key, lastTime: Self.time))
    changes = { [weak recorders] in recorders?.didChange.value?() }
  }

  /// A recording that was loaded.
  init(_ recording: Recording, file: String) {
    mark = "file-\(file)"
    (secretKeys, isForOperator) = ([], false)
    (firstKey, storageName) = (SessionKey(of: .random()), "")
    self.file = file
    content = Locked(Content(recording: recording, key: firstKey, lastTime: Self.time))
    changes = {}
  }

  private static var time: Double { Date().timeIntervalSince1970 }

  /// When something was recorded last, in seconds since 1970.
  var lastTime: Double { content.withLock(\.lastTime) }
  var key: SessionKey { content.withLock(\.key) }
  var recording: Recording { content.withLock(\.recording) }
  var lastStep: Int { content.withLock(\.recording.lastStep) }
  var contentSize: Int { content.withLock(\.contentSize) }

  /// The step that the session's tabs show; nil for the present.
  var shownStep: Int? {
    get { content.withLock(\.shownStep) }
    set {
      content.withLock { $0.shownStep = newValue }
      changes()
    }
  }

  // MARK: - The session

  func didBegin(_ session: Session) {
    content.withLock { content in
      content.key = session.key
      content.lastContent = (.max, .max, .max)
    }
  }

  func didBeginState(of session: Session) {
    guard session.storesChanges else { return }
    let isFirst = content.withLock { $0.recording.firstContent(ofLine: $0.recording.current) == nil }
    if isFirst { note(contentOf: session, after: 0) }
  }

  func willDispatch(_ item: any Dispatchable, in scene: any SessionScene) -> (any DispatchRecord)? {
    (scene as? Scene).map { DispatchStep(item, of: $0, in: self) }
  }

  func willLeaveMemory(_ session: Session) { session.showPresent() }

  func didRename(_ session: Session) { content.withLock { $0.key = session.key } }

  // MARK: - Steps

  /// - Parameter cause: The step from which it follows.
  /// - Returns: The id of the step.
  @discardableResult func append(_ event: Step.Event, cause: Int? = nil, tab: String? = nil) -> Int {
    defer { changes() }
    return content.withLock { content in
      content.lastTime = Self.time
      return content.recording.append(time: content.lastTime, cause: cause, tab: tab, event)
    }
  }

  func update(_ id: Int, _ change: (inout Step) -> Void) {
    content.withLock { $0.recording.update(id, change) }
    changes()
  }

  /// Removes a step that turned out to be nothing, if no other one came after it.
  func discard(_ id: Int) { content.withLock { $0.recording.discard(id) } }

  /// What a request has done up to its answer; nil if its step is not kept.
  func told(_ step: Int) -> ToldRequest? {
    content.withLock { content in
      guard let request = content.recording.step(step)?.event.request else { return nil }
      return ToldRequest(request, content.recording.followers(of: step, until: request.lastStep ?? .max))
    }
  }

  /// Goes on after a step of the past: what followed it stays as a line that was left. In a turn of the session.
  ///
  /// - Parameter step: Nil for a step of another recording.
  func resume(from step: Int?, by author: String, _ session: Session) {
    let id = content.withLock { content in
      content.lastContent = (.max, .max, .max)
      if let step { content.recording.resume(from: step) }
      let by = step.map { "\(author), which resumed from step \($0)" } ?? author
      return content.recording.append(time: Self.time, .replacement(Step.Replacement(by: by)))
    }
    note(contentOf: session, after: id)
    changes()
  }

  // MARK: - The content after a step

  /// Notes the content of the session after a step, if it has changed. In a turn of the session.
  ///
  /// - Parameter step: Nil for the last one.
  func note(contentOf session: Session, after step: Int? = nil) {
    guard let state = session.state else { return }
    let made = (state.version, session.scenes.remembered.version, session.kept?.version ?? 0)
    guard content.withLock({ $0.recording.stateProblem == nil && $0.lastContent != made }) else { return }
    do {
      let bytes = try StateContent(
        state: state.current, stateVersion: session.runtime.states.stateVersion,
        scenes: session.scenes.remembered.entries, language: session.screens.language,
        timeZone: session.screens.timeZone,
        kept: session.kept?.settled.filter { !isForOperator || $0.key != "keychain" } ?? [:]
      ).encoded()
      let redacted = redaction.redacted(bytes, hasSecretTexts: isForOperator && hasSecrets)
      content.withLock { content in
        content.lastContent = made
        content.contentSize = bytes.count
        content.recording.note(
          redacted, after: step ?? content.recording.lastStep)
      }
    } catch {
      content.withLock { $0.recording.stateProblem = "The state cannot be written as JSON: \(error)" }
    }
  }

  /// What differs between two states: the first few, such as "state.items[0] added", "state.count = 2".
  func difference(from old: any State, to new: any State) -> [String] {
    func text(_ value: Any) -> String {
      // What a secret key has.
      value as? String == Redaction.mark ? Redaction.mark : ValueText.shortened(value, to: 40, redaction)
    }
    let (limit, secretKeys) = (4, secretKeys)
    let changes = ValueDifference(old, new, at: "state", limit: limit + 1, secretKeys: secretKeys, text: text).changes
    let lines = changes.prefix(limit).map { change in
      guard let value = change.new else { return "\(change.path) removed" }
      return change.old == nil ? "\(change.path) added" : "\(change.path) = \(text(value))"
    }
    return changes.count > limit ? lines + ["…"] : lines
  }

  // MARK: - Secrets

  /// What is not recorded: texts of secure fields, and where an operator records, the values of keys that the app names.
  var redaction: Redaction { Redaction(keys: secretKeys) { [weak self] in self?.redacted($0) ?? Redaction.mark } }

  func add(secrets: [String]) {
    content.withLock { content in
      for secret in secrets where !secret.isEmpty && !content.secrets.contains(secret) {
        content.secrets.append(secret)
      }
      // A client may send new ones all the time.
      while content.secrets.count > Self.maxSecrets { content.secrets.removeFirst() }
    }
  }

  private static let maxSecrets = 256

  private var hasSecrets: Bool { content.withLock { !$0.secrets.isEmpty } }

  /// Returns the text without those of secure fields.
  func redacted(_ text: String) -> String {
    content.withLock { $0.secrets }.sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: "•••") }
  }
}
