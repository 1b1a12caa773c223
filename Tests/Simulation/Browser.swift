import Foundation
import Sessions
import TempuraServer

/// A form that a user sends, perhaps several times.
final class Form {
  let command: String
  /// What is stored once the form was acknowledged.
  let mains: [String]
  /// What a side effect adds later, once at most.
  let late: String?
  /// What it adds to a local state.
  let draft: String?
  let browser: Browser

  enum Outcome {
    case acknowledged, refused, unknown
  }

  private(set) var outcomes: [Outcome] = []
  private var sent = 0
  /// When it was sent first, in virtual seconds, and the key of the session of that request's cookie.
  private(set) var (sentTime, key): (Double, SessionKey?) = (0, nil)
  /// The tab that sent it.
  private(set) var tab: Tab?

  /// - Parameter main: A name for what the form does at once.
  init(_ kind: Command.Kind, main: String?, late: String?, draft: String? = nil, _ browser: Browser) {
    command = "\(kind.rawValue) \(main ?? draft ?? "-") \(late ?? "-")"
    self.draft = draft
    mains = main.map { kind == .several ? Command.parts(of: $0) : [$0] } ?? []
    self.late = late
    self.browser = browser
  }

  var tokens: [String] { mains + [late].compactMap(\.self) }

  func send(at time: Double, with key: SessionKey?, from tab: Tab) {
    if sent == 0 { (sentTime, self.key, self.tab) = (time, key, tab) }
    sent += 1
  }

  var isSent: Bool { sent > 0 }
  var isSentOnce: Bool { sent == 1 }

  func end(_ outcome: Outcome) { outcomes.append(outcome) }

  /// Whether each copy was answered with a refusal.
  var isRefused: Bool { !outcomes.isEmpty && outcomes.count == sent && outcomes.allSatisfy { $0 == .refused } }
}

/// A form, or a tab's request for its page, that is sent with the id of one session until it is answered.
private final class Sending {
  private let sender: AnyObject
  private var tries: [(start: Double, end: Double?, bringsNoID: Bool)] = []
  /// When it was sent and then refused, though the session had got another id before, and nothing went wrong. In virtual seconds.
  private var refusals: [Double] = []

  init(of sender: AnyObject) { self.sender = sender }

  /// - Returns: The number of the try.
  func begin(at time: Double) -> Int {
    tries.append((time, nil, false))
    return tries.count - 1
  }

  func end(_ number: Int, at time: Double, bringsNoID: Bool, isRefused: Bool) {
    (tries[number].end, tries[number].bringsNoID) = (time, bringsNoID)
    if isRefused { refusals.append(tries[number].start) }
  }

  /// How long after an answer the storage may still carry out what the server asked, in seconds.
  private static let longestDelay = 10.0

  /// Whether its answer may be the one that brings an id which a session got at a time.
  func mayBringID(renewedAt time: Double) -> Bool {
    tries.contains { $0.start <= time && $0.end.map { $0 + Self.longestDelay >= time } ?? true && !$0.bringsNoID }
  }

  /// Whether it was refused that was sent after a time.
  func isRefused(after time: Double) -> Bool { refusals.contains { $0 > time } }
}

/// A browser with its cookies and tabs.
final class Browser {
  let number: Int
  let hasScript: Bool
  fileprivate(set) var cookies: [String: String] = [:]
  private(set) var tabs: [Tab] = []
  /// Tells the pages of changes if they are live.
  private(set) lazy var stream = EventSource(of: self, history)
  /// Browsers that may see what this one has done: those that ever had the same session.
  var group: Set<Int>
  /// The secrets that it may see: forms that renewed the session.
  fileprivate(set) var secrets: Set<String> = []
  /// What it has sent with the ids of sessions, by their keys.
  private var sendings: [SessionKey: [ObjectIdentifier: Sending]] = [:]
  /// What it has done, as it knows by answers, by the keys of its sessions.
  fileprivate(set) var known: [SessionKey: Set<String>] = [:]
  /// The latest versions of its sessions that it was told.
  private var versions: [SessionKey: UInt64] = [:]
  fileprivate let history: History
  private var forms = 0

  init(_ number: Int, hasScript: Bool, tabs count: Int, _ history: History) {
    self.number = number
    self.hasScript = hasScript
    self.history = history
    group = [number]
    tabs = (0..<count).map { Tab($0, of: self) }
  }

  /// A new form.
  ///
  /// - Parameters:
  ///   - milliseconds: How long its side effect takes.
  ///   - row: The id of the row that it taps.
  func form(_ kind: Command.Kind, _ milliseconds: Int = 0, row: Int = 0) -> Form {
    forms += 1
    let name = "\(number).\(forms)"
    let late = "b\(name)~\(milliseconds)"
    let form =
      switch kind {
      case .add, .ghost: Form(kind, main: "b\(name)", late: nil, self)
      case .later, .renewLater: Form(kind, main: nil, late: late, self)
      case .both: Form(kind, main: "b\(name)", late: late, self)
      case .renew: Form(kind, main: "s\(name)", late: nil, self)
      case .renewBoth: Form(kind, main: "s\(name)", late: late, self)
      case .note: Form(kind, main: "p\(name)", late: nil, self)
      case .noteBoth, .noteAndJoin: Form(kind, main: "t\(name)", late: nil, self)
      case .joinRed, .joinBlue, .leave: Form(kind, main: "b\(name)", late: nil, self)
      case .noteLater: Form(kind, main: nil, late: "t\(name)~\(milliseconds)", self)
      case .several: Form(kind, main: name, late: "t\(name)~\(milliseconds)", self)
      case .row: Form(kind, main: "b\(name)#\(row)", late: nil, self)
      case .draft: Form(kind, main: nil, late: nil, draft: "l\(name)", self)
      case .end, .show, .hide, .nothing: Form(kind, main: nil, late: nil, self)
      }
    // What a side effect does is seen until a request gets the new id: docs/reference/guarantees.md.
    secrets.formUnion(form.mains.filter { $0.hasPrefix("s") })
    history.oracle.add(form)
    return form
  }

  /// The key of the session that the browser has a cookie of.
  var key: SessionKey? { cookies["session"].flatMap { Self.key(ofCookie: $0) } }

  fileprivate static func key(ofCookie value: some StringProtocol) -> SessionKey? {
    Array(value.utf8).withUnsafeBytes { SessionID($0) }.map(SessionKey.init(of:))
  }

  /// What a page must show. Nothing if an earlier answer arrived after a later one, and told an older version: until the
  /// servers have heard of the change, pages may be older then.
  fileprivate var knownInOrder: Set<String> {
    guard let key, versions[key].map({ "\($0)" == cookies["session-version"] }) != false else { return [] }
    return known[key] ?? []
  }

  fileprivate func sending(of sender: AnyObject, with key: SessionKey) -> Sending {
    if let sending = sendings[key]?[ObjectIdentifier(sender)] { return sending }
    let sending = Sending(of: sender)
    sendings[key, default: [:]][ObjectIdentifier(sender)] = sending
    return sending
  }

  /// Whether no request brings the id that its session got instead of one that only this browser had: each one whose answer may
  /// bring it was sent again with the old id, and refused. After a minute, the browser begins a new session.
  fileprivate func hasLost(_ key: SessionKey) -> Bool {
    let oracle = history.oracle
    // A browser may be signed out if the storage's reply to the new id was lost, too: docs/reference/guarantees.md.
    guard history.hasReplies, group.count == 1, let time = oracle.renewalTime(of: key),
      let last = oracle.laterKeys(of: key).last,
      history.isLive(last), oracle.failedOver.isDisjoint(with: [key, last])
    else { return false }
    // What came with an earlier id of the session may bring the present one, too.
    let keys = sendings.keys.filter { $0 == key || oracle.laterKeys(of: $0).contains(key) }
    let candidates = Set(
      keys.flatMap { key in sendings[key]!.filter { $0.value.mayBringID(renewedAt: time) }.keys })
    // Later code of another tab may want one more id, which for ten seconds only that tab gets.
    return !candidates.isEmpty && candidates.allSatisfy { sendings[key]?[$0]?.isRefused(after: time + 20) == true }
  }

  /// An attacker gives this browser its own session.
  func plant(_ attacker: Browser) {
    guard attacker.cookies["session"] != nil else { return }
    cookies = attacker.cookies
    known.merge(attacker.known) { $0.union($1) }
    secrets.formUnion(attacker.secrets)
    let all = group.union(attacker.group)
    for browser in history.browsers where all.contains(browser.number) { browser.group = all }
    stream.close()
    for tab in tabs { tab.forget() }
  }

  /// A page that is left closes its stream, and another tab opens one.
  fileprivate func didLeavePage(of tab: Tab) {
    guard stream.owner === tab else { return }
    stream.close()
    if let other = tabs.first(where: \.hasLivePage) { stream.open(for: other) }
  }

  /// Whether its pages ask what has changed.
  var isLive: Bool { history.isLive(self) }

  /// As scripts of one browser tell each other.
  ///
  /// - Parameter tab: The one that tells, and does not ask.
  func askInAllTabs(except tab: Tab? = nil) {
    for other in tabs where other !== tab { other.ask() }
  }

  /// An event of the stream tells what is new in some tabs. The others ask.
  func hear(_ told: [String: LivePage.Told]) {
    for tab in tabs {
      if let news = told[tab.name] { tab.hear(news) } else { tab.ask() }
    }
  }

  fileprivate func take(_ answer: LocalAnswer) {
    for field in answer.values(of: "Set-Cookie") {
      let pair = field.prefix { $0 != ";" }
      let name = String(pair.prefix { $0 != "=" })
      let value = String(pair.dropFirst(name.count + 1))
      if value.isEmpty { cookies[name] = nil } else { cookies[name] = value }
      if name == "session-version", let key, let version = UInt64(value) {
        versions[key] = max(version, versions[key] ?? 0)
      }
    }
  }
}

extension Command {
  enum Kind: String, CaseIterable, Codable {
    case add, later, both, renew, renewBoth, renewLater, end, show, hide, nothing, ghost
    // Of rooms, which sessions share.
    case note, noteBoth, noteLater, joinRed, joinBlue, leave, noteAndJoin, several
    // Of local states.
    case draft
    // Of rows of the long list.
    case row

    static let own: [Kind] = Array(allCases.prefix { $0 != .note })
    static let ofRooms: [Kind] = Array(allCases.drop { $0 != .note }.prefix { $0 != .draft })
  }
}

/// A tab of a browser. It does one thing after the other.
final class Tab {
  private unowned let browser: Browser
  fileprivate let name: String
  private var url = "/"
  private var nonce = ""
  private var marks = ""
  /// The page with the script as it was patched; nil if there is none.
  private var page: LivePage?
  /// Whether the page is to ask what has changed.
  private var asks = false
  /// What the stream told while the tab did something else.
  private var told: [LivePage.Told] = []
  /// The server that answered last.
  private weak var answerServer: Server?
  /// What it shows without a script; nil if the last request for a page had no answer.
  private var plainState: ShownState?
  /// What users added to local states of its screens, as it knows by answers, and the keys of their sessions.
  private var drafts: [Draft] = []

  private struct Draft {
    let token: String
    let screen: String
    let key: SessionKey
  }

  /// What its user sees of the long list.
  private var reader = Reader()
  /// The forms that it sent.
  private var forms: [Form] = []
  /// Stands for its live requests without a form.
  private let asking = NSObject()
  /// The session that the page is of.
  private var pageKey: SessionKey?
  /// The session that the last answer is of.
  private var answerKey: SessionKey?
  private var nonces = 0
  private var isBusy = false
  private var waiting: [() -> Void] = []
  /// When its requests were sent that were answered, in virtual seconds, and the keys of the sessions of their cookies.
  private(set) var requests: [(time: Double, key: SessionKey?)] = []

  init(_ number: Int, of browser: Browser) {
    self.browser = browser
    name = "tab\(browser.number)x\(number)"
  }

  private var history: History { browser.history }
  private var world: World { history.world }

  /// Forgets the page, as the browser has another session.
  func forget() {
    run { [self] in
      leavePage()
      (url, nonce, marks, reader) = ("/", "", "", Reader())
      done()
    }
  }

  private func run(_ body: @escaping () -> Void) {
    if isBusy { return waiting.append(body) }
    isBusy = true
    body()
  }

  private func done() {
    follow()
    isBusy = false
    guard !waiting.isEmpty else { return }
    isBusy = true
    let next = waiting.removeFirst()
    world.after(0.01) { next() }
  }

  // MARK: - Pages

  /// Opens the tab's page.
  func open(at server: Int) { run { self.load(server, attempts: 4) { self.done() } } }

  private func load(_ server: Int, attempts: Int, redirects: Int = 6, _ then: @escaping () -> Void) {
    leavePage()
    let request = LocalRequest(url: url, headers: headers(isLive: false), cookies: browser.cookies)
    exchange(request, at: server) { [self] answer in
      guard let answer, answer.status != 503 else {
        plainState = nil
        guard attempts > 0 else { return then() }
        return world.after(1) { self.load(server + 1, attempts: attempts - 1, redirects: redirects, then) }
      }
      if answer.status == 303, redirects > 0 {
        url = answer.header("Location") ?? "/"
        return load(server, attempts: attempts, redirects: redirects - 1, then)
      }
      show(answer)
      if answer.status == 404 || answer.status == 403 { url = "/" }
      then()
    }
  }

  private func leavePage() {
    told = []
    guard page != nil else { return }
    page = nil
    browser.didLeavePage(of: self)
  }

  private func show(_ answer: LocalAnswer) {
    guard let rest = answer.page.rest(after: "name=\"page\" value=\"") else { return }
    nonce = String(rest.prefix { $0 != "\"" })
    pageKey = answerKey
    marks = String(nonce.drop { $0 != "." })
    plainState = ShownState(answer.page)
    let document = history.list == nil ? nil : Element(markup: String(rest))
    look(at: document, plainState, version: "")
    if history.features.contains(.refresh), !browser.hasScript, answer.isWorking { loadAgain(nonce) }
    guard browser.isLive else { return }
    page = LivePage(answer.page, document)
    browser.stream.open(for: self)
    ask()
  }

  /// What the page has of the long list is what the whole list shows.
  private func look(at document: Element?, _ state: ShownState?, version: String, _ report: Reader.Report? = nil) {
    guard let list = history.list, let document, let state, LivePage.screen(at: url) == "ledger" else { return }
    let rows = list.rows(after: state.entries.map(\.text))
    if let problem = reader.show(document, version: version, rows: rows, report) {
      history.oracle.note("A page of \(name) \(problem).")
    }
    history.tell("\(name) \(version): \(reader)")
  }

  /// Looks at a page that was patched.
  private func look(_ report: Reader.Report? = nil) {
    guard let page else { return }
    if let problem = page.problem { history.oracle.note("A patch does not fit to a page of \(name): \(problem)") }
    look(at: page.document, page.text(at: url).flatMap { ShownState(text: $0) }, version: page.version, report)
  }

  /// The page loads itself again after a second, unless another one is shown by then.
  private func loadAgain(_ nonce: String) {
    world.after(1) { [self] in
      run { [self] in
        guard nonce == self.nonce else { return done() }
        load(history.anyServer(), attempts: 4) { self.done() }
      }
    }
  }

  // MARK: - Live pages

  fileprivate var hasLivePage: Bool { page != nil }

  /// Asks what has changed, after what the tab is doing.
  func ask() {
    guard page != nil, !asks else { return }
    asks = true
    run { [self] in
      asks = false
      if page == nil { done() } else { askNow(at: history.anyServer()) }
    }
  }

  /// The stream tells what is new, which the page shows after what the tab is doing.
  fileprivate func hear(_ news: LivePage.Told) {
    guard page != nil else { return }
    told.append(news)
    if !isBusy { follow() }
  }

  private func follow() {
    while page != nil, !told.isEmpty {
      if page!.follow(told.removeFirst()) { ask() }
      history.countTold()
      marks = page!.marks
      look()
      guard let state = page!.text(at: url).flatMap({ ShownState(text: $0) }) else { continue }
      checkOwners(of: state.entries.map(\.token), pageKey)
    }
  }

  /// - Parameter form: Tells that the user has scrolled; nil for a GET.
  private func askNow(at server: Int, tries: Int = 0, form: [LocalRequest.Field]? = nil) {
    let report = reader.report
    let request = LocalRequest(url: url, form: form, headers: headers(isLive: true), cookies: browser.cookies)
    exchange(request, at: server) { [self] answer in
      guard let answer, answer.status < 502 else {
        return world.after(min(0.3 * pow(2, Double(tries)), 30)) { [self] in
          askNow(at: server + 1, tries: tries + 1, form: form)
        }
      }
      take(answer, ofForm: false, server, report)
    }
  }

  /// Shows the answer to a live request.
  private func take(_ answer: LocalAnswer, ofForm isForm: Bool, _ server: Int, _ report: Reader.Report? = nil) {
    if answer.status == 204 {
      look(report)
      return done()
    }
    let news = page?.apply(answer.page)
    if let new = news?.url { url = new }
    guard let news, !news.reloads else {
      return load(server, attempts: 4) { self.done() }
    }
    if LivePage.screen(at: url) == "ledger" { forgetDetail() }
    marks = page?.marks ?? ""
    look(answer.status == 200 ? report : nil)
    pageKey = answerKey
    if news.isWorking, browser.stream.knownName == nil { world.after(1) { self.ask() } }
    if isForm { browser.askInAllTabs(except: self) }
    done()
  }

  /// The upper screen and its local state are gone.
  private func forgetDetail() { drafts.removeAll { $0.screen == "detail" } }

  /// When all is quiet, the page shows what is stored, as it was told of the changes.
  func checkAtRest() {
    let oracle = history.oracle
    if history.showsLateParts, !browser.hasScript { checkLateParts() }
    guard browser.isLive, let page, let pageKey, pageKey == browser.key, history.isLive(pageKey),
      !oracle.failedOver.contains(pageKey)
    else { return }
    guard let state = page.text(at: url).flatMap({ ShownState(text: $0) }) else {
      return oracle.note("An open page of browser \(browser.number) shows nothing.")
    }
    let shown = state.entries.map(\.token).filter(oracle.wasStored)
    if shown != oracle.storedTokens(of: pageKey) {
      oracle.note(
        "An open page of browser \(browser.number) still shows \(shown), and \(oracle.storedTokens(of: pageKey)) are stored."
      )
    }
    // A server tells its own streams alone. Another one may have answered before it had the message.
    let isTold = answerServer === browser.stream.server
    let number = page.number(at: url)
    if history.showsNumber, isTold, state.number != world.number || number != world.number {
      oracle.note(
        "An open page of browser \(browser.number) still shows the numbers \(state.number) and \(number ?? -1), "
          + "and it is \(world.number).")
    }
    guard let room = state.room else { return }
    if history.features.contains(.presence), isTold, state.people != history.userCount(in: room) {
      oracle.note(
        "An open page of browser \(browser.number) shows \(state.people) users in \(room), and \(history.userCount(in: room)) "
          + "are there.")
    }
    let (notes, key) = (oracle.notes, StoredNotes.key(of: room))
    let shownNotes = state.notes.filter { oracle.wasStored($0) && !notes.isExpired($0, in: key) }
    if !notes.failedOver.contains(key), shownNotes != notes.stored(in: key) {
      oracle.note(
        "An open page of browser \(browser.number) still shows the notes \(shownNotes), and \(notes.stored(in: key)) are stored."
      )
    }
  }

  private func headers(isLive: Bool) -> [String: String] {
    guard isLive else { return [:] }
    var headers = [
      "Accept": "text/vnd.tempura.patch", "Tempura-Tab": name, "Tempura-Release": SimulatedServer.release,
      "Tempura-Screen": "390 844 16", "Tempura-Session": String(marks.split(separator: ".").last ?? ""),
    ]
    if let page { headers["Tempura-Version"] = page.version }
    headers["Tempura-Seen"] = reader.report?.header
    // Only one tab has the stream. The others are told by it.
    if browser.stream.owner === self { headers["Tempura-Stream"] = browser.isLive ? browser.stream.knownName : nil }
    return headers
  }

  // MARK: - Forms

  /// Presses the button.
  ///
  /// - Parameters:
  ///   - copies: How often the form is sent at once.
  ///   - losesAnswer: Whether the first answer does not reach the browser.
  func press(_ form: Form, copies: Int, losesAnswer: Bool, at server: Int) {
    run { [self] in
      guard nonce.isEmpty else { return send(form, copies, losesAnswer, server) }
      load(server, attempts: 4) {
        if self.nonce.isEmpty { self.done() } else { self.send(form, copies, losesAnswer, server) }
      }
    }
  }

  /// A page without a script has loaded itself again until the side effects of its forms were over.
  private func checkLateParts() {
    guard let plainState, let pageKey, pageKey == browser.key, history.isLive(pageKey) else { return }
    for form in forms where form.outcomes.contains(.acknowledged) && form.key == pageKey {
      guard let late = form.late, history.oracle.isStored(late), history.oracle.isOwn(late),
        !plainState.entries.contains(where: { $0.token == late })
      else { continue }
      history.oracle.note("A page of browser \(browser.number) without a script still lacks \(late): \(plainState)")
    }
  }

  /// Taps a button of a row.
  ///
  /// - Parameter place: 0 for the first row of the page, 1 for the last one.
  func tapRow(at place: Double, losesAnswer: Bool, at server: Int) {
    run { [self] in
      guard let rows = reader.list?.rows, LivePage.screen(at: url) == "ledger", !nonce.isEmpty else { return done() }
      let row = rows[Int(place * Double(rows.count))]
      let button = row.taps[row.text.utf8.count % row.taps.count]
      send(browser.form(.row, row: row.id), 1, losesAnswer, server, tapping: button)
    }
  }

  /// Presses one of the buttons that show more rows.
  func showMore(_ choice: Int, at server: Int) {
    run { [self] in
      guard let buttons = reader.list?.buttons, !buttons.isEmpty, LivePage.screen(at: url) == "ledger", !nonce.isEmpty
      else { return done() }
      let button = buttons[choice % buttons.count]
      if browser.isLive { reader.willPress(button) }
      send(browser.form(.nothing), 1, false, server, tapping: button)
    }
  }

  /// Scrolls a live page.
  func scroll(to place: Double?, by rows: Int, wanted: Int, at server: Int) {
    run { [self] in
      guard page != nil, LivePage.screen(at: url) == "ledger", reader.scroll(to: place, by: rows, wanted: wanted) else {
        return done()
      }
      nonces += 1
      askNow(at: server, form: [LocalRequest.Field("page", "\(name)nonce\(nonces)\(marks)")])
    }
  }

  private func send(
    _ form: Form, _ copies: Int, _ losesAnswer: Bool, _ server: Int, tapping control: String? = nil
  ) {
    forms.append(form)
    let screen = url.hasSuffix("detail") ? "detail" : "ledger"
    nonces += 1
    let page = browser.hasScript ? "\(name)nonce\(nonces)\(marks)" : nonce
    let isGhost = form.command.hasPrefix("ghost")
    let fields = [
      LocalRequest.Field("\(screen).field", isGhost ? form.command.replacing("ghost", with: "add") : form.command),
      LocalRequest.Field("page", page),
      LocalRequest.Field("tap", control ?? (isGhost ? "\(screen).ghost" : "\(screen).go")),
    ]
    // The script sends one request at a time.
    if browser.isLive {
      return attempt(form, fields, to: url, losesAnswer: losesAnswer, server, attempts: 8) { [self] answer in
        if copies == 1 || answer == nil { return finish(answer, server) }
        attempt(form, fields, to: url, losesAnswer: false, server + 1, attempts: 8) { self.finish($0, server) }
      }
    }
    var rest = copies
    var last: LocalAnswer?
    for copy in 0..<copies {
      attempt(form, fields, to: url, losesAnswer: losesAnswer && copy == 0, server + copy, attempts: 8) {
        [self] answer in
        if answer != nil { last = answer }
        rest -= 1
        if rest == 0 { finish(last, server) }
      }
    }
  }

  /// The last answer is shown.
  private func finish(_ answer: LocalAnswer?, _ server: Int) {
    guard let answer else {
      forgetDetail()  // perhaps
      return load(server, attempts: 4) { self.done() }
    }
    if browser.isLive { return take(answer, ofForm: true, server) }
    if answer.status == 303 { url = answer.header("Location") ?? "/" }
    let isPatch = browser.hasScript && answer.status == 200
    if isPatch, let new = Self.member("url", of: answer.page) { url = new }
    if answer.status == 303 || browser.hasScript {
      load(server, attempts: 4) { self.done() }
    } else {
      show(answer)
      done()
    }
  }

  private static func member(_ name: String, of text: String) -> String? {
    guard let start = text.range(of: "\"\(name)\":\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" }).replacing("\\/", with: "/")
  }

  private func attempt(
    _ form: Form, _ fields: [LocalRequest.Field], to url: String, losesAnswer: Bool, _ server: Int, attempts: Int,
    _ then: @escaping (LocalAnswer?) -> Void
  ) {
    form.send(at: world.time, with: browser.key, from: self)
    let request = LocalRequest(
      url: url, form: fields, headers: headers(isLive: browser.hasScript), cookies: browser.cookies)
    exchange(request, at: server, form, losesAnswer: losesAnswer) { [self] answer in
      guard let answer, answer.status != 503 else {
        guard attempts > 0 else { return then(nil) }
        return world.after(1 + Double(8 - attempts)) { [self] in
          attempt(form, fields, to: url, losesAnswer: false, server + 1, attempts: attempts - 1, then)
        }
      }
      then(answer)
    }
  }

  // MARK: - Requests

  /// - Parameter then: Gets nil if there is no answer.
  private func exchange(
    _ request: LocalRequest, at slot: Int, _ form: Form? = nil, losesAnswer: Bool = false,
    _ then: @escaping (LocalAnswer?) -> Void
  ) {
    let key = browser.key
    let (known, drafts) = (browser.knownInOrder, drafts)
    let wasLive = key.map { history.isLive($0) } ?? false
    let sentTime = world.time
    // A request for a page does not bring the id that a live one of the tab brings.
    let sender: AnyObject = form ?? (request.headers.isEmpty ? self as AnyObject : asking)
    let sending = key.map { browser.sending(of: sender, with: $0) }
    let number = sending?.begin(at: sentTime) ?? 0
    let chance = history.networkDelay()
    world.after(chance) { [self] in
      guard let server = history.server(slot) else {
        form?.end(.refused)  // no server got it
        sending?.end(number, at: world.time, bringsNoID: false, isRefused: false)
        return world.after(0.5) { then(nil) }
      }
      let (isRenewed, faults) = (key.map { history.isRenewed($0) } ?? false, server.connection.faultCount)
      server.respond(to: request) { [self] answer in
        sending?.end(
          number, at: world.time, bringsNoID: answer.status != 503 && Self.newKey(in: answer) == nil,
          isRefused: answer.status == 503 && isRenewed && faults == server.connection.faultCount
            && history.hasOneRelease)
        check(answer, to: request, form, key, wasLive: wasLive, known, drafts, by: server, sentTime)
        let hadFaults = faults != server.connection.faultCount
        world.after(history.networkDelay()) { [self] in
          guard !losesAnswer else { return world.after(2) { then(nil) } }
          answerKey = Self.newKey(in: answer) ?? key
          answerServer = server
          requests.append((sentTime, key))
          guard browser.key == key || key == nil else { return then(answer) }  // it has another session by now
          browser.take(answer)
          learn(form, answer, key)
          // If a call of the storage went wrong, the form may be undone though it is acknowledged: what it changed is no updater's.
          if let draft = form?.draft, form?.outcomes == [.acknowledged], !hadFaults, let key = browser.key {
            self.drafts.append(Draft(token: draft, screen: LivePage.screen(at: request.url), key: key))
          }
          then(answer)
        }
      } lost: { [self] in
        form?.end(.unknown)
        sending?.end(number, at: world.time, bringsNoID: false, isRefused: false)
        world.after(0.5) { then(nil) }
      }
    }
  }

  /// The session of the cookie that an answer sets.
  private static func newKey(in answer: LocalAnswer) -> SessionKey? {
    answer.values(of: "Set-Cookie").first { $0.hasPrefix("session=") }
      .flatMap { Browser.key(ofCookie: $0.dropFirst("session=".count).prefix { $0 != ";" }) }
  }

  /// Notes what the browser knows by an answer that has arrived.
  private func learn(_ form: Form?, _ answer: LocalAnswer, _ old: SessionKey?) {
    // Of two copies, one may be refused and the other one acknowledged meanwhile.
    guard (200..<400).contains(answer.status), let key = browser.key, let form, form.outcomes.last == .acknowledged,
      answer.page.rest(after: "\"reload\":true") == nil
    else { return }
    if let old, old != key, form.command.hasPrefix("renew") { browser.known[key] = browser.known[old] }
    browser.known[key, default: []].formUnion(form.mains)
  }

  /// What a server was told before a time, if it was told of all changes.
  private func reported(to server: Server, before time: Double, _ key: SessionKey?) -> [String] {
    let connection = server.connection
    guard let key, connection.isInTouch, connection.inTouchSince < time - 4 else { return [] }
    return history.oracle.tokens(of: key, storedBefore: World.epoch + Int64(time - 3), notBy: server)
  }

  /// Compares an answer with what must be true at this moment.
  private func check(
    _ answer: LocalAnswer, to request: LocalRequest, _ form: Form?, _ key: SessionKey?, wasLive: Bool,
    _ known: Set<String>, _ drafts: [Draft], by server: Server, _ sentTime: Double
  ) {
    let oracle = history.oracle
    history.count(answer.status)
    history.tell(
      "\(name) \(key?.shortened ?? "-"): \(form?.command ?? "GET") \(request.url): \(answer.status) "
        + answer.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.joined(separator: " "))
    if let form {
      switch answer.status {
      // The page that the script loads then says what became of the form.
      case 200 where answer.page.rest(after: "\"reload\":true") != nil: form.end(.unknown)
      case 303
      where answer.values(of: "Set-Cookie").contains { $0.hasPrefix("session=;") } && !form.command.hasPrefix("end"):
        form.end(.unknown)
      case 200..<400:
        form.end(.acknowledged)
        oracle.didAcknowledge(form, by: server, at: world.time)
      case 503, 500: form.end(.unknown)
      default:
        form.end(.refused)
        if form.isRefused { oracle.didRefuse(form) }
      }
    }
    if answer.status == 409, answer.page.rest(after: "signed out") != nil, let pageKey, pageKey == key,
      !oracle.over.contains(pageKey)
    {
      oracle.note("Browser \(browser.number) is told that it was signed out of \(pageKey.shortened), and it was not.")
    }
    // A failover may lose a part whose key a session has, which is no new part then.
    if answer.status == 503, history.isCalm(at: sentTime), !(history.hasRooms && history.hasFailedOver) {
      oracle.note("\(request.url) is answered with 503 although nothing is wrong.")
    }
    if answer.status == 500 { oracle.note("\(request.url) was answered with 500.") }
    let newCookie = answer.values(of: "Set-Cookie").first { $0.hasPrefix("session=") }
    if let newCookie, let key, wasLive, history.isLive(key), !oracle.failedOver.contains(key) {
      let id = newCookie.dropFirst("session=".count).prefix { $0 != ";" }
      if id.isEmpty {
        oracle.note("Browser \(browser.number) was signed out of a session that is stored.")
      } else if request.cookies["session"] != String(id) {
        oracle.note("Browser \(browser.number) got a new session instead of one that is stored.")
      }
    }
    // An answer to a form that ends the session says that it has ended, whatever id it got meanwhile.
    if let key, wasLive, newCookie?.hasPrefix("session=;") == true, form?.command.hasPrefix("end") == true,
      !oracle.failedOver.contains(key), ([key] + oracle.laterKeys(of: key)).contains(where: history.isLive)
    {
      oracle.note("Browser \(browser.number) is told that its session has ended, and it is stored.")
    }
    if let key, key == browser.key, browser.hasLost(key) {
      oracle.note("Browser \(browser.number) is signed out of a session that got another id, which no answer brings.")
    }
    if answer.page.rest(after: "not all of it was done") != nil {
      oracle.didTellOfFailure(
        browser, at: world.time, isSure: history.hasOneServer && !history.features.contains(.number))
    }
    guard let (state, url) = shownState(by: answer, to: request) else {
      if answer.status == 200, request.form == nil, answer.page.rest(after: "\"reload\":true") == nil {
        oracle.note("A page shows nothing.")
      }
      return
    }
    let shown = state.entries.map(\.token)
    checkOwners(of: shown, key)
    check(state, known, by: server, sentTime)
    if history.showsNumber { checkNumber(of: state, answer, request, sentTime) }
    // The page of a form that could not be stored may be an older one. Its script sends the form again.
    if history.features.contains(.localStates), request.headers["Accept"] != nil, answer.status != 503 {
      checkDrafts(drafts, in: state, url, key)
    }
    guard newCookie == nil, let key, !oracle.failedOver.contains(key) else { return }
    // A browser whose session is gone gets another one, which a failover may lose before the answer.
    if history.hasFailedOver, !wasLive { return }
    if history.isCalm(at: sentTime), shown.filter(oracle.wasStored) != oracle.storedTokens(of: key) {
      oracle.note("A page shows \(shown) at the end, and \(oracle.storedTokens(of: key)) are stored.")
    }
    for token in reported(to: server, before: sentTime, key) where !shown.contains(token) {
      oracle.note("\(token) was reported to the server, and a page lacks it.")
    }
    for token in known where !shown.contains(token) && !oracle.isGone(token) && oracle.isOwn(token) {
      oracle.note(
        "Browser \(browser.number) was told of \(token) before, and a page at status \(answer.status) lacks it.")
    }
  }

  /// What a page shows was sent once, by users who share the session.
  private func checkOwners(of shown: [String], _ key: SessionKey?) {
    let oracle = history.oracle
    if Set(shown).count != shown.count, oracle.isSure(key, shown) {
      oracle.note("A page shows a form twice: \(shown).")
    }
    for token in shown {
      guard let owner = oracle.form(of: token)?.browser else {
        oracle.note("A page shows \(token), which no user sent.")
        continue
      }
      if !browser.group.contains(owner.number) || token.hasPrefix("s") && !browser.secrets.contains(token) {
        oracle.note("Browser \(browser.number) was shown \(token) of browser \(owner.number).")
      }
    }
  }

  /// What the user added on a screen of this tab is there, and nothing of another tab.
  private func checkDrafts(_ drafts: [Draft], in state: ShownState, _ url: String, _ key: SessionKey?) {
    let oracle = history.oracle
    let tabs = history.browsers.filter { !$0.isLive }.flatMap(\.tabs)
    // A page without a script may share the tab's scene at another server. Of two changes at once, one stays.
    let isShared = state.drafts.contains { token in tabs.contains { $0.forms.contains { $0.draft == token } } }
    for draft in drafts
    where draft.screen == LivePage.screen(at: url) && !state.drafts.contains(draft.token) && !isShared {
      let isSession = key.map { draft.key == $0 || oracle.laterKeys(of: draft.key).contains($0) } == true
      guard isSession, !history.losesLocalStates, oracle.failedOver.isDisjoint(with: [draft.key, key!]) else {
        continue
      }
      oracle.note("\(draft.token) was acknowledged, and the local state of \(name) lacks it: \(state.drafts).")
    }
    if Set(state.drafts).count < state.drafts.count { oracle.note("A local state has a form twice: \(state.drafts).") }
    // It may have got the local state of a scene that belonged to no tab.
    let others = history.browsers.filter(\.isLive).flatMap(\.tabs).filter { $0 !== self }
    for token in state.drafts where others.contains(where: { $0.forms.contains { $0.draft == token } }) {
      oracle.note("A page of \(name) shows \(token) in its local state, which is of another tab.")
    }
  }

  /// At the end, each page shows the number outside of the sessions.
  private func checkNumber(of state: ShownState, _ answer: LocalAnswer, _ request: LocalRequest, _ sentTime: Double) {
    let number = LivePage(answer.page)?.number(at: request.url)
    guard history.isCalm(at: sentTime), request.headers.isEmpty, answer.status == 200,
      state.number != world.number || number != world.number
    else { return }
    history.oracle.note(
      "A page shows the numbers \(state.number) and \(number ?? -1) at the end, and it is \(world.number).")
  }

  /// What the tab shows if the answer arrives; nil if it shows none of the app's state.
  ///
  /// - Returns: Also its URL then.
  private func shownState(by answer: LocalAnswer, to request: LocalRequest) -> (ShownState, url: String)? {
    guard var page = page?.labels, request.headers["Accept"] != nil else {
      return ShownState(answer.page).map { ($0, request.url) }
    }
    let version = page.version
    let news = answer.status == 204 ? LivePage.News() : page.apply(answer.page)
    // A refusal has a message, and leaves the screen as it is.
    guard let news, !news.reloads, answer.status < 500 || page.version != version else { return nil }
    let url = news.url ?? url
    return page.text(at: url).flatMap { ShownState(text: $0) }.map { ($0, url) }
  }

  /// Compares the notes of a room in an answer with what must be true at this moment.
  private func check(_ state: ShownState, _ known: Set<String>, by server: Server, _ sentTime: Double) {
    let (oracle, all) = (history.oracle, history.oracle.notes)
    let room = Entry.room(after: state.entries) {
      oracle.note("A page shows \($0.text), and the session was in another room: \(state).")
    }
    if room != state.room { oracle.note("A page shows another room than that of its session: \(state).") }
    guard let room else {
      if !state.notes.isEmpty { oracle.note("A page outside of rooms shows notes: \(state).") }
      return
    }
    let key = StoredNotes.key(of: room)
    let stored = all.stored(in: key)
    if history.isCalm(at: sentTime),
      state.notes.filter({ oracle.wasStored($0) && !all.isExpired($0, in: key) }) != stored
    {
      oracle.note("A page shows the notes \(state.notes) at the end, and \(stored) are stored.")
    }
    if Set(state.notes).count < state.notes.count, all.isSure(key, state.notes) {
      oracle.note("A page shows a form twice: \(state).")
    }
    for token in state.notes where !stored.contains(token) && !all.gone.contains(token) {
      // What a side effect did is stored later if it could not be stored at once. The user sees it.
      if let owner = oracle.form(of: token)?.browser, browser.group.contains(owner.number) { continue }
      oracle.note("Browser \(browser.number) was shown the note \(token), which is not stored.")
    }
    func require(_ tokens: some Sequence<String>, _ reason: String) {
      for token in tokens where !state.notes.contains(token) && !all.gone.contains(token) {
        oracle.note("\(token) \(reason), and a page of browser \(browser.number) lacks it: \(state).")
      }
    }
    require(known.sorted().filter { all.key(of: $0) == key }, "was acknowledged to the browser before")
    require(
      state.entries.filter { $0.noteRoom == room }.map(\.token), "was added to the session and the notes by one updater"
    )
    require(
      all.tokens(of: key, acknowledgedBefore: sentTime, by: server),
      "was acknowledged by the server to a session before")
    let connection = server.connection
    guard connection.isInTouch, connection.inTouchSince < sentTime - 4 else { return }
    require(all.tokens(of: key, storedBefore: sentTime - 3, notBy: server), "was reported to the server")
  }
}

/// What a page of the app shows of its state.
struct ShownState: CustomStringConvertible {
  let entries: [Entry]
  let room: String?
  let notes: [String]
  private(set) var drafts: [String] = []
  private(set) var people = 0
  /// The number outside of the sessions, as the app has read it.
  private(set) var number = 0
  let description: String

  /// - Returns: Nil if it shows none.
  init?(_ page: String) {
    guard let rest = page.rest(after: ">(") else { return nil }
    self.init(text: "(\(rest)")
  }

  /// - Parameter text: What the app shows, and perhaps more.
  init?(text: some StringProtocol) {
    guard text.first == "(", let end = text.firstIndex(of: "]") else { return nil }
    let others = text[end...].dropFirst(2).prefix { $0 != "}" }.split(separator: "|", omittingEmptySubsequences: false)
    if others.count == 3 {
      drafts = others[0].split(separator: ",").map { String($0) }
      (people, number) = (Int(others[1]) ?? 0, Int(others[2]) ?? 0)
    }
    let text = text[..<end].dropFirst()
    guard let close = text.firstIndex(of: ")"), let open = text[close...].firstIndex(of: "[") else { return nil }
    entries = text[..<close].split(separator: ",").map { Entry($0) }
    room = open == text.index(after: close) ? nil : String(text[text.index(after: close)..<open])
    notes = text[text.index(after: open)...].split(separator: ",").map { String($0) }
    description = "(\(text)]"
  }
}
