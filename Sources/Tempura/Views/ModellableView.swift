internal import Basics
public import TempuraUI

/// The four phases of a view's life: setup, style, update, layout.
///
/// A view calls `setup()` and then `style()` in its own initialiser. A `ViewController` calls them for its root view.
public protocol View: AnyObject {
  /// Adds the subviews and connects their events. Called once.
  func setup()

  /// Sets the properties that do not depend on a model. Called once.
  func style()

  /// Shows changed values.
  func update()

  /// Lays the subviews out.
  func layoutSubviews()
}

/// An event that a view reports to its controller, such as a tap.
public typealias Interaction = () -> Void

/// An event that a view reports to its controller together with a value.
public typealias CustomInteraction<T> = (T) -> Void

// MARK: - Views with a model

/// A view that shows a view model.
///
/// Implement `update(oldModel:)`. The type of its parameter is the type of the view model. The property `model` is already
/// implemented.
public protocol ModellableView: View {
  /// The type of the model.
  associatedtype VM: ViewModel

  /// The values that the view shows. Every assignment calls `update(oldModel:)`, also of an equal model or nil.
  var model: VM? { get set }

  /// Shows the values of `model`.
  ///
  /// - Parameter oldModel: The previous model.
  func update(oldModel: VM?)
}

extension ModellableView {
  // Inlinable, because generic code is slow if the compiler does not know the type of the model.
  @inlinable public var model: VM? {
    get { (modelBox(of: self) as? ModelBox<VM>)?.model }
    set {
      let old = model
      if let newValue { setModelBox(of: self, to: ModelBox(newValue)) } else { setModelBox(of: self, to: nil) }
      update(oldModel: old)
    }
  }

  /// Never called: views with a model are updated by `update(oldModel:)`.
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

// MARK: - Root views

/// A view that knows its view controller.
public protocol AnyViewControllerModellableView {
  /// The controller of which this is the root view. The reference is weak.
  var viewController: UIViewController? { get set }
}

/// The root view of a `ViewController`. It shows a view model that is made from the state.
public protocol ViewControllerModellableView: ModellableView, AnyViewControllerModellableView
where VM: ViewModelWithState {}

extension ViewControllerModellableView {
  /// The navigation bar above the view, if there is one.
  public var navigationBar: UINavigationBar? { viewController?.navigationController?.navigationBar }

  /// The items that the navigation bar shows for the view's controller.
  public var navigationItem: UINavigationItem? { viewController?.navigationItem }

  public var viewController: UIViewController? {
    get {
      if let view = self as? UIView { return view.modelledViewController }
      return (SideTable.viewControllers[self] as? WeakViewController)?.controller
    }
    set {
      if let view = self as? UIView {
        view.modelledViewController = newValue
      } else {
        SideTable.viewControllers[self] = newValue.map(WeakViewController.init)
      }
    }
  }
}

private final class WeakViewController {
  @WeakReference var controller: UIViewController?
  init(_ controller: UIViewController) { self.controller = controller }
}
