internal import Basics
internal import HTML
internal import HTTPServer
internal import Hydra
internal import Katana
internal import TempuraUI

/// What a server in development knows and says to the app's developer. A server in production has none.
final class Development: Sendable {
  /// Writes what requests did; nil if the operator wants no lines, or JSON.
  let log: DevelopmentLog?
  let pages: DevelopmentPages
  /// Those that a browser may use for the server; nil for a Unix socket, whose file no browser can connect to.
  let names: AllowedHosts?
  let panel = SetOnce<PanelServer>()
  /// Nil without a panel, as the rest of these.
  let mails: ShownMails?
  let network: PoorNetwork?
  private let problem = Locked<DevelopmentReport?>(nil)

  static let unknownHost =
    "This server is in development. Open it at localhost, an IP address or the name of its machine, or start it with "
    + "--dev-public=NAME."

  /// - Parameters:
  ///   - environment: Says what edit loop there is.
  ///   - names: The server's names besides those of this machine.
  init(log: DevelopmentLog?, _ environment: [String: String] = [:], hasPanel: Bool = false, names: [String]? = []) {
    self.log = log
    self.names = names.map { AllowedHosts($0 + [AllowedHosts.machine]) }
    pages = DevelopmentPages(environment)
    mails = hasPanel ? ShownMails(log) { $1?.session.recorder?.note($0) } : nil
    network = hasPanel ? PoorNetwork() : nil
    Misuse.tell { message in
      (Main.scoped as? Scene)?.reports?.add(
        DevelopmentReport(["There is a mistake in the app’s code."], lines: [message]), isRepeated: false)
    }
  }

  convenience init(_ options: CommandLineOptions, _ environment: [String: String]) {
    self.init(
      log: options.logsRequests && options.logFormat == .text ? DevelopmentLog() : nil, environment,
      hasPanel: options.hasPanel, names: options.socket == nil ? options.publicNames : nil)
    if options.hasPanel { CreationStacks.begin() }
    if let mails { SentMails.take { mails.add(to: $0, subject: $1, text: $2) } }
  }

  /// Why the changed files are not used; nil if they are.
  var reloadProblem: DevelopmentReport? { problem.withLock { $0 } }

  /// Notes that changed files are used, in the place of those of another site.
  func didReload(_ old: Site, _ runtime: Runtime) {
    problem.withLock { $0 = nil }
    pages.didReload(old, runtime)
  }

  /// Notes that changed files are not used.
  func didRefuseFiles(_ error: any Error, _ runtime: Runtime) {
    let template = error as? TemplateError
    let text = template.flatMap { RegularFile.contents(atPath: $0.file) }.map { String(decoding: $0, as: UTF8.self) }
    let excerpt = text.map { TrapReport.lines(of: $0, around: template?.line ?? 0) } ?? []
    let copies = ResourceCopies(besideProgram: ProcessArguments.all.first ?? "")
    let sentence = "The changed files are not used, and the old ones stay in use."
    let lines = [copies.namingSources("\(error)")] + excerpt
    problem.withLock { $0 = DevelopmentReport([sentence], lines: lines) }
    pages.didRefuseFiles([sentence, ""] + lines, runtime)
  }
}

extension Development: RequestWatcher {
  func takeReports(of scene: Scene) -> [DevelopmentReport] {
    (scene.reports?.take() ?? []) + [reloadProblem].compactMap(\.self)
  }

  func report(of refusal: RequestRefusal, _ scene: Scene?, _ context: RequestContext) -> DevelopmentReport? {
    if case .notFound = refusal { return routeReport(of: scene, context.url, context.runtime.app.routes) }
    return refusal.report(of: context.runtime.app.type).map { DevelopmentReport([], lines: [$0]) }
  }

  /// Why the URL leads to no screen, and which routes there are.
  ///
  /// - Parameter scene: A scene whose screens are shown: the one that was to go to the URL, or another one.
  private func routeReport(of scene: Scene?, _ url: String, _ routes: RouteTable) -> DevelopmentReport {
    var lines = ["\(url) leads to no screen."]
    if case .lost(let error)? = scene?.phase {
      lines.append("\(error)")
    } else if routes.destination(url: url) == nil {
      lines.append("A context in it is missing, not of the type that routeContexts says, or too long.")
    }
    lines += ["", "The app’s routes:"] + routes.described + (scene?.screens ?? [])
    return DevelopmentReport([], lines: lines.map(Log.line))
  }
}

extension Development: RequestGate {
  /// Requests may be for the panel, or come by a poor network. Pages of other sites must not read the states and sources of the
  /// app, nor by names of theirs that lead to this machine.
  func handle(_ exchange: HTTPExchange, _ runtime: Runtime, pass: @escaping @Sendable (HTTPExchange) -> Void) {
    // The name that the browser has used, also behind a proxy, whose fields a page could set.
    guard [exchange.header("Host"), exchange.host].allSatisfy({ names?.has($0) != false }) else {
      return exchange.respond(.plain("\(Self.unknownHost)\n", status: .misdirectedRequest))
    }
    if let panel = panel.value, panel.handle(exchange) { return }
    if DevelopmentPages.isOpened(by: exchange), exchange.isBelowBasePath, exchange.method == .get {
      if CrossSite.isRefused(exchange) { return exchange.respond(HTTPResponse(status: .forbidden)) }
      exchange.note { $0.group = runtime.metrics.requests.live }
      return pages.open(exchange, runtime)
    }
    guard let network else { return pass(exchange) }
    network.carry(exchange, runtime, to: pass)
  }
}
