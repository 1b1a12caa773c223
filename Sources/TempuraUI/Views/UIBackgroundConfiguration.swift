public import Foundation

/// The background of a button or a cell.
public struct UIBackgroundConfiguration: Hashable, Sendable {
  /// Default: nil, which is the default colour of the view's own configuration.
  public var backgroundColor: UIColor?
  /// In points.
  public var cornerRadius: CGFloat = 0
  public var strokeColor: UIColor?
  /// In points.
  public var strokeWidth: CGFloat = 0
  /// An image behind the content.
  public var image: UIImage?
  public var imageContentMode: UIView.ContentMode = .scaleToFill
  /// The distances of the background from the edges. Buttons ignore it.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero

  init() {}

  /// A background without a colour.
  public static func clear() -> UIBackgroundConfiguration {
    var configuration = UIBackgroundConfiguration()
    configuration.backgroundColor = .clear
    return configuration
  }

  /// Appends the declarations of what the app set.
  func appendStyle(to css: inout CSSText) {
    if let color = backgroundColor { css.declare("background-color", color.css) }
    if let image {
      css += "background:\(image.cssURL) center / \(imageContentMode.backgroundSize) no-repeat;"
    }
    guard strokeWidth > 0 else { return }
    css += "border:\(CSS.rem(strokeWidth)) solid \(strokeColor?.css ?? "currentColor");"
  }
}

extension UIView.ContentMode {
  /// The size of a background image in CSS.
  fileprivate var backgroundSize: String {
    switch self {
    case .scaleToFill, .redraw: "100% 100%"
    case .scaleAspectFit: "contain"
    case .scaleAspectFill: "cover"
    default: "auto"
    }
  }
}
