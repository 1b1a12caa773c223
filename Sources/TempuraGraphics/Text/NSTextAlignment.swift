/// The alignment of the lines of a text.
public enum NSTextAlignment: Int, Sendable {
  case left, center, right, justified, natural

  /// The declaration in CSS; empty for the default alignment.
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

/// How a text that is too long is wrapped or truncated.
public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
