internal import Basics
internal import DevelopmentPanel
internal import HTTPServer
internal import SessionKernel
internal import Sessions

/// Serves the panel: a second app in this process, with sessions in memory, below a folder of the developed app's URLs.
final class PanelServer: Sendable {
  static let folder = "/tempura-panel"

  private let runtime: Runtime
  private let handler: RequestHandler

  /// - Parameters:
  ///   - app: The runtime of the developed app.
  ///   - options: Its options.
  /// - Throws: What is wrong with the panel, which is a defect of it.
  init(for app: Runtime, _ recorders: Recorders, _ options: CommandLineOptions) throws {
    let source = AppPanelSource(app, recorders)
    PanelDependencies.source.withLock { $0 = source }
    var options = options
    options.basePath += Self.folder
    (options.watchesFolders, options.hasPanel, options.isPanel) = (false, false, true)
    let configuration = PanelDelegate.serverConfiguration
    let site = try SiteSource(options, configuration, defaultName: "Panel").read()
    let panel = try ServedApp(PanelDelegate.self, configuration, site, app.log)
    runtime = Runtime(panel, storage: MemoryStorage(), site: site, log: app.log)
    handler = RequestHandler(runtime: runtime)
    recorders.didChange.set { [weak runtime] in runtime?.didChange(PanelDelegate.change) }
  }

  /// Answers a request if it is one for the panel.
  ///
  /// - Returns: Whether it is.
  func handle(_ exchange: HTTPExchange) -> Bool {
    if exchange.path == Self.folder {
      exchange.respond(.seeOther("\(exchange.basePath)\(Self.folder)/", shared: SecurityHeaders.redirect))
      return true
    }
    guard exchange.enter(Self.folder) else { return false }
    handler.handle(exchange)
    return true
  }

  func cleanUp() { runtime.kernel.cleanUp() }
}
