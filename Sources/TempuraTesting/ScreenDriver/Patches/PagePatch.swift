internal import Foundation
internal import TempuraServer

/// The answer to a live request: see `docs/reference/live-protocol.md`.
struct PagePatch {
  let status: Int
  private let requestURL: String
  private let members: [String: Any]

  static let mediaType = "text/vnd.tempura.patch"

  /// - Parameter url: The URL of the request.
  /// - Returns: nil for an answer that is a page.
  init?(_ answer: LocalAnswer, to url: String) throws(PatchError) {
    status = answer.status
    requestURL = url
    if status == 204 {
      members = [:]
      return
    }
    guard answer.header("Content-Type")?.hasPrefix(Self.mediaType) == true else { return nil }
    guard let members = (try? JSONSerialization.jsonObject(with: Data(answer.page.utf8))) as? [String: Any] else {
      throw .malformed(answer.page)
    }
    self.members = members
  }

  /// The URL of the screen.
  var url: String { members["url"] as? String ?? requestURL }
  var version: String? { members["version"] as? String }
  var steps: [[Any]] { members["steps"] as? [[Any]] ?? [] }
  var whole: [String: Any]? { members["whole"] as? [String: Any] }
  var notices: String { members["notices"] as? String ?? "" }
  var isWorking: Bool { members["working"] as? Bool == true }
  var isReload: Bool { members["reload"] as? Bool == true }

  /// What changes the page, as JSON.
  var changes: String {
    let changes: Any = whole ?? steps
    let data = try? JSONSerialization.data(withJSONObject: changes, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
