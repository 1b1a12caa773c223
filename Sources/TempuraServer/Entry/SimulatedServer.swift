internal import HTTPServer
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

  /// Evicts idle sessions, as a server does every few seconds.
  package func freeIdleSessions(isMemoryScarce: Bool) { runtime.freeIdleSessions(isMemoryScarce: isMemoryScarce) }

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
