import UIKit

/// A view whose code says what it consists of in one place, and where that stands in another.
class BaseView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    initialize()
    installConstraints()
  }

  required init?(coder: NSCoder) { fatalError("The views of this app are made in code.") }

  /// Adds the subviews and says what they look like. Override it.
  func initialize() {}

  /// Adds the constraints between the view and its subviews. Override it.
  func installConstraints() {}
}
