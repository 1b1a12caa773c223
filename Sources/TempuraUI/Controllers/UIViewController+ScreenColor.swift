internal import Foundation

extension UIViewController {
  /// The background of the screen that the container shows, over which its bars are transparent.
  private final var screenColor: UIColor? {
    let shown = visibleChildOrSelf
    if shown !== self, let color = shown.screenColor { return color }
    return viewIfLoaded?.backgroundColor.flatMap { $0 == .clear ? nil : $0 }
  }

  final func screenColorDidChange() {
    guard let view = viewIfLoaded as? any BarContainer else { return }
    view.setNeedsRender()
    parent?.screenColorDidChange()
  }

  final func appendScreenColor(to css: inout CSSText) {
    if let screenColor { css.declare("background-color", screenColor.css) }
  }
}
