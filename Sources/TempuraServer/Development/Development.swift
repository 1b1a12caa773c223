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
  let names: OwnNames?
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
    self.names = names.map { OwnNames($0 + [OwnNames.machine]) }
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

/// In development, what the next page of a scene says to the developer. May be used on any thread.
final class SceneReports: Sendable {
  private struct Reports {
    var new: [DevelopmentReport] = []
    /// What is not said again.
    var said: Set<[String]> = []
  }

  private static let limit = 16
  private let reports = Locked(Reports())

  /// - Parameter isRepeated: Whether it is said again if it was said before.
  func add(_ report: DevelopmentReport, isRepeated: Bool = true) {
    reports.withLock { reports in
      guard reports.new.count < Self.limit, isRepeated || reports.said.insert(report.lines).inserted else { return }
      reports.new.append(report)
    }
  }

  var isEmpty: Bool { reports.withLock(\.new.isEmpty) }

  func take() -> [DevelopmentReport] {
    reports.withLock { reports in
      defer { reports.new = [] }
      return reports.new
    }
  }
}

extension DevelopmentReport {
  /// A side effect or updater that failed, which no code of the app has noticed.
  init(failureOf item: any Dispatchable, _ error: any Error) {
    let name = item.debugDescription
    let begin = RequestTrace.current.map { ["It began with: \($0.begin)"] } ?? []
    self.init(["\(name) failed."], lines: ["\(String(reflecting: type(of: error))): \(error)"] + begin)
  }
}

extension Visit {
  /// What a page of a scene says to the developer.
  func takeReports(of scene: Scene) -> [PageNote] {
    guard let reports = scene.reports else { return [] }
    return (reports.take() + [runtime.app.development?.reloadProblem].compactMap(\.self)).map(PageNote.report)
  }

  /// What the page of a refusal says to the developer; nil in production.
  func report(of refusal: VisitRefusal) -> DevelopmentReport? {
    if case .trapped(let trap) = refusal {
      return DevelopmentReport(trap.message, lines: trap.lines, calls: trap.calls)
    }
    guard runtime.app.development != nil else { return nil }
    if case .notFound = refusal { return deadEnd ?? routeReport(of: session.scenes.first) }
    return refusal.report(of: runtime.app.type).map { DevelopmentReport([], lines: [$0]) }
  }

  /// Why the URL leads to no screen, and which routes there are.
  ///
  /// - Parameter scene: A scene whose screens are shown: the one that was to go to the URL, or another one.
  func routeReport(of scene: Scene?) -> DevelopmentReport {
    var lines = ["\(url) leads to no screen."]
    if case .lost(let error)? = scene?.phase {
      lines.append("\(error)")
    } else if runtime.app.routes.destination(url: url) == nil {
      lines.append("A context in it is missing, not of the type that routeContexts says, or too long.")
    }
    lines += ["", "The app’s routes:"] + runtime.app.routes.described + (scene?.screens ?? [])
    return DevelopmentReport([], lines: lines.map(Log.line))
  }
}
