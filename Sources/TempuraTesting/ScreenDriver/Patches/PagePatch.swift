internal import Foundation
internal import TempuraServer

/// The answer to a live request: see `docs/reference/live-protocol.md`.
struct PagePatch {
  let status: Int
  private let requestURL: String
  private let members: Members

  static let mediaType = "text/vnd.tempura.patch"

  private struct Members: Codable {
    var url, version, style, rules, markup, notices: String?
    var working, reload: Bool?
    /// Names and values of the page by turns.
    var page: [String?]?
  }

  /// - Parameter url: The URL of the request.
  /// - Returns: nil for an answer that is a page.
  init?(_ answer: LocalAnswer, to url: String) throws(PatchError) {
    status = answer.status
    requestURL = url
    if status == 204 {
      members = Members()
      return
    }
    guard answer.header("Content-Type")?.hasPrefix(Self.mediaType) == true else { return nil }
    guard let members = try? JSONDecoder().decode(Members.self, from: Data(answer.page.utf8)),
      members.page?.count.isMultiple(of: 2) != false
    else { throw .malformed(answer.page) }
    self.members = members
  }

  /// The URL of the screen.
  var url: String { members.url ?? requestURL }
  var version: String? { members.version }
  /// The style rules of the whole page; nil if the patch is not the whole page.
  var style: String? { members.style }
  /// The style rules that are new.
  var rules: String { members.rules ?? "" }
  var markup: String { members.markup ?? "" }
  var notices: String { members.notices ?? "" }
  var isWorking: Bool { members.working == true }
  var isReload: Bool { members.reload == true }

  /// Values of the page, such as its title.
  var values: [(name: String, value: String?)] {
    let page = members.page ?? []
    return stride(from: 0, to: page.count, by: 2).map { (page[$0] ?? "", page[$0 + 1]) }
  }

  /// What changes the page, as JSON.
  var changes: String {
    var changes = members
    (changes.url, changes.notices, changes.working, changes.reload) = (nil, nil, nil, nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(changes)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
