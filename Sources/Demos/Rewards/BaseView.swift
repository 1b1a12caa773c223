import UIKit

/// A view with one method for its subviews and one for its constraints.
class BaseView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    initialize()
    installConstraints()
  }

  required init?(coder: NSCoder) { fatalError("The views of this app are made in code.") }

  /// Adds and styles the subviews. Override it.
  func initialize() {}

  /// Adds the constraints between the view and its subviews. Override it.
  func installConstraints() {}
}
