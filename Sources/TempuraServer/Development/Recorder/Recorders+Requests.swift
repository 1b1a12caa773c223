internal import Basics
internal import DevelopmentPanel
internal import HTTPServer
internal import Hydra
internal import Katana
internal import Recordings
internal import SessionKernel
internal import Sessions
internal import TempuraUI

// What requests and their sessions note in a recording.

extension RequestContext {
  /// What the request does; nil if nothing is recorded.
  var requestTrace: RequestTrace? { request.cause.requestTrace as? RequestTrace }
}

extension Recorders: RequestWatcher {
  func trace(of exchange: any Exchange) -> (any Sendable & AnyObject)? { isActive ? RequestTrace() : nil }

  /// A tap on a step of the past goes on from there, but not what a page tells by itself: where the focus is, what is being typed.
  func willEnterPast(_ turn: borrowing Turn, _ context: RequestContext) async -> SessionSearch.Finding? {
    guard let replay = turn.session.replay, case .apply(let form) = context.purpose, form.control != .none,
      !form.isMedium
    else {
      return nil
    }
    let problem = await turn.hold { await replay.resume(by: "a tap") }
    return problem.map { context.noAnswer("\($0)") } ?? .gone
  }

  /// A tab that shows a step of the past is where it was then.
  func willRunCode(of form: FormInput?, _ context: RequestContext) throws(Answer) {
    guard context.isShow, let url = context.session.replay?.url(of: context.request.tab) else { return }
    if url != context.url { throw .redirect(to: url) }
  }

  /// Begins the step of the request.
  func didEnterTurn(_ context: RequestContext) {
    let session = context.session
    guard context.isForScreen, let requestTrace = context.requestTrace, let recorder = session.recorder,
      session.replay == nil
    else {
      return
    }
    noteUse(of: recorder)
    let step = recorder.append(
      .request(
        Step.Request(
          method: context.isShow ? "GET" : "POST", url: recorder.redacted(context.url), isLive: context.live != nil)),
      tab: context.live?.tab)
    requestTrace.begin(with: step, in: recorder)
  }

  /// Notes what the user is about to do.
  func didRead(_ interaction: Interaction, in scene: Scene, _ context: RequestContext) {
    guard let requestTrace = context.requestTrace, let recorder = context.session.recorder else { return }
    let acts = scene.enter { interaction.acts }
    recorder.add(secrets: acts.secrets)
    let told = acts.acts.map { recorder.redaction.redacted(Step.Act($0)) }
    if let step = requestTrace.step { recorder.update(step) { $0.event.request?.acts = told } }
  }

  func didRender(_ scene: Scene, _ context: RequestContext) {
    guard let step = context.requestTrace?.step, let screen = scene.controllerName else { return }
    context.session.recorder?.update(step) { $0.event.request?.screen = screen }
  }

  /// Ends the step of the request, and describes it for the terminal.
  func willAnswer(_ response: borrowing HTTPResponse, _ context: RequestContext) {
    let (session, exchange, isShow) = (context.session, context.exchange, context.isShow)
    guard let requestTrace = context.requestTrace, let step = requestTrace.step, let told = requestTrace.told,
      let recorder = session.recorder, session.replay == nil
    else { return }
    let name = recorder.redacted("\(isShow ? "GET" : "POST") \(exchange.path)")
    if response.status != .noContent, let line = told.line(name, isShow: isShow) {
      exchange.note { $0.summary = line }
    }
    if response.status == .noContent, told.isEmpty { return recorder.discard(step) }
    recorder.note(contentOf: session)
    // Before the step is changed, because both take the recorder's lock.
    let shown =
      response.location?.withoutPrefix(exchange.basePath) ?? context.sceneOfCode.map(\.url)
      ?? (isShow ? context.url : nil)
    let url = shown.map(recorder.redacted)
    let (seconds, lastStep) = (context.watch.seconds, recorder.lastStep)
    recorder.update(step) { step in
      step.duration = seconds
      guard var request = step.event.request else { return }
      (request.lastStep, request.status, request.bytes) = (lastStep, response.status.code, response.body.count)
      request.urlAfter = url
      step.event.request = request
    }
  }
}

extension String {
  fileprivate func withoutPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

extension HTTPResponse {
  /// Where a redirect leads; nil for another answer.
  fileprivate var location: String? {
    var location: String?
    headers.forEach { name, value in
      if name.elementsEqual("Location".utf8) { location = String(decoding: value, as: UTF8.self) }
    }
    return location
  }
}

extension SessionRecorder {
  /// The step for which the running code works: a side effect, or else a request. Nil if that is not known.
  var causeOfRunningCode: Int? { DispatchStep.running(in: self)?.id ?? RequestTrace.current?.step }

  func didStore(_ result: Result<SavedSession, StorageError>, _ session: Session) {
    var error: String?
    if case .failure(let problem) = result { error = "\(problem)" }
    append(.save(Step.Save(bytes: contentSize, storage: storageName, error: error)))
  }

  /// Notes a mail that is shown instead of sent.
  func note(_ mail: PanelMail) {
    append(
      .mail(address: redacted(mail.address), subject: redacted(mail.subject)),
      cause: causeOfRunningCode)
  }

  func didReplaceState(of session: Session, isShared: Bool) {
    let step = append(.replacement(Step.Replacement(by: isShared ? "a session that shares it" : "another server")))
    note(contentOf: session, after: step)
  }

  // Where a tab begins is what its request says.
  func didMove(_ scene: any SessionScene, from url: String) {
    guard !url.isEmpty, let scene = scene as? Scene, scene.session.storesChanges else { return }
    append(
      .navigation(Step.Navigation(from: redacted(url), to: redacted(scene.url), screen: scene.controllerName)),
      cause: RequestTrace.current?.step, tab: scene.tab)
  }
}

extension Step.Act {
  fileprivate init(_ act: Interaction.Act) {
    self.init(Kind(rawValue: act.kind.rawValue) ?? .tap, id: act.id, label: act.label, value: act.value)
  }
}

extension Recording {
  /// Where the tabs were after a step, the one that was used last first.
  func urls(after step: Int) -> [(tab: String?, url: String)] {
    var urls: [(tab: String?, url: String)] = []
    guard let line = line(of: step) else { return [] }
    for step in steps(ofLine: line).reversed().drop(while: { $0.id > step }) {
      let url: String? =
        switch step.event {
        // Where a tap has led is a step of its own.
        case .request(let request): request.method == "GET" ? request.urlAfter : request.url
        case .navigation(let navigation): navigation.to
        default: nil
        }
      if let url, !urls.contains(where: { $0.tab == step.tab }) { urls.append((step.tab, url)) }
    }
    return urls
  }
}
