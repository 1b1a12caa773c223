internal import HTML
internal import SessionKernel
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

// What a session tells its open pages.

extension SceneList {
  /// Tells the open pages what has changed, except for those whose requests will be answered.
  ///
  /// - Parameter stream: The stream of a page whose answer has just been made.
  func tellStreams(except stream: String? = nil) {
    // A session that was evicted has no state here, and is stored as it was.
    guard !runtime.streams.isEmpty, session.life != .evicted else { return }
    var hasNews = session.takeNews()
    for scene in self where scene.takeMayHaveChanged() { hasNews = true }
    guard hasNews else { return }
    let count = runtime.streams.tell(
      session.key, except: [stream].compactMap(\.self) + session.waiters.streams
    ) { change() }
    runtime.metrics.patches.streamed.increment(by: UInt64(count))
  }

  /// The event `change`: see docs/reference/live-protocol.md. It has what is new in each tab whose page is known. Other tabs ask.
  /// Nil if all have to.
  private func change() -> HTMLBuffer? {
    guard mayTell else { return nil }
    telling = .rendering
    defer { if telling == .rendering { telling = .idle } }
    session.lifetime.lastUse.store(runtime.now, ordering: .relaxed)
    var buffer = HTMLBuffer(capacity: 2048)
    buffer.append("event: change\ndata:{")
    let start = buffer.count
    var tabs: Set<String> = []
    // A tab shows the scene that it used last.
    for scene in self {
      guard let tab = scene.tab, tabs.insert(tab).inserted else { continue }
      scene.writeChange(ofTab: tab, isFirst: buffer.count == start, into: &buffer)
    }
    if buffer.count == start { return nil }
    buffer.append("}\n\n")
    return buffer
  }

  /// Notes that the app has begun something, perhaps while it was rendered for its streams.
  func noteWork() { if session.queue.isCurrent, telling == .rendering { telling = .madeWork } }

  /// Whether open pages may be told what has changed, as if each had asked. If not, they ask: the answer may bring a new id, more
  /// time, or a refusal, and is recorded.
  private var mayTell: Bool {
    session.life == .live && telling != .madeWork && session.validity.isValid && !session.rotation.isWanted
      && !session.isDueForTouch && session.persistenceError == nil && session.slices?.isStale != true
      && session.attachments.isEmpty
  }
}

extension Scene {
  /// Renders what has changed, and writes it as a member of the event's data.
  fileprivate func writeChange(ofTab tab: String, isFirst: Bool, into buffer: inout HTMLBuffer) {
    // Asking the guard counts as code of the app.
    let mayHaveChanged = page.mayHaveChanged
    guard isAsShown else { return page.mayHaveChanged = mayHaveChanged }
    let old = page.version
    guard (try? update()) != nil, let patch = page.patch(since: old) else { return }
    page.saysWorking = isWorking
    buffer.append(isFirst ? "\"" : ",\"")
    buffer.append(markup: tab)
    buffer.append("\":{")
    page.site.pages.write(
      patch, from: old, to: page.version, motion: page.motion(since: old), isWorking: isWorking, into: &buffer)
    buffer.append("}")
  }

  /// Whether a request of its tab would be answered with a patch of the screens that the tab shows, and nothing else.
  private var isAsShown: Bool {
    updateLocation()
    return isAccepted && !isArriving && page.isLive && page.site === runtime.site && page.url == location?.url
      && !hasMessages && !isInOldLanguage && !hasWrongGuess && tabClosed == nil && access(to: nil) == .allowed
  }
}
