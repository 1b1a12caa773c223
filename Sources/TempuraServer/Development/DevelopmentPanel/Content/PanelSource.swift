package import Recordings

/// What the panel shows, and does to the app: implemented by the server.
///
/// All functions may be called on any thread, and may block: call them in side effects.
package protocol PanelSource: AnyObject, Sendable {
  /// The sessions that are recorded, the one that was used last first.
  func sessions() -> [PanelSession]

  /// The recording of a session; nil if there is none. A copy, which does not change.
  func recording(of session: String) -> Recording?

  /// The state after a step as JSON; nil for the present. Indented, keys in their order.
  ///
  /// - Throws: ``PanelError``
  func state(of session: String, after step: Int?) throws -> String

  /// Replaces the state by one of JSON, and goes on from there.
  ///
  /// - Throws: ``PanelError``, which says what is wrong with the JSON.
  func setState(_ json: String, of session: String) throws

  // MARK: Travelling

  /// Shows the screens of a step in all tabs. Nothing that is shown changes the session until ``resume(_:)``.
  ///
  /// - Throws: ``PanelError``
  func travel(to step: Int, in session: String) throws

  /// Shows the present again.
  func returnToPresent(_ session: String)

  /// Makes the step that is shown the present one. What followed it stays in the recording as a line of its own. A tap in the
  /// app does that, too.
  func resume(_ session: String) throws

  // MARK: Screens

  /// The views of each tab.
  func screens(of session: String) -> [PanelScreen]

  // MARK: Recordings

  /// Keeps a recording that was saved, as a session of its own that can be looked at and travelled in.
  ///
  /// - Returns: The session.
  /// - Throws: ``PanelError``: it is damaged, of another app, of a newer format.
  func load(_ file: [UInt8]) throws -> String

  // MARK: The surroundings

  var network: NetworkCondition { get set }

  /// The mails that were shown instead of sent, the newest first.
  func mails() -> [PanelMail]
}

/// A session that is recorded.
package struct PanelSession: Codable, Sendable, Equatable, Identifiable {
  /// Stays the same when the session gets another id.
  package let id: String
  /// Such as "this browser", "another browser", "bugs.recording".
  package var name: String
  /// The URLs of its tabs.
  package var urls: [String]
  package var stepCount: Int
  /// When something happened last, in seconds since 1970.
  package var lastTime: Double
  /// The step that its tabs show; nil for the present.
  package var shownStep: Int?

  package init(id: String, name: String, urls: [String], stepCount: Int, lastTime: Double, shownStep: Int? = nil) {
    self.id = id
    self.name = name
    self.urls = urls
    self.stepCount = stepCount
    self.lastTime = lastTime
    self.shownStep = shownStep
  }
}

/// The views of a tab.
package struct PanelScreen: Codable, Sendable, Equatable {
  package var tab: String?
  package var url: String
  package var root: PanelView

  package init(tab: String?, url: String, root: PanelView) {
    self.tab = tab
    self.url = url
    self.root = root
  }
}

/// A view, for the panel.
package struct PanelView: Codable, Sendable, Equatable {
  /// The id of its element in the page.
  package var id: String
  package var className: String
  /// The title or text, shortened; nil if it has none.
  package var text: String?
  /// x, y, width, height in its superview, in points; nil on a page that flows.
  package var frame: [Double]?
  /// Such as "leading = superview.leading + 16".
  package var constraints: [String]
  /// Such as "hidden", "disabled", "alpha 0.5".
  package var marks: [String]
  /// The values of its view model; empty if it has none.
  package var model: [Step.Property]
  /// Where it was made, such as "ListView.swift:42"; nil if that is not known.
  package var origin: String?
  package var children: [PanelView]

  package init(
    id: String, className: String, text: String? = nil, frame: [Double]? = nil, constraints: [String] = [],
    marks: [String] = [], model: [Step.Property] = [], origin: String? = nil, children: [PanelView] = []
  ) {
    self.id = id
    self.className = className
    self.text = text
    self.frame = frame
    self.constraints = constraints
    self.marks = marks
    self.model = model
    self.origin = origin
    self.children = children
  }
}

/// A mail that was shown instead of sent.
package struct PanelMail: Codable, Sendable, Equatable {
  package var time: Double
  package var address: String
  package var subject: String
  package var text: String

  package init(time: Double, address: String, subject: String, text: String) {
    self.time = time
    self.address = address
    self.subject = subject
    self.text = text
  }
}

/// Why something cannot be done: a sentence for the panel.
package struct PanelError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
