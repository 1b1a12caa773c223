import Basics
import DevelopmentPanel
import Foundation
import Recordings

/// A source with a recording of its own, which notes what it is asked to do.
final class FakeSource: PanelSource {
  struct Content {
    var sessions: [PanelSession]
    var recordings: [String: Recording]
    /// The states after steps, as JSON.
    var states: [Int: String] = [:]
    var screens: [PanelScreen] = []
    var network = NetworkCondition.good
    var mails: [PanelMail] = []
    /// Why the next act fails.
    var refusal: String?
    var calls: [String] = []
  }

  private let content: Locked<Content>

  init(_ content: Content) { self.content = Locked(content) }

  var calls: [String] { content.withLock { $0.calls } }

  func change(_ body: @Sendable (inout Content) -> Void) { content.withLock { body(&$0) } }

  private func note(_ call: String) throws {
    try content.withLock { content in
      if let refusal = content.refusal { throw PanelError(refusal) }
      content.calls.append(call)
    }
  }

  // MARK: - PanelSource

  func sessions() -> [PanelSession] { content.withLock { $0.sessions } }

  func recording(of session: String) -> Recording? { content.withLock { $0.recordings[session] } }

  func state(of session: String, after step: Int?) throws -> String {
    try content.withLock { content in
      let shown = content.sessions.first { $0.id == session }?.shownStep
      let last = step ?? shown ?? .max
      guard let key = content.states.keys.filter({ $0 <= last }).max(), let state = content.states[key] else {
        throw PanelError("There is no state of step \(last).")
      }
      return state
    }
  }

  func setState(_ json: String, of session: String) throws {
    try note("setState \(json)")
    content.withLock { $0.states[$0.states.keys.max() ?? 0] = json }
  }

  private func show(_ step: Int?, in session: String) {
    content.withLock { content in
      for index in content.sessions.indices where content.sessions[index].id == session {
        content.sessions[index].shownStep = step
      }
    }
  }

  func travel(to step: Int, in session: String) throws {
    try note("travel \(step) \(session)")
    show(step, in: session)
  }

  func returnToPresent(_ session: String) {
    try? note("return \(session)")
    show(nil, in: session)
  }

  func resume(_ session: String) throws {
    try note("resume \(session)")
    content.withLock { content in
      guard let shown = content.sessions.first(where: { $0.id == session })?.shownStep else { return }
      content.recordings[session]?.resume(from: shown)
    }
    show(nil, in: session)
  }

  func screens(of session: String) -> [PanelScreen] { content.withLock { $0.screens } }

  func load(_ file: [UInt8]) throws -> String {
    let recording: Recording
    do { recording = try Recording(file: file) } catch { throw PanelError("\(error)") }
    try note("load")
    content.withLock { content in
      content.recordings["file"] = recording
      content.sessions.append(
        PanelSession(
          id: "file", name: "a file", urls: [], stepCount: recording.timeline.count, lastTime: 0))
    }
    return "file"
  }

  var network: NetworkCondition {
    get { content.withLock { $0.network } }
    set { content.withLock { $0.network = newValue } }
  }

  func mails() -> [PanelMail] { content.withLock { $0.mails } }
}

extension FakeSource {
  /// A session of a list of things to do.
  static func todo() -> FakeSource {
    var content = Content(sessions: [], recordings: [:])
    let recording = TodoRecording()
    content.recordings = [
      "one": recording.recording,
      "two": Recording(
        app: "Todo", release: "4F2A", stateVersion: 1, stateType: "Todo.AppState", delegate: "Todo.TodoAppDelegate",
        language: "it"),
    ]
    content.states = recording.states
    content.sessions = [
      PanelSession(
        id: "one", name: "this browser", urls: ["/list", "/list/add"], stepCount: recording.recording.timeline.count,
        lastTime: recording.time),
      PanelSession(id: "two", name: "another browser", urls: ["/list"], stepCount: 0, lastTime: 0),
    ]
    content.screens = [
      PanelScreen(tab: "1x", url: "/list", root: .todoList), PanelScreen(tab: "2x", url: "/list/add", root: .addItem),
    ]
    content.mails = [
      PanelMail(
        time: recording.time, address: "ada@example.com", subject: "Your list of today 📝",
        text:
          "Good morning Ada,\n\nyou have 4 things to do:\n- Milk\n- קניית חלב\n- 🍕 for everyone\n\nhttps://example.com/list"
      ),
      PanelMail(time: recording.time - 60, address: "bob@example.com", subject: "Welcome", text: "Hello Bob!"),
    ]
    return FakeSource(content)
  }
}

/// What a user does with a list of things to do.
struct TodoRecording {
  private(set) var recording = Recording(
    app: "Todo", release: "4F2A", stateVersion: 1, stateType: "Todo.AppState", delegate: "Todo.TodoAppDelegate",
    language: "en")
  private(set) var states: [Int: String] = [:]
  private(set) var time = Date().timeIntervalSince1970 - 28
  private var items: [(id: String, text: String, isDone: Bool)] = [
    ("4F2A", "Pet my unicorn", false), ("8B31", "Become a doctor.\nChange last name to Acula", false),
    ("C0DE", "Visit mars", true),
  ]

  init() {
    states[0] = state
    get("/list")
    add("Milk")
    add("קניית חלב ולחם")
    add("🍕 for everyone 👩‍👩‍👧‍👦, and a very long text that goes on and on: " + String(repeating: "words ", count: 60))
    toggle(0)
    fetch()
    fail()
    let left = recording.timeline.last { $0.isUpdater }?.id ?? 0
    toggle(1)
    add("This belongs to a branch")
    recording.resume(from: left)
    toggle(2)
    mail()
    refuse()
    run()
  }

  /// A user who presses a button again and again.
  init(taps: Int) {
    states[0] = state
    for _ in 0..<taps / 2 { toggle(0) }
  }

  private var state: String {
    let items = items.map {
      """
          {
            "archived" : false,
            "completed" : \($0.isDone),
            "id" : "\($0.id)",
            "text" : \(quoted($0.text))
          }
      """
    }
    return
      "{\n  \"items\" : [\n\(items.joined(separator: ",\n"))\n  ],\n  \"people\" : {\n    \"count\" : 2,\n    \"name\" : null\n  },\n"
      + "  \"rate\" : 0.5\n}"
  }

  private func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }

  @discardableResult
  private mutating func append(_ event: Step.Event, cause: Int? = nil, after gap: Double = 0.002, took: Double? = nil)
    -> Int
  {
    time += gap
    let id = recording.append(time: time, cause: cause, tab: "1x", event)
    if let took { recording.update(id) { $0.duration = took } }
    return id
  }

  private mutating func request(
    _ method: String, _ url: String, _ acts: [Step.Act] = [], to urlAfter: String? = nil, status: UInt16 = 200,
    bytes: Int = 1834
  ) -> Int {
    var request = Step.Request(method: method, url: url, acts: acts, isLive: method == "POST")
    (request.status, request.bytes, request.urlAfter, request.screen) = (
      status, bytes, urlAfter ?? url, "ListViewController"
    )
    return append(.request(request), after: 1.234, took: 0.0084)
  }

  private mutating func get(_ url: String) { _ = request("GET", url, bytes: 23_456) }

  private mutating func update(_ dispatch: Step.Dispatch, cause: Int, changes: [String], views: [String]) {
    var dispatch = dispatch
    (dispatch.changes, dispatch.views, dispatch.wait) = (changes, views, 0.000012)
    let id = append(.updater(dispatch), cause: cause, took: 0.00031)
    states[id] = state
    append(.save(.init(bytes: state.utf8.count, storage: "sqlite")), cause: cause, took: 0.0011)
  }

  private mutating func add(_ text: String) {
    let open = request("POST", "/list", [.init(.tap, id: "listView.actionButton", label: "New item")], to: "/list/add")
    append(.navigation(.init(from: "/list", to: "/list/add", screen: "AddItemViewController")), cause: open)
    let post = request(
      "POST", "/list/add",
      [
        .init(.type, id: "addItemView.textView", label: "What are you going to do?", value: text),
        .init(.pressReturn, id: "addItemView.textView", label: "What are you going to do?"),
      ], to: "/list")
    let id = ["91F0", "77AA", "D00D", "BEEF", "CAFE"][items.count % 5]
    items.insert((id, text, false), at: 0)
    update(
      .init(type: "Todo.AddItem", properties: [.init("text", text: quoted(text))]), cause: post,
      changes: ["items[0] added: \(quoted(text))"],
      views: ["ListView listView", "UILabel listView.footerView.childView.label"])
    append(.navigation(.init(from: "/list/add", to: "/list", screen: "ListViewController")), cause: post)
  }

  private mutating func toggle(_ index: Int) {
    let id = items[index].id
    let tap = request(
      "POST", "/list", [.init(.tap, id: "listView.todoListView.\(id).toggleButton", label: "Completed")], bytes: 412)
    items[index].isDone.toggle()
    update(
      .init(type: "Todo.ToggleItem", properties: [.init("itemID", text: "\"\(id)\"")]), cause: tap,
      changes: ["items[\(index)].completed: \(!items[index].isDone) → \(items[index].isDone)"],
      views: ["TodoCell listView.todoListView.\(id)"])
  }

  private mutating func fetch() {
    let tap = request("POST", "/list", [.init(.tap, id: "listView.refreshButton", label: "Refresh")], bytes: 96)
    let fetch = append(
      .sideEffect(.init(type: "Todo.FetchPeople", properties: [.init("limit", text: "20")])), cause: tap)
    append(.log(level: "info", text: "GET https://people.example.com/v1/people?limit=20"), cause: fetch)
    let load = append(.sideEffect(.init(type: "Todo.LoadPeople")), cause: fetch)
    recording.update(load) { step in
      if case .sideEffect(var dispatch) = step.event {
        (dispatch.result, dispatch.wait) = ("[\"Ada\", \"Bob\"]", 0.00002)
        step.event = .sideEffect(dispatch)
      }
      step.duration = 0.318
    }
    time += 0.32
    update(
      .init(
        type: "Todo.ShowPeople", properties: [.init("people", text: "[\"Ada\", \"Bob\"]")]
      ),
      cause: fetch, changes: ["people.count: 1 → 2"], views: ["UILabel listView.footerView.childView.othersLabel"])
    recording.update(fetch) { $0.duration = 0.331 }
  }

  private mutating func fail() {
    let tap = request("POST", "/list", [.init(.tap, id: "listView.syncButton", label: "Synchronise")], bytes: 131)
    var sync = Step.Dispatch(type: "Todo.SyncItems", properties: [.init("force", text: "true")])
    (sync.error, sync.wait) = ("SyncError.conflict(\"C0DE\"): the item was changed on another device", 0.00004)
    let id = append(.sideEffect(sync), cause: tap, took: 1.52)
    append(.log(level: "error", text: "Todo.SyncItems failed: SyncError.conflict(\"C0DE\")"), cause: id)
  }

  private mutating func mail() {
    let tap = request("POST", "/list", [.init(.tap, id: "listView.mailButton", label: "Send me my list")], bytes: 88)
    let send = append(.sideEffect(.init(type: "Todo.MailList")), cause: tap, took: 0.0041)
    append(.mail(address: "ada@example.com", subject: "Your list of today 📝"), cause: send)
    append(
      .replacement(.init(by: "another server", changes: ["items[3].text: \"Visit mars\" → \"Visit Mars\""])), after: 4.2
    )
    append(.save(.init(bytes: 0, storage: "sqlite", error: "The disk is full.")), took: 0.003)
  }

  private mutating func refuse() { _ = request("GET", "/list/item?item=NONE", status: 404, bytes: 2011) }

  private mutating func run() {
    let tap = request("POST", "/list", [.init(.tap, id: "listView.exportButton", label: "Export")], bytes: 99)
    append(
      .sideEffect(.init(type: "Todo.ExportItems", properties: [.init("format", text: ".csv")])),
      cause: tap)
  }
}

extension Step {
  fileprivate var isUpdater: Bool {
    if case .updater = event { true } else { false }
  }
}

extension PanelView {
  static var todoList: PanelView {
    PanelView(
      id: "listView", className: "ListView<TodoCell>", origin: "ListViewController.swift:31",
      children: [
        PanelView(id: "listView.titleButton", className: "UIButton", text: "To Do", origin: "ListView.swift:11"),
        PanelView(
          id: "listView.todoListView", className: "CollectionView", origin: "ListView.swift:15",
          children: ["4F2A", "8B31", "C0DE"].map { id in
            PanelView(
              id: "listView.todoListView.\(id)", className: "TodoCell", frame: [0, 0, 390, 56.5],
              constraints: ["leading = superview.leading + 16", "height ≥ 44"], origin: "TodoCell.swift:9",
              children: [
                PanelView(
                  id: "listView.todoListView.\(id).toggleButton", className: "UIButton", marks: ["alpha 0.5"]),
                PanelView(
                  id: "listView.todoListView.\(id).textLabel", className: "UILabel",
                  text: id == "C0DE" ? "Visit mars" : "קניית חלב", frame: [56, 8, 310, 40.5]),
              ])
          }),
        PanelView(id: "listView.archiveListView", className: "CollectionView", marks: ["hidden"]),
        PanelView(
          id: "listView.actionButton", className: "UIButton", text: "New item", marks: ["disabled"],
          origin: "ListView.swift:14"),
      ])
  }

  static var addItem: PanelView {
    PanelView(
      id: "addItemView", className: "AddItemView",
      children: [
        PanelView(id: "addItemView.cardView", className: "UIView"),
        PanelView(id: "addItemView.textView", className: "UITextView", text: "Milk", origin: "AddItemView.swift:12"),
      ])
  }
}
