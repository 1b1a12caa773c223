package import Foundation
internal import HTTPServer
package import Katana
internal import SessionKernel
internal import Sessions
package import Tempura

// For tests of an app in their own process. The server need not be started.

extension AppServer {
  /// Answers a request to a screen as over HTTP, but without limits, static files and the check for other sites.
  ///
  /// - Parameter answer: Called once, on any thread, perhaps before this returns.
  package func respond(to request: LocalRequest, answer: @escaping @Sendable (LocalAnswer) -> Void) {
    handler.handle(LocalExchange(request, room: max(runtime.options.uploadBytes, 0), answer: answer))
  }

  /// Stores a session with a state, as another build of the app has stored it.
  ///
  /// - Parameters:
  ///   - state: The state as JSON.
  ///   - version: The `stateVersion` of that build.
  /// - Returns: The cookie of the session.
  package func store(state: Data, version: Int) -> (name: String, value: String) {
    let id = SessionID.random()
    let content = Data("{\"v\":\(version),\"state\":".utf8) + state + Data("}".utf8)
    let record = SessionRecord(
      version: 1, content: EncodedContent(bytes: [UInt8](content)), created: runtime.time,
      expiry: runtime.kernel.expiry(isUsed: true, created: runtime.time), isUsed: true)
    let storage = runtime.storage
    _ = try? StoredSessions.wait { () async throws(StorageError) in
      try await storage.save([RecordSave(record, for: SessionKey(of: id), replacing: 0)])
    }
    return ("session", id.cookieValue)
  }

  /// Reads the session of the server's only user, in a turn of the session.
  ///
  /// - Parameters:
  ///   - url: The user's URL.
  ///   - body: Called once, on any thread, perhaps before this returns. It gets nil if there is no session yet.
  package func look(at url: String, _ body: @escaping @Sendable (SessionView?) -> Void) {
    guard let session = runtime.sessions.sessions(unusedSince: .max).first else { return body(nil) }
    runtime.turns.run {
      await session.turn { _ in
        body(SessionView(state: session.state?.current, route: session.scenes.first { $0.url == url }?.route))
      }
    }
  }

  /// Waits until all work is done that the screens at a URL started.
  ///
  /// - Parameter body: Called once, on any thread, with the current URL of these screens.
  package func waitUntilIdle(_ url: String, _ body: @escaping @Sendable (String) -> Void) {
    guard let session = runtime.sessions.sessions(unusedSince: .max).first else { return body(url) }
    runtime.turns.run {
      await session.turn { turn in
        guard let scene = session.scenes.first(where: { $0.url == url }) else { return body(url) }
        _ = await turn.pause(until: Waiters.Waiter(.page, scene, Waiters.Request(id: session.id), timeout: nil))
        body(scene.url)
      }
    }
  }

  /// Renders all views of the screens at a URL, also those that are not marked as changed, in a turn of the session.
  ///
  /// - Parameters:
  ///   - tab: The tab that the screens belong to.
  ///   - body: Called once, on any thread. It gets the markup of the page and the new one if they differ, because a view
  ///     changed without being marked; else nil.
  package func renderAnew(
    _ url: String, of tab: String, _ body: @escaping @Sendable ((page: String, new: String)?) -> Void
  ) {
    guard let session = runtime.sessions.sessions(unusedSince: .max).first else { return body(nil) }
    runtime.turns.run {
      await session.turn { _ in
        let scene = session.scenes.first { $0.url == url && $0.tab == tab }
        body(scene?.renderAnew())
      }
    }
  }
}

/// The content of a session at one moment.
package struct SessionView {
  /// Nil if the app has no store.
  package let state: (any State)?
  /// Nil if the URL has no screens.
  package let route: Route?
}
