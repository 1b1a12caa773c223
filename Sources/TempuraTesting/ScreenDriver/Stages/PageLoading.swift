internal import Foundation
internal import Basics

/// What a browser's tab tells of the pages that it loads.
final class PageLoading: Sendable {
  private struct State {
    var pages = 0
    var status = 0
    /// Whether the page that came last gets itself again, because side effects are running.
    var isRefreshing = false
    var waiting: (count: Int, answer: Answer<Bool>)?
  }

  private let state = Locked(State())

  /// How many pages were loaded.
  var pages: Int { state.withLock { $0.pages } }

  /// What the server answered with last.
  var status: Int { state.withLock { $0.status } }

  /// Waits for a page that does not get itself again.
  ///
  /// - Parameters:
  ///   - count: How many there were before.
  ///   - seconds: For how long.
  /// - Throws: `AppDriverError.silent` or `.stillWorking`.
  func wait(after count: Int, seconds: Double) throws(AppDriverError) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    try wait(forMoreThan: count, seconds: seconds)
    while true {
      let (pages, isRefreshing) = state.withLock { ($0.pages, $0.isRefreshing) }
      guard isRefreshing else { return }
      do {
        try wait(forMoreThan: pages, seconds: deadline.timeIntervalSinceNow)
      } catch {
        throw .stillWorking(seconds: seconds)
      }
    }
  }

  private func wait(forMoreThan count: Int, seconds: Double) throws(AppDriverError) {
    let answer = Answer<Bool>()
    let isThere = state.withLock { state in
      if state.pages > count { return true }
      state.waiting = (count, answer)
      return false
    }
    if !isThere { _ = try answer.wait(seconds: max(seconds, 0)) }
  }

  // MARK: - Events

  private struct Response: Decodable {
    struct Parameters: Decodable {
      struct Content: Decodable {
        let status: Int
        let headers: [String: String]
      }
      let type: String
      let response: Content
    }
    let params: Parameters
  }

  private struct Navigation: Decodable {
    struct Parameters: Decodable { let type: String? }
    let params: Parameters
  }

  /// Takes note of an event of the tab.
  func handle(_ method: String, _ message: Data) {
    switch method {
    case "Network.responseReceived":
      guard let response = try? JSONDecoder().decode(Response.self, from: message).params, response.type == "Document"
      else { return }
      state.withLock { state in
        state.status = response.response.status
        state.isRefreshing = response.response.headers.contains { $0.key.lowercased() == "refresh" }
      }
    case "Page.loadEventFired": pageCame()
    case "Page.frameNavigated":
      // A page that the browser had kept whole is there at once, and loads nothing.
      let navigation = try? JSONDecoder().decode(Navigation.self, from: message).params
      if navigation?.type == "BackForwardCacheRestore" { pageCame() }
    default: break
    }
  }

  private func pageCame() {
    let answer = state.withLock { state -> Answer<Bool>? in
      state.pages += 1
      guard let waiting = state.waiting, state.pages > waiting.count else { return nil }
      state.waiting = nil
      return waiting.answer
    }
    answer?.deliver(true)
  }
}
