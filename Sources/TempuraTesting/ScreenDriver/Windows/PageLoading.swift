internal import Foundation
internal import Basics

/// Counts the pages that a tab of the browser loads, and reads the status of answers, by the events of the tab.
final class PageLoading: Sendable {
  private struct State {
    var pages = 0
    var status = 0
    var waiting: (count: Int, answer: PendingValue<Bool>)?
  }

  private let state = Locked(State())

  /// The number of pages that were loaded.
  var pages: Int { state.withLock { $0.pages } }

  /// The status of the last answer.
  var status: Int { state.withLock { $0.status } }

  /// Waits until another page is loaded.
  ///
  /// - Parameters:
  ///   - count: The number of pages that were loaded before.
  ///   - seconds: The longest time to wait.
  /// - Throws: `AppDriverError.silent`.
  func wait(after count: Int, seconds: Double) throws(AppDriverError) {
    let answer = PendingValue<Bool>()
    let isLoaded = state.withLock { state in
      if state.pages > count { return true }
      state.waiting = (count, answer)
      return false
    }
    if !isLoaded { _ = try answer.wait(seconds: max(seconds, 0)) }
  }

  // MARK: - Events

  private struct Response: Decodable {
    struct Content: Decodable {
      let status: Int
      let mimeType: String
    }
    let type: String
    let response: Content

    var isPatch: Bool { response.mimeType == PagePatch.mediaType }
  }

  private struct Navigation: Decodable { let type: String? }

  /// Handles an event of the tab.
  func handle(_ method: String, _ message: Data) {
    switch method {
    case "Network.responseReceived":
      guard let response = DevTools.parameters(of: message, as: Response.self) else { return }
      let status = response.response.status
      // A live answer without content leaves the page as it is.
      guard response.type == "Document" || response.isPatch && status != 204 else { return }
      state.withLock { $0.status = status }
    case "Page.loadEventFired": pageDidLoad()
    case "Page.frameNavigated":
      // A page from the back/forward cache is shown without a load event.
      if DevTools.parameters(of: message, as: Navigation.self)?.type == "BackForwardCacheRestore" { pageDidLoad() }
    default: break
    }
  }

  private func pageDidLoad() {
    let answer = state.withLock { state -> PendingValue<Bool>? in
      state.pages += 1
      guard let waiting = state.waiting, state.pages > waiting.count else { return nil }
      state.waiting = nil
      return waiting.answer
    }
    answer?.deliver(true)
  }
}
