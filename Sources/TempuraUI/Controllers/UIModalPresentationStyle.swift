/// The style in which a controller is presented.
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
  /// A sheet, as `pageSheet`.
  case automatic = -2

  /// Whether the views of the screens below leave the window. Otherwise they stay visible and in the page, but inert.
  package var hidesLayersBelow: Bool { self == .fullScreen || self == .currentContext }

  /// Whether the user can close the screen by a swipe or a tap outside it, unless `isModalInPresentation` is set.
  var canBeDismissedFromOutside: Bool {
    switch self {
    case .pageSheet, .formSheet, .popover, .automatic: true
    default: false
    }
  }
}

/// The animation of a presentation. Ignored: the screen appears at once.
public enum UIModalTransitionStyle: Int, Sendable { case coverVertical, flipHorizontal, crossDissolve, partialCurl }
