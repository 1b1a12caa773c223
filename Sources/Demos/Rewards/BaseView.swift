import UIKit

/// A view with one method for its subviews.
class BaseView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    initialize()
  }

  required init?(coder: NSCoder) { fatalError("The views of this app are made in code.") }

  /// Adds and styles the subviews. Override it.
  func initialize() {}
}
