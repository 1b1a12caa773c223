internal import HTTPServer
package import SessionKernel
package import Sessions
package import TempuraUI

/// A server without connections, on a machine that a simulation makes.
package final class SimulatedServer {
  private let runtime: Runtime
  private let handler: RequestHandler

  // Reading templates takes longer than a simulated history.
  private static let site = Result {
    Site(
      pages: PageWriter(
        templates: try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: []), appName: "Simulation",
        stylesheets: []),
      files: StaticFiles(folders: [], builtIn: [:]))
  }

  /// The release that pages name.
  package static var release: String { Release.none.id }

  /// - Throws: `TemplateError`, `RouteURLError` or `SceneError`.
  package init(
    app: any UIApplicationDelegate.Type, configuration: ServerConfiguration, storage: any SessionStorage,
    platform: Platform
  ) throws {
    var log = Log()
    log.isWritten = false
    let site = try Self.site.get()
    runtime = Runtime(
      try ServedApp(app, configuration, site, log, platform: platform), storage: storage, site: site, memoryLimit: .max,
      log: log, platform: platform)
    handler = RequestHandler(runtime: runtime)
  }

  /// Answers a request to a screen.
  package func respond(to request: LocalRequest, answer: @escaping @Sendable (LocalAnswer) -> Void) {
    handler.handle(LocalExchange(request, room: 0, answer: answer))
  }

  /// Opens a stream that tells of changes, as GET /live does.
  ///
  /// - Parameters:
  ///   - name: The name that the client gives it: 16 to 32 letters and digits.
  ///   - receive: Gets the events, and nil when the server ends the stream.
  package func openStream(
    _ name: String, for request: LocalRequest, receive: @escaping @Sendable (String?) -> Void,
    answer: @escaping @Sendable (LocalAnswer) -> Void
  ) {
    let exchange = LocalExchange(request, room: 0, receive: receive, answer: answer)
    LivePath.open(name, exchange, handler)
  }

  /// Something has changed outside of the sessions, which this server is the first one to know: see `Server.changed`.
  package func didChange(_ name: String) { runtime.didChange(name) }

  /// Evicts idle sessions, as a server does every few seconds.
  package func freeIdleSessions(isMemoryScarce: Bool) {
    runtime.kernel.freeIdleSessions(isMemoryScarce: isMemoryScarce)
  }

  /// Stores all sessions that have something to store, as a server does that stops.
  package func flush() { runtime.sessions.forEach { $0.queue.submit {} } }

  /// Frees the memory of a server that was killed, in a turn of each session.
  package func free() {
    runtime.sessions.forEach { session in
      runtime.turns.run {
        await session.turn { _ in
          session.runtime.sessions.remove(session)
          session.evict()
        }
      }
    }
  }
}
