internal import Foundation
internal import Glibc

/// What the edit loop does, for the program that serves and so for its open pages. It is in a file, which outlives programs.
struct EditStatus: Codable, Equatable {
  let activity: Activity
  /// What pages show if it failed.
  let lines: [String]

  enum Activity: String, Codable {
    case idle, building, failed
  }

  /// The environment variable with the folder of the file. A program that has it was started by an edit loop.
  static let variable = "TEMPURA_EDIT"

  /// More lines are not shown.
  private static let maxLines = 200

  init(_ activity: Activity, _ lines: [String] = []) {
    self.activity = activity
    self.lines = lines.prefix(Self.maxLines).map { Log.line(of: $0) }
  }

  private static func file(in folder: String) -> URL { URL(filePath: folder).appending(path: "status.json") }

  /// Whether a program has served in the edit loop with this folder.
  static func exists(in folder: String) -> Bool { access(file(in: folder).path, F_OK) == 0 }

  /// Writes the status into a folder. Without space on the disk, pages go on to show the status before.
  func write(to folder: String) {
    try? JSONEncoder().encode(self).write(to: Self.file(in: folder), options: .atomic)
  }

  /// The status in a folder.
  init(in folder: String) {
    let data = try? Data(contentsOf: Self.file(in: folder))
    self = data.flatMap { try? JSONDecoder().decode(Self.self, from: $0) } ?? EditStatus(.idle)
  }
}
