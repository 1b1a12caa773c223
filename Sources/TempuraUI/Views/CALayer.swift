public import Foundation

/// The properties of a view's Core Animation layer that have a counterpart in CSS.
public final class CALayer {
  private weak var view: UIView?

  init(view: UIView) { self.view = view }

  /// The radius of the corners, in points.
  public var cornerRadius: CGFloat {
    get { view?.rareProperties[UIView.LayerProperties.self].cornerRadius ?? 0 }
    set { view?.set(\UIView.LayerProperties.cornerRadius, to: newValue) }
  }
}
