internal import Basics
internal import DevelopmentPanel
internal import Foundation
internal import Recordings
internal import SessionKernel
internal import Sessions
internal import Synchronization

/// The recorders of a server: of all sessions in development, else of those that an operator names.
///
/// A recorder outlives its session in memory: a session that is loaded again goes on with it.
final class Recorders: Sendable {
  private struct Content {
    /// By the marks of the sessions.
    var recorders: [String: SessionRecorder] = [:]
    /// The sessions that an operator wants recorded, and until when, in seconds since 1970.
    var wanted: [SessionKey: Int64] = [:]

    mutating func add(_ recorder: SessionRecorder) {
      if recorders.count >= Recorders.maxRecorders,
        let oldest = recorders.min(by: { $0.value.lastTime < $1.value.lastTime })
      {
        recorders[oldest.key] = nil
      }
      recorders[recorder.mark] = recorder
    }
  }

  /// Whether each session is recorded.
  private let recordsAll: Bool
  private let content = Locked(Content())
  private let wantedCount = Atomic(0)
  /// Called on any thread when something was recorded.
  let didChange = SetOnce<@Sendable () -> Void>()

  /// The most sessions that are recorded. The one that was used longest ago is dropped.
  private static let maxRecorders = 32

  /// Where the program before this one has left its recordings, and this one leaves them; nil for nowhere.
  private let folder: String?

  init(recordsAll: Bool, folder: String? = nil) {
    self.recordsAll = recordsAll
    self.folder = folder
  }

  /// The recorder of a session that begins, or comes back to memory; nil if it is not recorded.
  func recorder(for key: SessionKey, _ mark: SessionMark, _ runtime: Runtime) -> SessionRecorder? {
    guard isActive else { return nil }
    return content.withLock { content in
      // Also if it has got another id since its recording began.
      if let known = content.recorders[mark.digits] { return known }
      guard recordsAll || content.wanted[key] != nil else { return nil }
      // A developer sees all: values are blotted out of what operators get.
      let secretKeys = recordsAll ? nil : (runtime.app.type as? any RecordingRedaction.Type)?.redactedKeys ?? []
      let recorder = SessionRecorder(
        mark, key, of: runtime, in: self, secretKeys: secretKeys, after: left(mark.digits))
      content.add(recorder)
      return recorder
    }
  }

  /// Notes that a session is used whose recorder may have been dropped, because others were used later.
  func noteUse(of recorder: SessionRecorder) {
    guard recordsAll else { return }
    content.withLock { if $0.recorders[recorder.mark] == nil { $0.add(recorder) } }
  }

  /// The recorders, the one that was used last first.
  var all: [SessionRecorder] {
    content.withLock { Array($0.recorders.values) }.sorted { $0.lastTime > $1.lastTime }
  }

  subscript(mark: String) -> SessionRecorder? { content.withLock { $0.recorders[mark] } }

  /// Adds a recording that was loaded from a file.
  func add(_ recorder: SessionRecorder) { content.withLock { $0.add(recorder) } }

  /// Whether any session is recorded.
  var isActive: Bool { recordsAll || wantedCount.load(ordering: .relaxed) > 0 }

  /// Lets a session be recorded from when it comes into memory the next time.
  ///
  /// - Returns: False if too many are.
  func want(_ key: SessionKey, until time: Int64) -> Bool {
    content.withLock { content in
      guard content.wanted[key] != nil || content.wanted.count < Self.maxWanted else { return false }
      content.wanted[key] = time
      wantedCount.store(content.wanted.count, ordering: .relaxed)
      return true
    }
  }

  /// The most sessions that operators record at once.
  static let maxWanted = 8

  /// The sessions that are to be recorded.
  var wanted: [SessionKey] { isActive ? content.withLock { Array($0.wanted.keys) } : [] }

  func isWanted(_ key: SessionKey) -> Bool { content.withLock { $0.wanted[key] != nil } }

  /// The sessions whose recordings should have ended a minute ago.
  func overdue(at time: Int64) -> [SessionKey] {
    guard wantedCount.load(ordering: .relaxed) > 0 else { return [] }
    return content.withLock { $0.wanted.filter { $0.value < time - 60 }.map(\.key) }
  }

  /// Ends what ``want(_:)`` began.
  ///
  /// - Parameter key: The key that the session had when that began.
  /// - Returns: What was recorded; nil if the session was not used.
  func stop(_ key: SessionKey) -> SessionRecorder? {
    content.withLock { content in
      content.wanted[key] = nil
      wantedCount.store(content.wanted.count, ordering: .relaxed)
      guard let recorder = content.recorders.values.first(where: { $0.firstKey == key }) else { return nil }
      content.recorders[recorder.mark] = nil
      return recorder
    }
  }

  /// In an edit loop, leaves the recordings to the next program. Called when this one stops.
  func leave() {
    guard let folder else { return }
    for recorder in all where recorder.file == nil {
      try? Data(recorder.recording.file()).write(to: URL(filePath: "\(folder)/\(recorder.mark).recording"))
    }
  }

  /// What the program before this one has left of a session.
  private func left(_ mark: String) -> Recording? {
    // A mark has letters and digits alone.
    let data = folder.flatMap { RegularFile.contents(atPath: "\($0)/\(mark).recording") }
    return data.flatMap { try? Recording(file: Array($0)) }
  }

  /// Notes a line of the log in the recording of its session.
  func note(_ entry: ServerLogEntry) {
    guard let digits = entry.session,
      let recorder = content.withLock({ $0.recorders.values.first { Log.digits($0.key.firstBits) == digits } })
    else { return }
    recorder.append(.log(level: entry.level.rawValue, text: entry.message))
  }
}
