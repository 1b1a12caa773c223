extension UIView {
  /// How an image fills a view of another size.
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight,
      bottomLeft, bottomRight

    /// The declarations in CSS; empty for the default of elements.
    var css: String {
      switch self {
      case .scaleToFill, .redraw: ""
      case .scaleAspectFit: "object-fit:contain;"
      case .scaleAspectFill: "object-fit:cover;"
      case .center: "object-fit:none;"
      case .top: "object-fit:none;object-position:top;"
      case .bottom: "object-fit:none;object-position:bottom;"
      case .left: "object-fit:none;object-position:left;"
      case .right: "object-fit:none;object-position:right;"
      case .topLeft: "object-fit:none;object-position:left top;"
      case .topRight: "object-fit:none;object-position:right top;"
      case .bottomLeft: "object-fit:none;object-position:left bottom;"
      case .bottomRight: "object-fit:none;object-position:right bottom;"
      }
    }
  }
}
