internal import Basics
internal import Foundation

/// The object that manages a view as its root view: a view controller.
protocol ViewManager: UIResponder {
  /// Whether the view is a whole screen, not a part of one.
  var isScreen: Bool { get }
  /// What the manager and its container cover of the view, in points.
  var additionalSafeAreaInsets: UIEdgeInsets { get }
  var barInsets: UIEdgeInsets { get }
  func updateViewConstraints()
  /// Called before each layout of the view, and before `viewWillLayoutSubviews()`.
  func prepareForLayout()
  func viewWillLayoutSubviews()
  func viewDidLayoutSubviews()
  func viewSafeAreaInsetsDidChange()
  func viewLayoutMarginsDidChange()
  func viewBackgroundDidChange()
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView {
  private struct Management: RarePropertyGroup {
    @WeakReference var manager: (any ViewManager)?
  }

  /// What manages this view as its root view.
  final var manager: (any ViewManager)? {
    get { rareProperties.box(of: Management.self)?.properties.manager }
    set {
      rareProperties[Management.self].manager = newValue
      managerTouches = newValue.map { TouchHandling(of: type(of: $0)) } ?? []
    }
  }
}
