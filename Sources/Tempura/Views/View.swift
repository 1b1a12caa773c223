/// The four phases of a view's life: setup, style, update, layout.
///
/// It is only a contract. A view calls `setup()` and then `style()` in its own initialiser, except the root view of a
/// `ViewController`, whose owner calls them.
public protocol View: AnyObject {
  /// Adds the subviews and wires their events. Called once.
  func setup()

  /// Sets what does not depend on a model. Called once.
  func style()

  /// Shows what changed.
  func update()

  /// Places the subviews.
  func layoutSubviews()
}
