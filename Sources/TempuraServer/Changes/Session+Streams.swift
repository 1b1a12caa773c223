internal import HTML
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

// What a session tells its open pages.

extension Session {
  /// Tells the open pages what has changed, except for those whose requests will be answered.
  ///
  /// - Parameter stream: The stream of a page whose answer has just been made.
  func tellStreams(except stream: String? = nil) {
    // A session that was evicted has no state here, and is stored as it was.
    guard !runtime.streams.isEmpty, life != .evicted else { return }
    var hasNews = state?.takeNews() ?? false
    for scene in scenes where scene.takeMayHaveChanged() { hasNews = true }
    guard hasNews else { return }
    let count = runtime.streams.tell(key, except: [stream].compactMap(\.self) + waiters.streams) { change() }
    runtime.metrics.patches.streamed.increment(by: UInt64(count))
  }

  /// The event `change`: see docs/reference/live-protocol.md. It has what is new in each tab whose page is known. Other tabs ask.
  private func change() -> HTMLBuffer {
    var buffer = HTMLBuffer(capacity: 2048)
    buffer.append("event: change\ndata:")
    let mayTell = mayTell
    telling = .idle
    if mayTell {
      telling = .rendering
      lifetime.lastUse.store(runtime.now, ordering: .relaxed)
      var tabs: Set<String> = []
      buffer.append("{")
      // A tab shows the scene that it used last.
      for scene in scenes {
        if let tab = scene.tab, tabs.insert(tab).inserted { scene.writeChange(ofTab: tab, into: &buffer) }
      }
      buffer.append("}")
      if telling == .rendering { telling = .idle }
    }
    buffer.append("\n\n")
    return buffer
  }

  /// Whether open pages may be told what has changed, as if each had asked. If not, they ask: the answer may bring a new id, more
  /// time, or a refusal, and is recorded.
  private var mayTell: Bool {
    life == .live && telling != .madeWork && !renewal.isWanted && !isDueForTouch && persistenceError == nil
      && parts?.stale.isEmpty != false && recorder == nil && replay == nil
  }

  /// Takes in what other sessions have stored of shared parts, in a turn, which tells the open pages. Can be called on any thread.
  ///
  /// Many sessions that share a part do this a few at a time, like the requests of one address.
  func update() {
    guard !freshness.isUpdating.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let executor = AddressExecutor(runtime.turns, client: AddressExecutor.updates)
    Task.detached(executorPreference: executor) { [self] in
      await executor.inTurn(of: self) { _ in
        freshness.isUpdating.store(false, ordering: .sequentiallyConsistent)
        // Nothing here knows what its pages show, or the storage has to be asked.
        if life == .evicted || state == nil || parts?.stale.isEmpty == false { runtime.streams.tell(key) }
      }
    }
  }
}

extension Scene {
  /// Renders what has changed, and writes it as a member of the event's data.
  fileprivate func writeChange(ofTab tab: String, into buffer: inout HTMLBuffer) {
    guard isAsShown else {
      page.mayHaveChanged = false  // code of the app ran only to find that out
      return
    }
    let old = page.version
    guard (try? update()) != nil, let patch = page.patch(since: old) else { return }
    page.saysWorking = isWorking
    let isFirst = buffer.bytes.last == UInt8(ascii: "{")
    buffer.append(isFirst ? "\"" : ",\"")
    buffer.append(markup: tab)
    buffer.append("\":{")
    page.site.pages.write(patch, from: old, to: page.version, isWorking: isWorking, into: &buffer)
    buffer.append("}")
  }

  /// Whether a request of its tab would be answered with a patch of the screens that the tab shows, and nothing else.
  private var isAsShown: Bool {
    updateLocation()
    return isAccepted && !isArriving && page.isLive && page.site === runtime.site && page.url == location?.url
      && !hasMessages && !isInOldLanguage && !hasWrongGuess && tabClosed == nil && access(to: nil) == .allowed
  }
}
