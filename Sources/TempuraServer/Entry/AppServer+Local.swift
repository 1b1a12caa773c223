internal import HTTPServer
package import Katana
package import Tempura

/// Is told what is dispatched, before it is carried out, on the dispatching thread.
package typealias DispatchObserver = @Sendable (any Dispatchable) -> Void

// What tests ask of a server in their own process, which need not have been started for that.

extension AppServer {
  /// Answers a request to a screen the way it would be answered over HTTP, from where requests are read. Limits, files and
  /// the rules about other sites are not in that.
  ///
  /// - Parameter answer: Is called once, on any thread, perhaps before this returns.
  package func respond(to request: LocalRequest, answer: @escaping @Sendable (LocalAnswer) -> Void) {
    handler.handle(LocalExchange(request, room: max(runtime.options.uploadBytes, 0), answer: answer))
  }

  /// Looks at the session of the server's only user, in a turn of it.
  ///
  /// - Parameters:
  ///   - url: Where the user is.
  ///   - body: Is given nil if nobody has seen a screen yet; it is called once, on any thread, perhaps before this returns.
  package func look(at url: String, _ body: @escaping @Sendable (SessionView?) -> Void) {
    guard let session = runtime.sessions.sessions(unusedSince: .max).first else { return body(nil) }
    session.queue.perform {
      body(SessionView(state: session.state?.current, route: session.scenes.first { $0.url == url }?.route))
    }
  }

  /// Waits until nothing that the screens at a URL started is going on, however long that takes.
  ///
  /// - Parameter body: Is given the URL of these screens by then; it is called once, on any thread.
  package func settle(_ url: String, _ body: @escaping @Sendable (String) -> Void) {
    guard let session = runtime.sessions.sessions(unusedSince: .max).first else { return body(url) }
    session.queue.perform {
      guard let scene = session.scenes.first(where: { $0.url == url }) else { return body(url) }
      session.wait(for: .page, of: scene, isPatient: true) { body(scene.url) }
    }
  }
}

/// What is in a session at a moment.
package struct SessionView {
  /// Nil if the app has no store.
  package let state: (any State)?
  /// Nil if no screens are at the URL.
  package let route: Route?
}
