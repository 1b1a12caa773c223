internal import Foundation

/// What the edit loop does, for the program that serves and so for its open pages. It is in a file, which outlives programs.
struct EditStatus: Codable, Equatable {
  let activity: Activity
  /// What pages show if it failed.
  let lines: [String]

  enum Activity: String, Codable {
    case idle, building, failed
  }

  /// A page's connection has room for an event of some more bytes.
  private static let maxBytes = 8192

  init(_ activity: Activity, _ lines: [String] = []) {
    self.activity = activity
    var bytes = 0
    self.lines = lines.map { Log.line(of: $0) }.prefix { line in
      bytes += line.utf8.count + 3
      return bytes < Self.maxBytes
    }
  }

  private static func file(in folder: String) -> URL { URL(filePath: folder).appending(path: "status.json") }

  /// Writes the status into a folder. Without space on the disk there is none.
  func write(to folder: String) {
    do {
      try JSONEncoder().encode(self).write(to: Self.file(in: folder), options: .atomic)
    } catch {
      try? FileManager.default.removeItem(at: Self.file(in: folder))
    }
  }

  /// The status in a folder.
  init(in folder: String) {
    let data = try? Data(contentsOf: Self.file(in: folder))
    self = data.flatMap { try? JSONDecoder().decode(Self.self, from: $0) } ?? EditStatus(.idle)
  }
}
