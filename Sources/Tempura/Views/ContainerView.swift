public import TempuraUI

/// A place for the view of a contained view controller, which fills it.
public class ContainerView: UIView {
  override public func layoutSubviews() {
    super.layoutSubviews()
    for view in subviews { view.setFlowingFrame(bounds) }
  }
}
