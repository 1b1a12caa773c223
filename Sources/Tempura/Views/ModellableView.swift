internal import TempuraUI

/// A view that shows a view model.
///
/// Implement `update(oldModel:)`; the property `model` is there already. The view model's type follows from the
/// parameter's.
public protocol ModellableView: View {
  /// The type of the model.
  associatedtype VM: ViewModel

  /// What the view shows. Every assignment calls `update(oldModel:)`, equal or not, nil included.
  var model: VM? { get set }

  /// Shows what is in `model`.
  ///
  /// - Parameter oldModel: what was in it before.
  func update(oldModel: VM?)
}

extension ModellableView {
  public var model: VM? {
    get { (box as? ModelBox<VM>)?.model }
    set {
      let old = model
      if let view = self as? UIView {
        view.modelBox = newValue.map { ModelBox($0) }
      } else {
        SideTable.models[self] = newValue.map { ModelBox($0) }
      }
      update(oldModel: old)
    }
  }

  private var box: AnyObject? {
    if let view = self as? UIView { return view.modelBox }
    return SideTable.models[self]
  }

  /// Never called: a view with a model is updated by `update(oldModel:)`.
  public func update() {
    fatalError("\(type(of: self)) has a model: assign `model`, or call update(oldModel:), instead of update().")
  }
}

/// Holds a model in a view's slot.
private final class ModelBox<VM> {
  let model: VM
  init(_ model: VM) { self.model = model }
}
