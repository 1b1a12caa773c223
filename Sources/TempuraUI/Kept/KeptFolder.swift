internal import Basics
internal import Foundation
internal import Glibc

/// The home folder of an app in a session: files between its code, which reads and writes them by their paths, and kept values.
///
/// Caches and temporary files are not kept. The folder is removed with this object.
final class KeptFolder: @unchecked Sendable {
  // Safe because what is not immutable is touched under `lock` only.

  let path: String
  private let lock = Lock()
  /// The files as they were read or written last, by their paths in the folder.
  private var known: [String: Stamp] = [:]

  private struct Stamp: Equatable {
    let inode: UInt
    let size: Int
    let time: [Int]
  }

  private static let folders = ["Documents", "Library/Application Support", "Library/Caches", "tmp"]
  private static let unkept: Set<String> = ["Library/Caches", "tmp"]

  /// - Throws: `PickedFilesError` or an error of Foundation, for example because the disk is full.
  init(_ files: KeptValues.Domain) throws {
    path = try PickedFiles.makeFolder()
    for name in Self.folders {
      try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
    try replace(by: files)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Replaces the files by others.
  func replace(by files: KeptValues.Domain) throws {
    try lock.withLock {
      for name in scan().keys { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
      for case (let name, .data(let data)) in files {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
      known = scan()
    }
  }

  /// Returns the edits that lead from the values that are known to the files that are there.
  ///
  /// - Parameter limit: Of a larger file, one byte more is read: it can be stored in no session.
  func edits(limit: Int) -> [KeptValues.Change.Edit] {
    lock.withLock {
      let present = scan()
      var edits: [KeptValues.Change.Edit] = known.keys.filter { present[$0] == nil }.map { .set($0, nil) }
      for (name, stamp) in present where known[name] != stamp {
        guard let file = FileHandle(forReadingAtPath: "\(path)/\(name)") else { continue }
        if stamp.size > limit {
          Misuse.report(
            "The file \(name) of a session has \(stamp.size) bytes, more than ServerConfiguration.sessionBytes, \(limit). The "
              + "module UserFiles keeps large files of users.")
        }
        if let data = try? file.read(upToCount: limit + 1) ?? Data() { edits.append(.set(name, .data(data))) }
      }
      known = present
      return edits
    }
  }

  private func scan() -> [String: Stamp] {
    var found: [String: Stamp] = [:]
    guard let names = FileManager.default.enumerator(atPath: path) else { return found }
    while let name = names.nextObject() as? String {
      var status = stat()
      if Self.unkept.contains(name) {
        names.skipDescendants()
      } else if lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        let time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        found[name] = Stamp(inode: status.st_ino, size: status.st_size, time: time)
      }
    }
    return found
  }
}
