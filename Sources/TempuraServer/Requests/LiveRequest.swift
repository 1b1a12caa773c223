internal import Basics
internal import HTML
internal import HTTPServer
internal import SessionKernel
internal import Sessions
internal import TempuraMetrics
internal import TempuraUI

/// The header fields by which a live request describes its page: see docs/reference/live-protocol.md. Its answer is a patch instead of a page.
/// `ClientHints` reads the fields `Tempura-Screen` and `Tempura-Time-Zone`.
struct LiveRequest: Sendable {
  /// The version that the client shows; nil if the field is missing or malformed: the answer has the whole page.
  let version: PageVersion?
  /// The release of the files that the page was made for.
  let release: String
  /// The name of the browser's tab; nil if it is malformed.
  let tab: String?
  /// What the page says of its session; nil if it says nothing.
  let mark: SessionMark?
  /// The id of the element that has the focus; nil if the field is missing or malformed.
  let focus: String?
  /// What the page shows of its scroll views, as text: `Viewport`.
  let seen: String?
  /// The name of the client's stream, which is not told of what this request does; nil if none is open.
  let stream: String?
  /// How much of the window the keyboard covers, in CSS pixels; nil if the page does not tell.
  let keyboard: Double?

  /// Whether a request wants a patch.
  static func isLive(_ exchange: any Exchange) -> Bool { exchange.header("Accept", is: PageWriter.patchType) }

  /// - Returns: nil for a request that wants a page.
  init?(_ exchange: any Exchange) {
    guard Self.isLive(exchange) else { return nil }
    version = exchange.header("Tempura-Version").flatMap { PageVersion($0) }
    release = exchange.header("Tempura-Release") ?? ""
    tab = exchange.header("Tempura-Tab").flatMap(Self.validName)
    mark = exchange.header("Tempura-Session").flatMap { SessionMark($0) }
    focus = exchange.header("Tempura-Focus").flatMap { header in
      Array(header.utf8).withUnsafeBytes { PercentEncoding.decode($0) }?.streamSafe
    }
    seen = exchange.header("Tempura-Seen")
    keyboard = exchange.header("Tempura-Keyboard").flatMap { Double($0) }
    stream = exchange.header("Tempura-Stream").flatMap(Self.validName)
  }

  private static let longestName = 32

  /// Returns a name that a client gave to its tab or stream; nil if it is malformed.
  static func validName(_ text: String) -> String? {
    guard (1...longestName).contains(text.utf8.count) else { return nil }
    var name = text
    let isName = name.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          continue
        default: return false
        }
      }
      return true
    }
    return isName ? name : nil
  }
}

// What is done otherwise than for a request that wants a page.
extension RequestContext {
  /// Goes back to the request's URL if that is a screen below those which the page shows, as the button of a bar does.
  func goBack(_ live: LiveRequest, _ turn: borrowing Turn) async {
    guard let version = live.version, let destination = runtime.app.routes.destination(url: url),
      let scene = session.scenes.first(where: { $0.tab == live.tab && $0.canGoBack(to: destination, from: version) })
    else { return }
    scene.goBack(to: destination)
    await pause(turn, for: .page, of: scene, isArrival: true)
    scene.updateURL()
  }

  /// Goes where a redirect leads, as a browser would, and answers with a patch to the screens there.
  func follow(_ turn: borrowing Turn, to url: String) async throws(Answer) -> Answer {
    redirects += 1
    let scene = try await scene(turn, from: position(at: url))
    scene.updateURL()
    return .page(scene)
  }

  /// Lets the client load the page if no patch can bring it up to date; returns nil if one can.
  func reload(_ live: LiveRequest, _ scene: Scene, _ status: HTTPStatus, _ message: ServerText?) -> HTTPResponse? {
    if live.release == runtime.site.pages.release.id, notice == nil { return nil }
    // The client sends its form again, and loads the page after that.
    if status.code >= 500, let message { return errorPage(status, message) }
    // The page that the client loads says what there is to say.
    if let message { scene.say(message) }
    runtime.metrics.patches.reload.increment()
    return runtime.site.pages.reload(scene.url, mayWait: notice == nil)
  }

  /// Brings the page up to date, to a scene that was rendered just now.
  func patch(
    _ live: LiveRequest, _ scene: Scene, _ screen: RenderedScreen, _ status: HTTPStatus, _ message: ServerText?,
    _ notes: [PageNote]
  ) -> HTTPResponse {
    session.scenes.telling = .idle  // a page has asked
    scene.page.saysWorking = scene.isWorking
    let patch = scene.page.site.pages.patch(
      screen, since: live.version, status: status, message: message, notes: notes, isWorking: scene.isWorking,
      isShow: isShow, isTarget: exchange.isTarget(screen.url), countedBy: runtime.metrics.patches,
      coding: exchange.coding)
    // Before the answer is sent, because its page must be told of all that changes from then on. After it is written, because what
    // streams tell may render the scene again, which ends the markup.
    if !session.isUnsaved { session.scenes.tellStreams(except: request.stream) }
    return patch
  }
}
