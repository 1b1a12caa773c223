public import Foundation

/// What is drawn behind a view's content: of Core Animation's layer, the properties that a style sheet has.
public final class CALayer {
  // Safe because the view owns its layer.
  private unowned(unsafe) let view: UIView

  init(view: UIView) { self.view = view }

  /// The radius of the corners, in points.
  public var cornerRadius: CGFloat {
    get { view.cornerRadius }
    set { view.cornerRadius = newValue }
  }
}
