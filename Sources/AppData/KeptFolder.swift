internal import Basics
internal import Foundation
internal import Glibc

/// The home folder of an app in a session. The app reads and writes files by their paths; `edits` and `write` keep them equal to
/// the kept values.
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

    init(_ status: stat) {
      (inode, size) = (status.st_ino, status.st_size)
      time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
  }

  private static let folders = ["Documents", "Library/Application Support", "Library/Caches", "tmp"]
  private static let unkept: Set<String> = ["Library/Caches", "tmp"]

  /// - Throws: `SystemError` or an error of Foundation, for example because the disk is full.
  init(_ files: KeptValues.Domain) throws {
    path = try ScratchFolder.make()
    try write([:], files)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Whether a program that cleans the temporary folder has removed it.
  var isLost: Bool { access("\(path)/\(Self.folders[0])", F_OK) != 0 }

  /// Writes the files that differ.
  func write(_ old: KeptValues.Domain, _ new: KeptValues.Domain) throws {
    try lock.withLock {
      for name in Self.folders {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
      }
      for name in Set(old.keys).union(new.keys) where old[name] != new[name] {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        // Such a name is of no file of the app: an import may have it.
        if name.split(separator: "/").contains("..") { continue }
        known[name] = nil
        if name.hasSuffix("/"), new[name] != nil {
          try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        } else if case .data(let data) = new[name] {
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try data.write(to: file, options: .atomic)
        } else {
          try? FileManager.default.removeItem(at: file)
        }
        known[name] = status(of: name).map { Stamp(name.hasSuffix("/") ? stat() : $0) }
      }
    }
  }

  /// Returns the changes of files since the last call.
  ///
  /// - Parameter limit: Of a larger file, one byte more is read: it can be stored in no session.
  /// - Throws: If a folder or a file cannot be read. Then the next call returns the same changes.
  func edits(limit: Int) throws -> [KeptValues.Change.Edit] {
    try lock.withLock {
      var present = try scan()
      var edits: [KeptValues.Change.Edit] = known.keys.filter { present[$0] == nil }.map { .set($0, nil) }
      for (name, stamp) in present where known[name] != stamp {
        if stamp.size > limit {
          Misuse.report(
            "The file \(name) of a session has \(stamp.size) bytes, more than ServerConfiguration.sessionBytes, \(limit). The "
              + "module UserFiles keeps large files of users.")
        }
        // A folder.
        if name.hasSuffix("/") {
          edits.append(.set(name, .data(Data())))
          continue
        }
        do {
          let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(path)/\(name)"))
          edits.append(.set(name, .data(try file.read(upToCount: limit + 1) ?? Data())))
        } catch {
          guard status(of: name) == nil else { throw error }
          present[name] = known[name]  // The next call notes that it is gone.
        }
      }
      known = present
      return edits
    }
  }

  private func scan() throws -> [String: Stamp] {
    var found: [String: Stamp] = [:]
    var folders = [""]
    while let folder = folders.popLast() {
      do {
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)") {
          let name = folder.isEmpty ? name : "\(folder)/\(name)"
          guard let status = status(of: name), !Self.unkept.contains(name) else { continue }
          if status.st_mode & S_IFMT == S_IFDIR {
            folders.append(name)
            if !Self.folders.contains(where: { "\($0)/".hasPrefix("\(name)/") }) { found["\(name)/"] = Stamp(stat()) }
          }
          if status.st_mode & S_IFMT == S_IFREG { found[name] = Stamp(status) }
        }
      } catch {
        if status(of: folder) != nil || isLost { throw error }
      }
    }
    // It may have been removed since the scan began: then its files are not the app's deletions.
    if isLost { throw SystemError("access") }
    return found
  }

  /// - Returns: Nil if there is no such file or folder.
  private func status(of name: String) -> stat? {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? status : nil
  }
}
