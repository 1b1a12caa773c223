public import TempuraUI

/// The root view of a `ViewController`, which shows a view model made from the state.
public protocol ViewControllerModellableView: ModellableView, AnyViewControllerModellableView
where VM: ViewModelWithState {}

extension ViewControllerModellableView {
  /// The navigation bar above the view, if there is one.
  public var navigationBar: UINavigationBar? { viewController?.navigationController?.navigationBar }

  /// What the navigation bar shows for the view's controller.
  public var navigationItem: UINavigationItem? { viewController?.navigationItem }

  public var viewController: UIViewController? {
    get {
      if let view = self as? UIView { return view.rareProperties?.modelledViewController }
      return (SideTable.viewControllers[self] as? WeakViewController)?.controller
    }
    set {
      if let view = self as? UIView {
        view.makeRareProperties().modelledViewController = newValue
      } else {
        SideTable.viewControllers[self] = newValue.map(WeakViewController.init)
      }
    }
  }
}

private final class WeakViewController {
  weak var controller: UIViewController?
  init(_ controller: UIViewController) { self.controller = controller }
}
