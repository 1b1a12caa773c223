internal import Basics

// What the floors below name before it is declared, as UIKit's headers do with `@class`: Swift overrides no method that is not in
// the body of its class.

extension UIView {
  /// The class of windows.
  public typealias _Window = UIWindow
}

extension UIViewController: ViewManager {
  final func prepareForLayout() { updateContentUnavailableIfNeeded() }
  final func viewBackgroundDidChange() { parent?.screenColorDidChange() }
}

extension UIView {
  /// The view controller that manages this view as its root view.
  package final var managingViewController: UIViewController? {
    // Safe because nothing else is a `ViewManager`.
    get { manager.map { unsafeDowncast($0, to: UIViewController.self) } }
    set { manager = newValue }
  }

  private struct Modelled: RarePropertyGroup {
    @WeakReference var controller: UIViewController?
  }

  /// The `viewController` of a root view that shows a view model. It is set before that controller has loaded the view.
  package final var modelledViewController: UIViewController? {
    get { rareProperties.box(of: Modelled.self)?.properties.controller }
    set { rareProperties[Modelled.self].controller = newValue }
  }

  /// The controller that manages this view or the nearest managed superview.
  final var nearestManagingViewController: UIViewController? {
    var view: UIView? = self
    while let current = view {
      if let controller = current.managingViewController { return controller }
      view = current.superview
    }
    return nil
  }
}

extension UIViewController: UIAppearanceContainer {}

/// Returns a controller that shows the object of a menu. Never called.
public typealias UIContextMenuContentPreviewProvider = () -> UIViewController?
