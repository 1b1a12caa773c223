/// Whether a view is mirrored in right-to-left languages.
public enum UISemanticContentAttribute: Int, Sendable {
  /// As the superview.
  case unspecified
  /// Playback controls, which are not mirrored.
  case playback
  /// Controls for directions, which are not mirrored.
  case spatial
  case forceLeftToRight, forceRightToLeft

  /// The value of the element's `dir` attribute; nil for none.
  package var html: String? {
    switch self {
    case .unspecified: nil
    case .playback, .spatial, .forceLeftToRight: "ltr"
    case .forceRightToLeft: "rtl"
    }
  }
}

/// The direction in which a screen is laid out.
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
