import Foundation
import Sessions
import Glibc
import TestSupport

@testable import HTTPServer
@testable import TempuraServer

/// A page that a script keeps up to date, as in docs/reference/live-protocol.md. Patches are only read, not applied.
final class LivePage {
  let browser: Browser
  let tab: String
  private(set) var url: String
  private(set) var version = "0.0"
  private(set) var patch = LivePatch(Answer(RawResponse(head: "", body: [])))
  private var taps = 0
  /// What the page says of its screens.
  private(set) var mark: String?

  init(_ browser: Browser, tab: String, at url: String, stream: String? = nil) {
    self.browser = browser
    self.tab = tab
    self.url = url
    browser.headers = [
      "Accept": "text/vnd.tempura.patch", "Tempura-Tab": tab, "Tempura-Release": Release.none.id,
      "Tempura-Screen": "390 844 16",
    ]
    browser.headers["Tempura-Stream"] = stream
  }

  /// Asks what has changed.
  @discardableResult func ask() throws -> LivePatch { take(try get()) }

  private func get() throws -> Answer {
    browser.headers["Tempura-Version"] = version
    return try browser.get(url)
  }

  @discardableResult func tap(_ id: String, _ texts: [String: String] = [:], nonce: String? = nil) throws -> LivePatch {
    browser.headers["Tempura-Version"] = version
    taps += 1
    let page = nonce ?? "nonce\(tab)\(taps)abcdefgh.\(mark ?? "")."
    let fields = texts.sorted { $0.key < $1.key } + [("page", page), ("tap", id)]
    return take(try browser.post(fields, to: url))
  }

  /// Tells of fingers, or of a medium: see docs/reference/live-protocol.md.
  @discardableResult func touch(
    _ message: String, as name: String = "touches", nonce: String? = nil
  ) throws -> LivePatch {
    browser.headers["Tempura-Version"] = version
    taps += 1
    let page = "\(nonce ?? "nonce\(tab)\(taps)abcdefgh").\(mark ?? "")."
    return take(try browser.post([("page", page), (name, message)], to: url))
  }

  /// Tells that the user scrolled, as the header field `Tempura-Seen` says.
  @discardableResult func scroll() throws -> LivePatch {
    browser.headers["Tempura-Version"] = version
    taps += 1
    return take(try browser.post([("page", "nonce\(tab)\(taps)abcdefgh.\(mark ?? "").")], to: url))
  }

  /// Shows what an event tells this tab.
  ///
  /// - Returns: Nil if the tab has to ask.
  func follow(_ event: String?) -> LivePatch? {
    guard let line = event?.split(separator: "\n").first(where: { $0.hasPrefix("data:") }),
      let tabs = try? JSONSerialization.jsonObject(with: Data(line.dropFirst("data:".count).utf8)) as? [String: Any],
      let news = tabs[tab] as? [String: Any], news["from"] as? String == version,
      let body = try? JSONSerialization.data(withJSONObject: news)
    else { return nil }
    return take(Answer(RawResponse(head: "", body: Array(body))))
  }

  @discardableResult private func take(_ answer: Answer) -> LivePatch {
    patch = LivePatch(answer)
    if let new = patch.version { version = new }
    if let new = patch.url { url = new }
    if let new = patch.mark { mark = new }
    return patch
  }
}

/// The answer to a live request.
struct LivePatch {
  let answer: Answer
  private let members: [String: Any]

  init(_ answer: Answer) {
    self.answer = answer
    members = (try? JSONSerialization.jsonObject(with: Data(answer.body.utf8))) as? [String: Any] ?? [:]
  }

  var status: Int { answer.status }
  var url: String? { members["url"] as? String }
  var version: String? { members["version"] as? String }
  /// The markup of the changed elements, or of the whole page.
  var markup: String? { members["markup"] as? String }
  /// Whether it is the whole page.
  var isWhole: Bool { members["style"] != nil }
  /// The values of the page that it sets.
  var values: [String: String] {
    let list = members["page"] as? [Any] ?? []
    let pairs = stride(from: 0, to: list.count, by: 2).map { ("\(list[$0])", list[$0 + 1] as? String ?? "") }
    return Dictionary(pairs) { $1 }
  }
  var mark: String? { values["mark"] }
  /// The animations in JSON, with their members in the order of the alphabet.
  var motion: [String] {
    (members["motion"] as? [Any] ?? []).map { animation in
      let json = try? JSONSerialization.data(
        withJSONObject: animation, options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: json ?? Data(), as: UTF8.self)
    }
  }
  var rules: String? { members["rules"] as? String }
  var notices: String? { members["notices"] as? String }
  var isWorking: Bool { members["working"] as? Bool == true }
  var isReload: Bool { members["reload"] as? Bool == true }
}

extension TestServer {
  /// A page of a browser's tab that has asked once.
  func page(_ tab: String, of browser: Browser, at url: String = "/list") throws -> LivePage {
    let page = LivePage(self.browser(of: browser), tab: tab, at: url)
    try page.ask()
    return page
  }
}

/// A stream whose events are read at the other end of its socket.
final class CountingStream {
  let stream: EventStream
  private let end: Int32
  private var received: [String] = []

  init() {
    var descriptors: [Int32] = [-1, -1]
    // Each event is a message of its own.
    let result = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &descriptors)
    precondition(result == 0, "socketpair: \(String(cString: strerror(errno)))")
    stream = EventStream(descriptors[0], for: nil) { _ in }
    end = descriptors[1]
  }

  deinit {
    stream.finish()
    close(end)
  }

  /// The events that were sent.
  var events: [String] {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = recv(end, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
      received.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    return received
  }

  var eventCount: Int { events.count }
}

extension TestServer {
  /// The stream of a session's open page, until it is released.
  func openPage(of key: SessionKey) -> CountingStream {
    let stream = CountingStream()
    runtime.streams.add(stream.stream, named: "streamstreamstream", of: key, until: .max)
    return stream
  }
}
