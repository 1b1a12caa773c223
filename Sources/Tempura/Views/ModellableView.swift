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
  // Inlinable, because what is generic here takes long where the type of the model is not known.
  @inlinable public var model: VM? {
    get { (modelBox(of: self) as? ModelBox<VM>)?.model }
    set {
      let old = model
      setModelBox(of: self, to: newValue.map { ModelBox($0) })
      update(oldModel: old)
    }
  }

  /// Never called: a view with a model is updated by `update(oldModel:)`.
  public func update() {
    fatalError("\(type(of: self)) has a model: assign `model`, or call update(oldModel:), instead of update().")
  }
}

/// Holds a model in a view's slot.
@usableFromInline final class ModelBox<VM> {
  @usableFromInline let model: VM
  @usableFromInline init(_ model: VM) { self.model = model }
}

@usableFromInline func modelBox(of view: AnyObject) -> AnyObject? {
  if let view = view as? UIView { return view.modelBox }
  return SideTable.models[view]
}

@usableFromInline func setModelBox(of view: AnyObject, to box: AnyObject?) {
  if let view = view as? UIView { view.modelBox = box } else { SideTable.models[view] = box }
}
