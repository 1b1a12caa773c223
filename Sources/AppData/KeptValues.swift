internal import Basics
package import Hydra
internal import Synchronization

/// What an app keeps outside of its state, as on a phone: defaults, files, items of the keychain. A session's are stored with
/// its state.
///
/// Any thread may read and change them. Changes are a journal, like updaters, so that they are made again on what another server
/// stored, or are undone with their form.
package final class KeptValues: Sendable {
  /// Values by their keys.
  package typealias Domain = [String: KeptValue]

  package struct Change: Sendable {
    package enum Edit: Sendable {
      /// Nil removes the key.
      case set(String, KeptValue?)
      case replaceAll(Domain)
    }

    package let domain: String
    package let edit: Edit
    /// The request that it works for.
    package let cause: Cause?

    fileprivate func apply(to domains: inout [String: Domain]) {
      switch edit {
      case .set(let key, let value): domains[domain, default: [:]][key] = value
      case .replaceAll(let values): domains[domain] = values
      }
      if domains[domain]?.isEmpty == true { domains[domain] = nil }
    }
  }

  private struct Content {
    /// As the journal of the session has led to them.
    var settled: [String: Domain]
    /// With the pending changes.
    var current: [String: Domain]
    /// The changes that the journal does not have yet.
    var pending: [Change] = []
    var version: UInt64 = 0
    /// The values that `UserDefaults.register(defaults:)` got. They are not stored.
    var registered = Domain()
  }

  private let content: Locked<Content>
  /// Where the app reads and writes files; nil as long as it has not asked.
  private let folder = Locked<KeptFolder?>(nil)
  private let didChange: @Sendable (_ domain: String) -> Void

  /// - Parameter didChange: Called after each change, on the thread that makes it.
  package init(_ domains: [String: Domain] = [:], didChange: @escaping @Sendable (_ domain: String) -> Void = { _ in })
  {
    content = Locked(Content(settled: domains, current: domains))
    self.didChange = didChange
  }

  package subscript(domain: String) -> Domain { content.withLock { $0.current[domain] ?? [:] } }

  package var registered: Domain { content.withLock { $0.registered } }

  package func register(_ values: Domain) { content.withLock { $0.registered.merge(values) { $1 } } }

  /// The domain of the files in the app's home folder, by their paths there.
  private static let files = "files"

  /// The path of the app's home folder, which has the files that are kept.
  ///
  /// - Throws: An error of Foundation or `SystemError`, for example because the disk is full.
  package func home() throws -> String {
    try folder.withLock { folder in
      let made = try folder ?? KeptFolder(self[Self.files])
      folder = made
      return made.path
    }
  }

  /// Removes the app's home folder, also caches. It is made again, with the files that are kept, when the app asks for it.
  package func removeFolder() { folder.withLock { $0 = nil } }

  /// Notes the changes of files since the last call.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that can be stored of a file.
  ///   - cause: The request that they are for.
  /// - Throws: If a file cannot be read.
  package func noteFiles(limit: Int, for cause: Cause?) throws {
    guard let folder = folder.withLock({ $0 }) else { return }
    if folder.isLost { try folder.write([:], self[Self.files]) }
    for edit in try folder.edits(limit: limit) { change(Self.files, edit, for: cause) }
  }

  /// How often the values have changed.
  package var version: UInt64 { content.withLock { $0.version } }

  /// The values that the session's journal has led to.
  package var settled: [String: Domain] { content.withLock { $0.settled } }

  /// - Returns: False if the values are as before.
  @discardableResult
  package func change(_ domain: String, _ edit: Change.Edit, for cause: Cause? = Main.cause) -> Bool {
    let change = Change(domain: domain, edit: edit, cause: cause)
    let isNew = content.withLock { content in
      let old = content.current[domain]
      change.apply(to: &content.current)
      guard content.current[domain] != old else { return false }
      content.pending.append(change)
      content.version += 1
      return true
    }
    if isNew {
      cause?.hasRun.store(true, ordering: .relaxed)
      didChange(domain)
    }
    return isNew
  }

  /// Takes the pending changes, for the session's journal.
  package func takePending() -> [Change] {
    content.withLock { content in
      content.settled = content.current
      defer { content.pending = [] }
      return content.pending
    }
  }

  /// Applies the changes that are not stored to newly loaded values.
  ///
  /// - Parameter journal: The changes that were taken, and are not stored.
  /// - Returns: The domains that are not as before.
  package func rebase(on domains: [String: Domain], _ journal: [Change]) -> Set<String> {
    let (old, new, changed) = content.withLock { content in
      let old = content.current
      content.settled = domains
      for change in journal { change.apply(to: &content.settled) }
      content.current = content.settled
      for change in content.pending { change.apply(to: &content.current) }
      let new = content.current
      let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
      if !changed.isEmpty { content.version += 1 }
      return (old[Self.files] ?? [:], new[Self.files] ?? [:], changed)
    }
    if changed.contains(Self.files), let folder = folder.withLock({ $0 }) {
      do { try folder.write(old, new) } catch {
        Misuse.report("A session's files could not be written: \(error)")
      }
    }
    return changed
  }
}
