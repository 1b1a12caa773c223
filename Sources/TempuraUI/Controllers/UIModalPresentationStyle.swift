/// How a presented screen stands to the one that it is presented from.
public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen = 0
  case pageSheet = 1
  case formSheet = 2
  case currentContext = 3
  case custom = 4
  case overFullScreen = 5
  case overCurrentContext = 6
  case popover = 7
  case none = -1
  /// A sheet.
  case automatic = -2

  /// Whether the screens below are taken out. Otherwise they stay visible, and connected, but inert.
  package var coversWhatIsBelow: Bool { self == .fullScreen || self == .currentContext }

  /// Whether the screen is closed by a swipe or a tap outside it, unless it says otherwise.
  var isClosedFromOutside: Bool {
    switch self {
    case .pageSheet, .formSheet, .popover, .automatic: true
    default: false
    }
  }
}
