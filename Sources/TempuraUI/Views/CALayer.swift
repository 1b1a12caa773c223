public import Foundation

/// What is drawn behind a view's content: of Core Animation's layer, the properties that a style sheet has.
public final class CALayer {
  private weak var view: UIView?

  init(view: UIView) { self.view = view }

  /// The radius of the corners, in points.
  public var cornerRadius: CGFloat {
    get { view?.rareProperties[UIView.LayerProperties.self].cornerRadius ?? 0 }
    set { view?.set(\UIView.LayerProperties.cornerRadius, to: newValue) }
  }
}
