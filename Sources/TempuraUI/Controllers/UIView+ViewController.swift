extension UIView {
  private struct ViewControllers: RarePropertyGroup {
    weak var managing: UIViewController?
    weak var modelled: UIViewController?
  }

  /// The view controller that manages this view as its root view.
  package final var managingViewController: UIViewController? {
    get { rareProperties.box(of: ViewControllers.self)?.properties.managing }
    set { rareProperties[ViewControllers.self].managing = newValue }
  }

  /// The `viewController` of a root view that shows a view model. It is set before that controller has loaded the view.
  package final var modelledViewController: UIViewController? {
    get { rareProperties.box(of: ViewControllers.self)?.properties.modelled }
    set { rareProperties[ViewControllers.self].modelled = newValue }
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
