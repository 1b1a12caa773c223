/// What the user has chosen.
struct Choices: Codable, Equatable, Sendable {
  /// Nil for the session that was used last.
  var session: String?

  // Steps
  /// The line that is shown; nil for the one that goes on.
  var line: Int?
  var search = ""
  var hiddenKinds: [StepKind] = []
  /// The number of found steps up to the end of the list; nil for all.
  var end: Int?
  /// The step whose details are shown.
  var step: Int?

  // State
  var showsPresent = false
  var treeSearch = ""
  /// The paths of the nodes that are open although they are closed at first, or the other way round.
  var toggledNodes: [String] = []
  /// The path of the value that is edited.
  var editedNode: String?
  var editsText = false

  // Screens
  var viewSearch = ""
  var view: String?
  var closedViews: [String] = []

  var mail: Int?
  /// Whether the source of a test is shown.
  var showsTest = false
}

/// The screens of the panel. Raw values are their names in routes.
enum ScreenName: String, Codable, CaseIterable, Sendable {
  case steps, state, screens, mails, export

  var title: String {
    switch self {
    case .steps: "Steps"
    case .state: "State"
    case .screens: "Screens"
    case .mails: "Mails"
    case .export: "Export"
    }
  }
}
