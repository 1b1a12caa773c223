import Sessions
import TempuraServer

/// The stream of a browser's pages, which tells them to ask what has changed. The browser opens it again when its connection has
/// ended (HTML Standard, section 9.2), and the script when it was refused.
final class EventSource {
  private unowned let browser: Browser
  private let history: History
  private var names = 0
  private var name = ""
  /// The number of the connection; what comes from others is late.
  private var connection = 0
  private var isOpen = false
  /// Whether an event has come by this connection.
  private var hasEvent = false
  /// When the last part of the connection arrives, in virtual seconds.
  private var lastArrival = 0.0
  /// What ends the connection at the server.
  private var leave: (() -> Void)?

  init(of browser: Browser, _ history: History) {
    self.browser = browser
    self.history = history
  }

  private var world: World { history.world }

  /// The name by which requests name the stream; nil if none is known to be open.
  var knownName: String? { hasEvent ? name : nil }

  /// The server that it was opened at.
  private(set) weak var server: Server?
  /// The session that the stream was opened for.
  private var key: SessionKey?
  /// The session of an open stream; nil if none is.
  var openKey: SessionKey? { hasEvent ? key : nil }

  /// The tab whose page has the stream, and tells the others.
  private(set) weak var owner: Tab?

  /// Opens the stream, unless another tab has it.
  func open(for tab: Tab) {
    guard !isOpen else { return }
    owner = tab
    openAnew()
  }

  private func openAnew() {
    isOpen = true
    names += 1
    name = "stream\(browser.number)x\(String(1_000_000_000 + names).dropFirst())"
    connect()
  }

  /// The browser closes the stream.
  func close() {
    end()
    isOpen = false
  }

  private func end() {
    connection += 1
    hasEvent = false
    leave?()
    leave = nil
  }

  private func connect() {
    guard isOpen else { return }
    connection += 1
    let (number, slot) = (connection, history.anyServer())
    let request = LocalRequest(url: "/live?stream=\(name)", cookies: browser.cookies)
    key = browser.key
    world.after(history.networkDelay()) { [self] in
      guard number == connection else { return }
      guard let server = history.server(slot) else { return didEnd(number) }
      self.server = server
      server.openStream(name, for: request) { [self] event in
        arrives(number) { event == nil ? $0.didEnd(number) : $0.didReceive(event ?? "") }
      } _: { [self] answer, leave in
        history.count(stream: answer.status)
        history.tell("browser \(browser.number) \(key?.shortened ?? "-"): stream: \(answer.status)")
        guard number == connection else { return leave?() ?? () }
        guard let leave else { return arrives(number) { $0.isAnswered(answer, number) } }
        self.leave = leave
        if let duration = history.streamDuration() { world.after(duration) { self.breaks(number) } }
      } lost: { [self] in
        arrives(number) { $0.didEnd(number) }
      }
    }
  }

  /// Something arrives at the browser, after what was sent before.
  private func arrives(_ number: Int, _ body: @escaping (EventSource) -> Void) {
    lastArrival = max(world.time + history.networkDelay(), lastArrival)
    world.after(lastArrival - world.time) { [self] in if number == connection { body(self) } }
  }

  private func didReceive(_ event: String) {
    guard event.contains("event: change") else { return }
    hasEvent = true
    browser.hear(history.isReaderSlow() ? [:] : LivePage.Told.all(in: event))
  }

  /// An answer without a stream: one event if there is no session, or a refusal.
  private func isAnswered(_ answer: LocalAnswer, _ number: Int) {
    if answer.page.contains("event: change") {
      didReceive(answer.page)
      return didEnd(number)
    }
    end()
    // The script opens another one.
    world.after(1) { [self] in if isOpen, number + 1 == connection { openAnew() } }
  }

  private func didEnd(_ number: Int) {
    guard number == connection else { return }
    leave = nil
    end()
    let next = connection
    world.after(2) { [self] in if next == connection { connect() } }
  }

  /// The connection breaks. The server notices later.
  private func breaks(_ number: Int) {
    guard number == connection, let leave else { return }
    history.tell("browser \(browser.number): its stream breaks")
    didEnd(number)
    world.after(history.networkDelay() * 20) { leave() }
  }
}
