/// One entry of a recording: something that happened in a session.
package struct Step: Codable, Sendable, Identifiable {
  /// Counts the steps of a recording, from 1. A branch goes on counting.
  package let id: Int
  /// When it began, in seconds since 1970.
  package let time: Double
  /// How long it took, in seconds. Nil while it lasts, and for what takes no time.
  package var duration: Double?
  /// The step from which it follows: the request that dispatched an updater, the side effect that dispatched another item. Nil if
  /// that is not known, as for a timer.
  package let cause: Int?
  /// The tab of the browser; nil if it belongs to none, or is not known.
  package var tab: String?
  package var event: Event

  package init(id: Int, time: Double, cause: Int? = nil, tab: String? = nil, _ event: Event) {
    self.id = id
    self.time = time
    self.cause = cause
    self.tab = tab
    self.event = event
  }

  /// Indirect, so that copies of a recording are cheap: the panel reads one while the session goes on.
  package indirect enum Event: Codable, Sendable {
    case request(Request)
    case updater(Dispatch)
    case sideEffect(Dispatch)
    /// A tab shows another screen.
    case navigation(Navigation)
    /// What has changed was stored.
    case save(Save)
    /// The state was replaced: by another server, by the panel, by a new release.
    case replacement(Replacement)
    /// A line of the log.
    case log(level: String, text: String)
    /// A mail that was shown instead of sent.
    case mail(address: String, subject: String)
  }

  package struct Request: Codable, Sendable {
    package var method: String
    /// Path and query.
    package var url: String
    /// What the user did, in its order. Empty for a GET.
    package var acts: [Act]
    /// Whether the script of a page sent it.
    package var isLive: Bool
    /// Nil while it is not answered.
    package var status: UInt16?
    /// The bytes of the answer's body.
    package var bytes: Int?
    /// Where the user is afterwards; nil if the answer shows no screen.
    package var urlAfter: String?
    /// The class of the controller that the answer shows.
    package var screen: String?
    /// The last step when it was answered: what the request has done is over by then. Nil while it is not answered.
    package var lastStep: Int?

    package init(method: String, url: String, acts: [Act] = [], isLive: Bool = false) {
      self.method = method
      self.url = url
      self.acts = acts
      self.isLive = isLive
    }
  }

  /// What a user did with a control.
  package struct Act: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable {
      /// Typed a text. `value` is the whole text of the field afterwards.
      case type
      /// Chose another value of a control: a date, a row of a picker, a place of a slider.
      case set
      case tap
      /// Pressed the return key in a field.
      case pressReturn
      /// Chose files. `value` has their names.
      case chooseFiles
    }
    package var kind: Kind
    /// The id of the element, such as `listView.todoListView.4F2A.toggleButton`.
    package var id: String
    /// What a reader of the page calls it: a title, an accessibility label. Nil if it has no name.
    package var label: String?
    /// Nil for a tap, and for a secure field.
    package var value: String?

    package init(_ kind: Kind, id: String, label: String? = nil, value: String? = nil) {
      self.kind = kind
      self.id = id
      self.label = label
      self.value = value
    }
  }

  /// An updater or a side effect.
  package struct Dispatch: Codable, Sendable {
    /// The name of the type with its module, such as `Todo.AddItem`.
    package var type: String
    /// Its stored properties.
    package var properties: [Property]
    /// For a feature that is put into an app: where its state is, such as `\AppState.weather`.
    package var scope: String?
    /// How long it waited before it started, in seconds. Nil before that.
    package var wait: Double?
    /// What it threw.
    package var error: String?
    /// The value that a side effect returned.
    package var result: String?
    /// For an updater: what changed in the state, each as "items[0] added".
    package var changes: [String]
    /// The views that showed something else afterwards, by class and id.
    package var views: [String]

    package init(type: String, properties: [Property] = [], scope: String? = nil) {
      self.type = type
      self.properties = properties
      self.scope = scope
      (changes, views) = ([], [])
    }
  }

  package struct Property: Codable, Sendable, Equatable {
    package var name: String
    /// A readable text of the value, shortened.
    package var text: String

    package init(_ name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  package struct Navigation: Codable, Sendable {
    package var from: String
    package var to: String
    /// The class of the controller on top.
    package var screen: String?

    package init(from: String, to: String, screen: String?) {
      self.from = from
      self.to = to
      self.screen = screen
    }
  }

  package struct Save: Codable, Sendable {
    /// The bytes of the state as JSON.
    package var bytes: Int
    /// Where, such as `sqlite`.
    package var storage: String
    /// Why it failed; nil if it was stored.
    package var error: String?

    package init(bytes: Int, storage: String, error: String? = nil) {
      self.bytes = bytes
      self.storage = storage
      self.error = error
    }
  }

  package struct Replacement: Codable, Sendable {
    /// Who did it: "another server", "the panel".
    package var by: String
    package var changes: [String]

    package init(by: String, changes: [String] = []) {
      self.by = by
      self.changes = changes
    }
  }
}

extension Step.Event {
  /// The request; nil for another event, which stays as it is if this is set.
  package var request: Step.Request? {
    get { if case .request(let request) = self { request } else { nil } }
    set { if case .request = self, let newValue { self = .request(newValue) } }
  }

  /// The updater or side effect; nil for another event, which stays as it is if this is set.
  package var dispatch: Step.Dispatch? {
    get {
      switch self {
      case .updater(let dispatch), .sideEffect(let dispatch): dispatch
      default: nil
      }
    }
    set {
      switch (self, newValue) {
      case (.updater, let dispatch?): self = .updater(dispatch)
      case (.sideEffect, let dispatch?): self = .sideEffect(dispatch)
      default: break
      }
    }
  }
}
