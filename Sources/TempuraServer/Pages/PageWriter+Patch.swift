internal import HTML
internal import HTTPServer
internal import TempuraMetrics
internal import TempuraUI

extension PageWriter {
  /// The media type of patches.
  static let patchType: StaticString = "text/vnd.tempura.patch"

  /// Returns the response with a patch that brings the page of a live request up to date: see docs/reference/live-protocol.md.
  ///
  /// - Parameters:
  ///   - version: The one that the client shows; nil if it is not known.
  ///   - message: The message at the top of the page.
  ///   - notes: Further notes at the top of the page.
  ///   - isWorking: Whether side effects still run.
  ///   - isShow: Whether the request only asks for changes. It is answered by 204 if there are none.
  ///   - isTarget: Whether the request was sent to the screen's URL, which the patch then leaves out.
  ///   - counts: The metrics that count the patch.
  ///   - coding: How the patch may be coded.
  func patch(
    _ screen: RenderedScreen, since version: PageVersion?, status: HTTPStatus = .ok, message: ServerText? = nil,
    notes: [PageNote] = [], isWorking: Bool = false, isShow: Bool, isTarget: Bool, countedBy counts: PatchCounts,
    coding: ContentCoding = .identity
  ) -> HTTPResponse {
    if isShow, isTarget, screen.patches.version == version, status == .ok, message == nil, notes.isEmpty,
      !isWorking
    {
      counts.none.increment()
      return .noContent
    }
    var buffer = HTMLBuffer(capacity: 4096)
    buffer.append("{")
    if !isTarget {
      buffer.append(member: "url")
      buffer.append(json: basePath + screen.url)
    }
    if screen.patches.version != version { write("version", screen.patches.version, into: &buffer) }
    if let patch = version.flatMap({ screen.patches.patch(since: $0) }) {
      counts.steps.increment()
      write(patch, into: &buffer)
    } else {
      counts.whole.increment()
      writeWhole(screen, into: &buffer)
    }
    write("motion", list: screen.takeMotion(since: version), into: &buffer)
    if message != nil || !notes.isEmpty {
      var notices = HTMLBuffer(capacity: 256)
      writeNotices(message, notes, screen.head.language, into: &notices)
      buffer.append(member: "notices")
      buffer.append(json: notices.bytes)
    }
    if let page = notes.lazy.compactMap(\.page).first {
      buffer.append(member: "location")
      buffer.append(json: page)
    }
    if isWorking { writeWorking(into: &buffer) }
    buffer.append("}")
    counts.bytes.increment(by: UInt64(buffer.count))
    var headers = HTTPHeaders()
    let body = buffer.body(coding, &headers)
    return HTTPResponse(status: status, shared: SecurityHeaders.patch, headers: headers, body: body)
  }

  /// The answer to a live request whose page has to be loaded anew.
  ///
  /// - Parameter mayWait: Whether the shown page may stay while the user types in it.
  func reload(_ url: String, mayWait: Bool = false) -> HTTPResponse {
    var buffer = HTMLBuffer(capacity: 128)
    buffer.append("{\"url\":")
    buffer.append(json: basePath + url)
    buffer.append(mayWait ? ",\"reload\":true,\"later\":true}" : ",\"reload\":true}")
    return HTTPResponse(status: .ok, shared: SecurityHeaders.patch, headers: HTTPHeaders(), body: buffer.body())
  }

  /// Writes the members of what a stream tells a tab.
  ///
  /// - Parameter old: The version that the patch follows.
  func write(
    _ patch: Patch, from old: PageVersion, to new: PageVersion, motion: [UInt8], isWorking: Bool,
    into buffer: inout HTMLBuffer
  ) {
    buffer.append("\"from\":\"")
    buffer.append(old)
    buffer.append("\"")
    if new != old { write("version", new, into: &buffer) }
    write(patch, into: &buffer)
    write("motion", list: motion, into: &buffer)
    if isWorking { writeWorking(into: &buffer) }
  }

  private func write(_ patch: Patch, into buffer: inout HTMLBuffer) {
    write("markup", patch.markup, into: &buffer)
    write("rules", patch.rules, into: &buffer)
    write("page", list: patch.values, into: &buffer)
  }

  private func write(_ name: StaticString, list elements: [UInt8], into buffer: inout HTMLBuffer) {
    guard !elements.isEmpty else { return }
    buffer.append(member: name)
    buffer.append("[")
    elements.withUnsafeBytes { buffer.append(bytes: $0) }
    buffer.append("]")
  }

  private func write(_ name: StaticString, _ version: PageVersion, into buffer: inout HTMLBuffer) {
    buffer.append(member: name)
    buffer.append("\"")
    buffer.append(version)
    buffer.append("\"")
  }

  private func writeWorking(into buffer: inout HTMLBuffer) {
    buffer.append(member: "working")
    buffer.append("true")
  }

  private func write(_ name: StaticString, _ text: [UInt8], into buffer: inout HTMLBuffer) {
    guard !text.isEmpty else { return }
    buffer.append(member: name)
    text.withUnsafeBytes { buffer.append(json: $0) }
  }

  /// Writes all that a page shows.
  private func writeWhole(_ screen: RenderedScreen, into buffer: inout HTMLBuffer) {
    buffer.append(member: "style")
    buffer.append(json: screen.css)
    buffer.append(member: "markup")
    var markup = HTMLBuffer(capacity: screen.markup.count)
    screen.markup.write(into: &markup)
    buffer.append(json: markup.bytes)
    write("page", list: values(of: screen.head, since: nil), into: &buffer)
  }

  // MARK: - Values of the page

  /// What a page says outside of its screen, as in `Patch.values`.
  ///
  /// - Parameter old: What the page said before. Only what is new is written; nil for all.
  func values(of new: PageHead, since old: PageHead?) -> [UInt8] {
    let olds = old.map(values(of:))
    var buffer = HTMLBuffer(capacity: 64)
    for (index, (name, value)) in values(of: new).enumerated() where olds == nil || olds?[index].value != value {
      buffer.append(buffer.count == 0 ? "\"" : ",\"")
      buffer.append(name)
      buffer.append("\",")
      buffer.append(jsonOrNull: value)
    }
    return Array(buffer.bytes)
  }

  private func values(of head: PageHead) -> [(name: StaticString, value: String?)] {
    let title = title(of: head)
    return [
      ("title", title),
      ("language", head.language.tag),
      ("direction", head.language.isRightToLeft ? "rtl" : "ltr"),
      ("viewport", Self.viewport(of: head)),
      ("heading", head.hasTopHeading ? nil : title),
      ("mark", head.mark?.digits),
      ("depth", String(head.depth)),
      ("leave", head.leftField),
    ]
  }
}

extension HTMLBuffer {
  /// Appends the name of a member of the object that the buffer is.
  fileprivate mutating func append(member name: StaticString) {
    append(count == 1 ? "\"" : ",\"")
    append(name)
    append("\":")
  }

  fileprivate mutating func append(jsonOrNull text: String?) {
    if let text { append(json: text) } else { append("null") }
  }
}
