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
  /// The style rules of the whole page; nil if the patch is not the whole page.
  var style: String? { members["style"] as? String }
  /// The style rules that are new.
  var rules: String { members["rules"] as? String ?? "" }
  var markup: String { members["markup"] as? String ?? "" }
  var notices: String { members["notices"] as? String ?? "" }
  var isWorking: Bool { members["working"] as? Bool == true }
  var isReload: Bool { members["reload"] as? Bool == true }

  /// Calls a closure for each value of the page, such as its title.
  func forEachValue(_ body: (String, String?) -> Void) throws(PatchError) {
    let values = members["page"] as? [Any] ?? []
    guard values.count.isMultiple(of: 2) else { throw .malformed("\(values)") }
    for index in stride(from: 0, to: values.count, by: 2) {
      guard let name = values[index] as? String, values[index + 1] is String || values[index + 1] is NSNull
      else { throw .malformed("\(values)") }
      body(name, values[index + 1] as? String)
    }
  }

  /// What changes the page, as JSON.
  var changes: String {
    let names: Set = ["version", "style", "rules", "markup", "page"]
    let changes = members.filter { names.contains($0.key) }
    let data = try? JSONSerialization.data(withJSONObject: changes, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
