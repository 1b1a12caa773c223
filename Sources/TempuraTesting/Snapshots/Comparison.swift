internal import Foundation
internal import Glibc

/// Writes the files of a snapshot and compares them with their references.
struct Comparison: Sendable {
  let settings: UITests.Settings
  let tolerance: Tolerance
  var isCompared = true

  /// A file of a snapshot that failed.
  struct Failure: Sendable, Equatable {
    let files: SnapshotFiles
    let ending, message: String
    var kind = Kind.other
    /// The picture of the difference, if there is one.
    var difference: Data?
    /// The old reference if a new one was recorded.
    var previous: Data?

    enum Kind: Sendable, Equatable {
      case missing
      /// The markup has other texts.
      case texts([TextChange])
      /// Markup or accessibility tree have other lines, with the same texts.
      case lines
      case pixels
      /// The files cannot be compared.
      case other
    }
  }

  /// - Returns: The failure, or nil if the file equals its reference.
  func check(_ data: Data, _ ending: String, of files: SnapshotFiles) -> Failure? {
    func failure(_ message: String, _ kind: Failure.Kind = .other, difference: Data? = nil) -> Failure {
      Failure(files: files, ending: ending, message: message, kind: kind, difference: difference)
    }
    let actual = "\(files.path).\(ending)"
    let reference = "\(files.referencePath).\(ending)"
    do {
      try Self.write(data, to: actual)
      guard isCompared else { return nil }
      if settings.recordMode == .all {
        try Self.record(data, to: reference)
        return nil
      }
      guard let expected = FileManager.default.contents(atPath: reference) else {
        if settings.recordMode == .never {
          return failure("There is no reference \(reference), and the record mode \"never\" writes none.", .missing)
        }
        try Self.record(data, to: reference)
        return nil
      }
      if expected == data { return nil }
      var different: Failure
      if ending == "png" {
        guard let (message, picture) = difference(expected, data) else { return nil }
        different = failure(message, picture == nil ? .other : .pixels, difference: picture)
      } else {
        let (old, new) = (String(decoding: expected, as: UTF8.self), String(decoding: data, as: UTF8.self))
        let changes = ending == "html" ? TextChange.changes(from: old, to: new) : []
        different = failure(Self.textDifference(old, new), changes.isEmpty ? .lines : .texts(changes))
      }
      if settings.recordMode == .failed {
        try Self.record(data, to: reference)
        different.previous = expected
      }
      return different
    } catch {
      return failure("A file could not be written: \(error.localizedDescription)")
    }
  }

  /// Checks a picture that was not taken because its content is empty.
  ///
  /// - Returns: A failure if there is a reference.
  func checkEmptyPicture(_ files: SnapshotFiles) -> Failure? {
    let reference = "\(files.referencePath).png"
    guard isCompared, settings.recordMode != .all, FileManager.default.fileExists(atPath: reference) else { return nil }
    return Failure(
      files: files, ending: "png",
      message: "The content is empty now. If that is right, delete \(reference).")
  }

  /// Writes a reference. Pictures are compressed again, because the browser compresses them quickly and poorly.
  private static func record(_ data: Data, to file: String) throws {
    let isPicture = file.hasSuffix(".png")
    let compressed = isPicture ? try? Bitmap(png: data).png() : nil
    try write(compressed.flatMap { $0.count < data.count ? $0 : nil } ?? data, to: file)
  }

  private static func write(_ data: Data, to file: String) throws {
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  private func difference(_ expected: Data, _ data: Data) -> (String, Data?)? {
    let reference: Bitmap
    do throws(PictureError) { reference = try Bitmap(png: expected) } catch {
      return ("The reference cannot be compared. \(error) Delete it and record it again.", nil)
    }
    do throws(PictureError) {
      let actual = try Bitmap(png: data)
      guard let difference = BitmapDifference(between: reference, and: actual, tolerance: tolerance) else { return nil }
      let sizes =
        (reference.width, reference.height) == (actual.width, actual.height)
        ? ""
        : " It is \(actual.width)x\(actual.height) pixels, and the reference \(reference.width)x\(reference.height)."
      let share = (difference.share * 10_000).rounded(.up) / 100
      return ("It looks different: \(difference.count) pixels, \(share) %.\(sizes)", try difference.picture.png())
    } catch {
      return ("The picture cannot be compared. \(error)", nil)
    }
  }

  /// The first lines that differ.
  private static func textDifference(_ old: String, _ new: String) -> String {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [(line: Int, text: String)] = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let element, _): lines.append((offset, "− \(element)"))
      case .insert(let offset, let element, _): lines.append((offset, "+ \(element)"))
      }
    }
    lines.sort { $0.line < $1.line }
    let shown = lines.prefix(12).map { "    \($0.line + 1) \($0.text)" }
    let rest = lines.count > shown.count ? ["    and \(lines.count - shown.count) more lines"] : []
    return (["The text is different:"] + shown + rest).joined(separator: "\n")
  }
}
