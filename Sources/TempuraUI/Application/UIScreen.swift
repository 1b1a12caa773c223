public import Foundation

/// The screen that layouts in code are made for. A page's own size is the browser's affair.
open class UIScreen {
  /// The screen of the app instance that is running.
  public static var main: UIScreen { UIApplication.shared.screen }

  /// The size in points, which are CSS pixels: that of a common phone unless something else is known.
  public package(set) final var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)

  /// The number of pixels to a point.
  public package(set) final var scale: CGFloat = 3

  public final var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  package init() {}
}
