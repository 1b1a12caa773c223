internal import Basics
internal import Dispatch
internal import Foundation
internal import Glibc

/// Watches folders and all that is in them (inotify(7)), for `--watch`.
///
/// It lives as long as the process.
final class FolderWatch: @unchecked Sendable {
  // Safe because after `init` only the queue uses the variables.

  /// The paths of the folders.
  private let roots: [String]
  private let onChange: @Sendable (_ paths: Set<String>) -> Void
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "tempura.watch", qos: .utility)
  private let source: any DispatchSourceRead
  /// The paths of folders in which every change counts, by their watches.
  private var trees: [Int32: String] = [:]
  /// The roots, which may come and go, by the watches of the folders that they are in.
  private var parents: [Int32: Set<String>] = [:]
  /// What has changed since the last call.
  private var changed: Set<String> = []
  /// What is done a moment after the first of some changes.
  private var due: DispatchWorkItem?

  /// The time for changes that belong together.
  private static let moment = DispatchTimeInterval.milliseconds(50)

  /// - Parameters:
  ///   - roots: The paths of folders and files, which need not exist.
  ///   - onChange: Called on another thread a moment after the first of some changes, with the paths of all that was made,
  ///     changed or removed.
  /// - Throws: If the system has no watches left.
  init(_ roots: [String], onChange: @escaping @Sendable (_ paths: Set<String>) -> Void) throws(FolderError) {
    self.roots = roots.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    self.onChange = onChange
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    if descriptor < 0 { throw .unwatched(SystemError("inotify_init1")) }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    addWatches()
    // The handler and the source keep each other alive.
    source.setEventHandler { self.readEvents() }
    source.resume()
  }

  // MARK: - Watches

  private static let changes = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Watches the folders that there are by now. One that is watched already keeps its watch.
  private func addWatches() {
    trees = [:]
    parents = [:]
    for root in roots {
      let url = URL(fileURLWithPath: root)
      if let parent = watch(url.deletingLastPathComponent().path) {
        parents[parent, default: []].insert(root)
      }
      guard let tree = watch(root) else { continue }
      trees[tree] = root
      for path in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
        if let folder = watch("\(root)/\(path)", flags: UInt32(IN_DONT_FOLLOW)) {
          trees[folder] = "\(root)/\(path)"
        }
      }
    }
  }

  /// Returns nil if the path is not that of a folder.
  private func watch(_ path: String, flags: UInt32 = 0) -> Int32? {
    let watch = inotify_add_watch(descriptor, path, Self.changes | UInt32(IN_ONLYDIR) | flags)
    return watch < 0 ? nil : watch
  }

  // MARK: - Events

  private func readEvents() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        while offset < count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          let name = String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
          note(event, name)
        }
      }
    }
    guard !changed.isEmpty, due == nil else { return }
    let work = DispatchWorkItem { [self] in
      due = nil
      // First, so that no change is missed between what is read now and what is watched later.
      addWatches()
      defer { changed = [] }
      onChange(changed)
    }
    due = work
    queue.asyncAfter(deadline: .now() + Self.moment, execute: work)
  }

  private func note(_ event: inotify_event, _ name: String) {
    // Events were lost.
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changed.formUnion(roots) }
    if let folder = trees[event.wd] { changed.insert(name.isEmpty ? folder : "\(folder)/\(name)") }
    for root in parents[event.wd] ?? [] where root.hasSuffix("/\(name)") { changed.insert(root) }
  }
}
