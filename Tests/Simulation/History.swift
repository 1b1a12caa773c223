import Sessions
import TempuraServer

/// What happens in a history, from outside.
enum Deed: Codable {
  case press(browser: Int, tab: Int, Command.Kind, copies: Int, losesAnswer: Bool, milliseconds: Int, server: Int)
  case open(browser: Int, tab: Int, server: Int)
  case free(server: Int)
  case kill(server: Int, pause: Double)
  case upgrade(server: Int)
  case outage(server: Int, seconds: Double, rate: Int)
  case loseTouch(server: Int, seconds: Double)
  case setClock(server: Int, seconds: Int64)
  case failOver(losing: Int)
  case plant(attacker: Int, victim: Int)
  /// The storage removes a session that was never used, as one in memory does when it is full.
  case replaceUnused
  /// The number outside of the sessions changes, and a server is told.
  case changeNumber(server: Int)
  /// The user of a live page scrolls its long list: to a place of 0 to 1, or by some rows.
  case scroll(browser: Int, tab: Int, place: Double?, rows: Int, wanted: Int, server: Int)
  /// Taps a row that the page has.
  case tapRow(browser: Int, tab: Int, place: Double, losesAnswer: Bool, server: Int)
  /// Presses one of the buttons for more rows.
  case showMore(browser: Int, tab: Int, choice: Int, server: Int)
}

/// What may be in a history besides forms, pages and rooms.
enum Feature: String, CaseIterable, Codable {
  /// Live pages: a browser with the script has a stream, and its pages ask what has changed.
  case streams
  /// Pages without a script load themselves again while side effects run.
  case refresh
  /// Screens have local states, one for each of up to four live tabs.
  case localStates
  /// Pages show a number that is outside of the sessions.
  case number
  /// Open pages show how many users are in a room.
  case presence

  /// Has one history in so many.
  fileprivate func rarity(isCalm: Bool) -> Int {
    switch self {
    // Of late parts that are lost elsewhere, a page does not know.
    case .refresh where isCalm: 2
    case .streams, .presence: 4
    case .number: 6
    case .refresh, .localStates: 8
    }
  }

  /// Needs open pages.
  var isLive: Bool { self == .localStates || self == .presence }
}

/// What may happen in a history. A history is reproduced by it, and shrunk by leaving parts of it out.
struct Plan: Codable {
  struct Event: Codable {
    /// The seconds that pass before it.
    var pause: Double
    let deed: Deed
  }

  let seed: UInt64
  /// What was wrong in the server when the history was found; nil for a new one.
  var title: String?
  var servers = 2
  var browsers = 2
  var isShared = true
  var faults: [Fault] = []
  /// How many calls of the storage in a hundred go wrong at all times.
  var faultRate = 0
  /// Whether sessions share rooms; nil for histories from before.
  var hasRooms: Bool?
  /// Nil for histories from before.
  var features: [Feature]?
  /// The tabs of a browser; nil for two.
  var tabs: Int?
  /// Nil if the app has no long list.
  var list: LongList?
  var deeds: [Event] = []

  init(seed: UInt64) {
    self.seed = seed
    var chance = Chance(seed)
    isShared = !chance.oneIn(5)
    servers = isShared ? 1 + chance.below(3) : 1
    browsers = 1 + chance.below(3)
    faults = Fault.allCases.filter { _ in chance.oneIn(2) }
    faultRate = chance.oneIn(2) ? chance.below(12) : 0
    // Of one server whose sessions keep their ids, most is known: what is lost without a word is noticed.
    let isCalm = chance.oneIn(6)
    if isCalm { servers = 1 }
    let kinds = (isCalm ? [0, 3, 4, 5] : Array(0..<10)).filter { _ in chance.oneIn(3) }
    var commands = Command.Kind.own.filter { kind in
      if isCalm, [.end, .renew, .renewBoth, .renewLater].contains(kind) { return false }
      return kind == .add || chance.oneIn(2)
    }
    let hasRenewals = !isCalm && chance.oneIn(4)
    // Apart, so that all else is as it was before there were rooms.
    var rooms = Chance(Chance.seed(seed, 3))
    if rooms.oneIn(2) {
      hasRooms = true
      browsers += 1
      // Each of them several times: most of what happens is about rooms.
      let kinds = Command.Kind.ofRooms.filter { _ in !rooms.oneIn(4) }
      for _ in 0..<3 { commands += kinds }
      for browser in 0..<browsers where !rooms.oneIn(6) {
        deeds.append(Event(pause: 0.1, deed: Self.join(&rooms, browser, servers)))
      }
    }
    // Apart, too.
    var others = Chance(Chance.seed(seed, 4))
    features = Feature.allCases.filter {
      others.oneIn($0.rarity(isCalm: isCalm)) && ($0 != .presence || hasRooms == true)
    }
    if features?.contains(where: \.isLive) == true, !has(.streams) { features?.append(.streams) }
    if has(.localStates), others.oneIn(2) { tabs = 4 }
    if has(.refresh) { commands.removeAll { $0 == .show } }
    if has(.localStates) { commands += [.draft, .draft, .draft] }
    // Apart, too.
    var lists = Chance(Chance.seed(seed, 6))
    if lists.oneIn(8) {
      list = LongList(
        count: lists.oneIn(3) ? 90 + lists.below(40) : 150 + lists.below(lists.oneIn(4) ? 850 : 150),
        hasIdentities: lists.oneIn(2), reloads: lists.oneIn(2), hasFrames: lists.oneIn(2))
      browsers = max(browsers, 2)
      if !has(.streams), !lists.oneIn(3) { features?.append(.streams) }
    }
    // So long that what nobody uses expires.
    let isLong = hasRooms == true && rooms.oneIn(8) && !has(.presence)
    for _ in 0..<(8 + chance.below(50)) {
      if hasRenewals, chance.oneIn(6) { deeds += Self.renewals(&chance, servers, browsers) }
      let pause =
        chance.oneIn(isLong ? 3 : 12)
        ? chance.fraction() * (isLong ? 600 : 60) : chance.fraction() * (chance.oneIn(2) ? 0.2 : 3)
      // So long without a request that sessions with open pages leave memory.
      if has(.streams), others.oneIn(8) {
        deeds.append(Event(pause: 32 + others.fraction() * 10, deed: .free(server: others.below(servers))))
      }
      if has(.number), others.oneIn(4) {
        if others.oneIn(3) {
          deeds.append(
            Event(pause: 0, deed: .loseTouch(server: others.below(servers), seconds: 2 + others.fraction() * 10)))
        }
        deeds.append(Event(pause: others.fraction(), deed: .changeNumber(server: others.below(servers))))
      }
      while list != nil, lists.oneIn(2) {
        deeds.append(Event(pause: lists.fraction(), deed: Self.deedOfList(&lists, servers, browsers, tabs ?? 2)))
      }
      deeds.append(Event(pause: pause, deed: Self.deed(&chance, servers, browsers, tabs ?? 2, kinds, commands)))
    }
    if has(.refresh) {
      // Longer than a form waits.
      let press = Deed.press(
        browser: 0, tab: others.below(2), .later, copies: 1, losesAnswer: others.oneIn(6),
        milliseconds: 2500 + others.below(3000), server: others.below(servers))
      deeds.append(Event(pause: others.fraction(), deed: press))
    }
  }

  private static func join(_ chance: inout Chance, _ browser: Int, _ servers: Int) -> Deed {
    .press(
      browser: browser, tab: 0, chance.oneIn(3) ? .joinBlue : .joinRed, copies: 1, losesAnswer: false, milliseconds: 0,
      server: chance.below(servers))
  }

  private static func deedOfList(_ chance: inout Chance, _ servers: Int, _ browsers: Int, _ tabs: Int) -> Deed {
    let (server, browser, tab) = (chance.below(servers), chance.below(browsers), chance.below(tabs))
    switch chance.below(8) {
    case 0, 1: return .showMore(browser: browser, tab: tab, choice: chance.below(4), server: server)
    case 2, 3, 4:
      return .tapRow(
        browser: browser, tab: tab, place: chance.fraction(), losesAnswer: chance.oneIn(6), server: server)
    default:
      return .scroll(
        browser: 1, tab: tab, place: chance.oneIn(2) ? nil : chance.pick([0, 1, chance.fraction()]),
        rows: chance.below(80) - 30, wanted: chance.oneIn(2) ? 0 : chance.pick([-1, 300, 2000]), server: server)
    }
  }

  func has(_ feature: Feature) -> Bool { features?.contains(feature) == true }

  /// Two forms that ask for new ids at once, of one user or of two who share a session.
  private static func renewals(_ chance: inout Chance, _ servers: Int, _ browsers: Int) -> [Event] {
    let (server, browser) = (chance.below(servers), chance.below(browsers))
    let other = chance.oneIn(2) ? browser : chance.below(browsers)
    let isPlanted = other != browser
    let kinds: [Command.Kind] = [.renew, .renewBoth, .renewLater]
    let late = 300 + chance.below(4000)
    // The second form is in the session before the first one gets the new id, and asks after it.
    let first = Deed.press(
      browser: other, tab: 0, .renewLater, copies: 1, losesAnswer: chance.oneIn(2), milliseconds: late, server: server)
    let pause = chance.fraction() * 0.3
    let second = Deed.press(
      browser: browser, tab: 1, chance.pick(kinds), copies: 1, losesAnswer: chance.oneIn(2),
      milliseconds: chance.below(late), server: server)
    let events = [Event(pause: isPlanted ? 2 : 0.2, deed: first), Event(pause: pause, deed: second)]
    return isPlanted ? [Event(pause: 1, deed: .plant(attacker: other, victim: browser))] + events : events
  }

  /// Whether nothing goes wrong, so that all that side effects do is stored. What runs is lost if a form ends the session, or if
  /// another request gets its new id.
  var isQuiet: Bool {
    faultRate == 0
      && deeds.allSatisfy { event in
        switch event.deed {
        case .press(_, _, .end, _, _, _, _), .press(_, _, .renew, _, _, _, _), .press(_, _, .renewBoth, _, _, _, _),
          .press(_, _, .renewLater, _, _, _, _):
          false
        case .press, .open, .free, .changeNumber, .scroll, .tapRow, .showMore: true
        default: false
        }
      }
  }

  /// Whether side effects run to their end at the one server, though what they do may not be stored. If the storage's reply to a
  /// new id is lost, that may end them.
  var keepsSideEffects: Bool {
    servers == 1
      && deeds.allSatisfy { event in
        switch event.deed {
        case .press(_, _, .end, _, _, _, _), .press(_, _, .renew, _, _, _, _), .press(_, _, .renewBoth, _, _, _, _),
          .press(_, _, .renewLater, _, _, _, _), .kill, .upgrade, .failOver, .plant, .replaceUnused:
          false
        default: true
        }
      }
  }

  /// Whether each call of the storage gets its reply, and no server ends. Answers to browsers may get lost.
  var hasReplies: Bool {
    faultRate == 0
      && deeds.allSatisfy { event in
        switch event.deed {
        case .press, .open, .free, .loseTouch, .plant, .replaceUnused, .changeNumber, .scroll, .tapRow, .showMore: true
        case .kill, .upgrade, .outage, .setClock, .failOver: false
        }
      }
  }

  private static func deed(
    _ chance: inout Chance, _ servers: Int, _ browsers: Int, _ tabs: Int, _ kinds: [Int], _ commands: [Command.Kind]
  ) -> Deed {
    let (server, browser, tab) = (chance.below(servers), chance.below(browsers), chance.below(tabs))
    guard chance.oneIn(3), !kinds.isEmpty else {
      if chance.oneIn(5) { return .open(browser: browser, tab: tab, server: server) }
      return .press(
        browser: browser, tab: tab,
        chance.oneIn(2) && !commands.contains(where: Command.Kind.ofRooms.contains) ? .add : chance.pick(commands),
        copies: chance.oneIn(6) ? 2 : 1, losesAnswer: chance.oneIn(6),
        milliseconds: chance.below(chance.oneIn(3) ? 6000 : 200), server: server)
    }
    switch chance.pick(kinds) {
    case 0: return .free(server: server)
    case 1: return .kill(server: server, pause: chance.fraction() * 5)
    case 2: return .upgrade(server: server)
    case 3, 4: return .outage(server: server, seconds: chance.fraction() * 10, rate: chance.oneIn(2) ? 30 : 100)
    case 5: return .loseTouch(server: server, seconds: chance.fraction() * 20)
    case 6: return .setClock(server: server, seconds: Int64(chance.below(40)) - 20)
    case 8: return .replaceUnused
    case 7: return chance.oneIn(3) ? .failOver(losing: 1 + chance.below(3)) : .free(server: server)
    default: return .plant(attacker: browser, victim: (browser + 1 + chance.below(max(browsers - 1, 1))) % browsers)
    }
  }
}

/// A run of a plan.
final class History {
  let world: World
  let oracle = Oracle()
  private(set) var browsers: [Browser] = []
  private let database: Database
  private var servers: [Server?] = []
  private var releases: [Server.Release] = []
  private let plan: Plan
  private var chance: Chance
  private var liveChance: Chance
  /// When the number outside of the sessions was changed at each server, in virtual seconds.
  private var changeTimes: [Int: Double] = [:]
  /// Whether pages show that number: no server was killed before it could tell the others.
  private(set) var showsNumber = false
  private var starts = 0
  /// Whether nothing goes wrong any more.
  var isHealed: Bool { healTime != nil }
  /// Since when, in virtual seconds.
  private var healTime: Double?
  private(set) var counts: [String: Int] = [:]
  private let trace: ((String) -> Void)?

  init(_ plan: Plan, trace: ((String) -> Void)? = nil) {
    self.plan = plan
    self.trace = trace
    world = World(seed: Chance.seed(plan.seed, 1))
    chance = Chance(Chance.seed(plan.seed, 2))
    liveChance = Chance(Chance.seed(plan.seed, 5))
    database = Database(world, oracle)
    World.current = world
    oracle.keepsTime = plan.hasReplies
    releases = Array(repeating: .first, count: plan.servers)
    servers = Array(repeating: nil, count: plan.servers)
    browsers = (0..<plan.browsers).map { Browser($0, hasScript: $0 % 2 == 1, tabs: plan.tabs ?? 2, self) }
    world.hasNumber = plan.has(.number)
    world.list = plan.list
    showsNumber = world.hasNumber
  }

  /// Runs the plan, and then lets everything come to its end.
  ///
  /// - Returns: What was not true; nil if all was.
  func run() throws -> String? {
    for slot in servers.indices { try start(slot) }
    defer {
      for server in servers {
        countFaults(of: server)
        server?.kill()
      }
    }
    var time = 0.0
    for event in plan.deeds {
      let deed = event.deed
      time += event.pause
      world.after(time) { [self] in
        trace?("\(Self.rounded(world.time)) \(deed)")
        do { try perform(deed) } catch { oracle.note("A server did not start: \(error)") }
      }
    }
    try runAll(for: time + 60)
    if oracle.violation != nil { return oracle.violation }
    // What a renewed session leaves under its old id is void by then.
    world.after(180) {}
    try runAll(for: 200)
    healTime = world.time
    for slot in servers.indices {
      // A server of the first release cannot read what one of the second has stored.
      if releases.contains(.second), releases[slot] == .first {
        releases[slot] = .second
        if let server = servers[slot] {
          database.remove(server.connection)
          server.kill()
        }
        servers[slot] = nil
      }
      servers[slot]?.connection.faultRate = 0
      if servers[slot] == nil { try start(slot) }
    }
    try checkOpenPages()
    for slot in servers.indices {
      for browser in browsers { browser.tabs[0].open(at: slot) }
      try runAll()
    }
    for case let server? in servers { server.flush() }
    try runAll()
    // A session with open pages often leaves memory, and with it what its next page was to tell.
    if plan.isQuiet || plan.keepsSideEffects && !plan.has(.streams) {
      oracle.requireLateTokens(unlessTold: !plan.isQuiet)
    }
    for case let server? in servers where server.lateCount > 0 {
      oracle.note("\(server.lateCount) requests wait for ever.")
    }
    return oracle.violation
  }

  /// Open pages show what is stored, because they were told of changes: nothing asks for them.
  private func checkOpenPages() throws {
    try runAll()
    for case let server? in servers { server.flush() }
    try runAll()
    for browser in browsers {
      for tab in browser.tabs { tab.checkAtRest() }
    }
  }

  /// Lets everything happen that there is.
  ///
  /// - Parameter seconds: When to end if there are open pages, which never end: their sessions are used as long as they are open.
  private func runAll(for seconds: Double = 60) throws {
    let end = plan.has(.streams) ? world.time + seconds : .infinity
    while oracle.violation == nil, world.step(until: end) {
      if world.steps > 200_000 {
        oracle.note("The history does not end.")
        return
      }
    }
    oracle.expire(database.rows, at: database.now)
  }

  private func start(_ slot: Int) throws {
    starts += 1
    let connection = Connection(
      world, database, seed: Chance.seed(plan.seed, 100 + starts), isShared: plan.isShared, faults: plan.faults)
    connection.faultRate = isHealed ? 0 : plan.faultRate
    connection.trace = trace.map { trace in
      { [world] in trace("\(Self.rounded(world.time))     server \(slot): \($0)") }
    }
    servers[slot] = try Server(
      releases[slot].app(hasRooms: plan.hasRooms == true, countsUsers: plan.has(.presence)), world, connection,
      number: starts, seed: Chance.seed(plan.seed, 10_000 + starts), features: features)
  }

  private func perform(_ deed: Deed) throws {
    switch deed {
    case .press(let browser, let tab, let kind, let copies, let losesAnswer, let milliseconds, let server):
      let browser = browsers[browser]
      browser.tabs[tab].press(
        browser.form(kind, milliseconds), copies: copies, losesAnswer: losesAnswer, at: server)
    case .open(let browser, let tab, let server): browsers[browser].tabs[tab].open(at: server)
    case .scroll(let browser, let tab, let place, let rows, let wanted, let server):
      browsers[browser].tabs[tab].scroll(to: place, by: rows, wanted: wanted, at: server)
    case .tapRow(let browser, let tab, let place, let losesAnswer, let server):
      browsers[browser].tabs[tab].tapRow(at: place, losesAnswer: losesAnswer, at: server)
    case .showMore(let browser, let tab, let choice, let server):
      browsers[browser].tabs[tab].showMore(choice, at: server)
    case .free(let slot): servers[slot]?.freeIdleSessions()
    case .kill(let slot, let pause): stop(slot, pause, "kill")
    case .upgrade(let slot):
      guard releases[slot] == .first else { return }
      releases[slot] = .second
      stop(slot, 0.5, "release")
    case .outage(let slot, let seconds, let rate):
      guard let server = servers[slot] else { return }
      server.connection.faultRate = rate
      world.after(seconds, on: server) { [plan] in server.connection.faultRate = plan.faultRate }
    case .loseTouch(let slot, let seconds): servers[slot]?.connection.loseTouch(for: seconds)
    case .setClock(let slot, let seconds): servers[slot]?.clockOffset = seconds
    case .failOver(let losing):
      guard plan.isShared else { return }  // a local storage has no other machine
      counts["failover", default: 0] += 1
      database.failOver(losing: losing)
    case .replaceUnused: database.replaceUnused()
    case .changeNumber(let slot):
      guard let server = servers[slot] else { return }
      world.number += 1
      changeTimes[slot] = world.time
      server.numberDidChange()
    case .plant(let attacker, let victim): if attacker != victim { browsers[victim].plant(browsers[attacker]) }
    }
  }

  private func countFaults(of server: Server?) {
    for (fault, count) in server?.connection.faultCounts ?? [:] { counts["\(fault)", default: 0] += count }
  }

  private func stop(_ slot: Int, _ pause: Double, _ name: String) {
    guard let server = servers[slot] else { return }
    counts[name, default: 0] += 1
    if let time = changeTimes[slot], world.time < time + 0.2 { showsNumber = false }
    countFaults(of: server)
    database.remove(server.connection)
    servers[slot] = nil
    server.kill()
    world.after(pause) { [self] in
      do { if servers[slot] == nil { try start(slot) } } catch { oracle.note("A server did not start: \(error)") }
    }
  }

  // MARK: - For browsers

  func server(_ slot: Int) -> Server? { servers[slot % servers.count] }

  func isLive(_ key: SessionKey) -> Bool {
    oracle.expire(database.rows, at: database.now)
    return database.rows.live(key, at: database.now + 60).map { RenamedSession($0.content) == nil } ?? false
  }

  /// Whether a key is that of a session that got another id, for so long that the clock of each server says so.
  func isRenewed(_ key: SessionKey) -> Bool {
    database.rows.live(key, at: database.now + 20).flatMap { RenamedSession($0.content) }
      .map { $0.expiry > database.now + 20 } ?? false
  }

  var hasOneServer: Bool { servers.count == 1 }

  var hasFailedOver: Bool { counts["failover"] != nil }

  /// Whether sessions share rooms.
  var hasRooms: Bool { plan.hasRooms == true }

  var features: [Feature] { plan.features ?? [] }

  var list: LongList? { plan.list }

  /// How many users are in a room: sessions with an open page.
  func userCount(in room: String) -> Int {
    let keys = browsers.compactMap { browser in browser.isLive ? browser.stream.openKey : nil }
    return Set(keys.filter { key in database.rows.live(key, at: database.now).flatMap(Oracle.room) == room }).count
  }

  /// Whether each late part of a form shows on the page without a script that sent it, as it loads itself again. It does not if
  /// another server answers.
  var showsLateParts: Bool { plan.has(.refresh) && plan.keepsSideEffects }

  /// Whether servers have lost local states by an upgrade.
  var losesLocalStates: Bool { releases.contains(.second) }

  /// Whether only answers to browsers may get lost.
  var hasReplies: Bool { plan.hasReplies }

  /// Whether all servers can read what each of them stores.
  var hasOneRelease: Bool { Set(releases).count == 1 }

  func networkDelay() -> Double { chance.delay(upTo: 0.5) }

  /// Whether a browser's pages are live.
  func isLive(_ browser: Browser) -> Bool { browser.hasScript && plan.has(.streams) }

  /// Whether nothing has gone wrong for so long before a request that it is answered, and shows what is stored.
  func isCalm(at time: Double) -> Bool { healTime.map { !plan.has(.streams) || time > $0 + 60 } == true }

  /// The server to which a live page's request goes that no deed caused.
  func anyServer() -> Int { liveChance.below(servers.count) }

  /// How long the connection of a stream lasts, in seconds; nil if the network does not end it.
  func streamDuration() -> Double? { !isHealed && liveChance.oneIn(3) ? liveChance.fraction() * 60 : nil }

  /// Whether a stream is so far behind that the server tells it only that something has changed.
  func isReaderSlow() -> Bool { !isHealed && liveChance.oneIn(8) }

  func count(_ status: Int) { counts["answers of \(status)", default: 0] += 1 }

  func countTold() { counts["changes told by streams", default: 0] += 1 }

  func count(stream status: Int) { counts["streams of \(status)", default: 0] += 1 }

  func tell(_ text: @autoclosure () -> String) { trace?("\(Self.rounded(world.time))   \(text())") }

  static func rounded(_ seconds: Double) -> String {
    let milliseconds = Int(seconds * 1000)
    return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
  }
}
