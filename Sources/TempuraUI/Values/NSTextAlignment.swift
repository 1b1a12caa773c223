/// Where the lines of a text stand.
public enum NSTextAlignment: Int, Sendable {
  case left, center, right, justified, natural

  /// The declaration in CSS; nothing for the alignment that texts have by themselves.
  package var css: String {
    switch self {
    case .left: "text-align:left;"
    case .center: "text-align:center;"
    case .right: "text-align:right;"
    case .justified: "text-align:justify;"
    case .natural: ""
    }
  }
}

/// Where a text that is too long is broken.
public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
