/// Whether a view is mirrored where the language runs from right to left.
public enum UISemanticContentAttribute: Int, Sendable {
  /// As what it lies in.
  case unspecified
  /// Controls of playback, which are not mirrored.
  case playback
  /// Controls that stand for directions, which are not mirrored.
  case spatial
  case forceLeftToRight, forceRightToLeft

  /// The direction as an attribute of the element.
  var html: String? {
    switch self {
    case .unspecified: nil
    case .playback, .spatial, .forceLeftToRight: "ltr"
    case .forceRightToLeft: "rtl"
    }
  }
}

/// The direction that a screen is laid out in.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight, rightToLeft
}
