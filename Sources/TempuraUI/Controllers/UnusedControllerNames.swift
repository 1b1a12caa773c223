// swift-format-ignore-file
// Because each name has one line.

public import Foundation

// The names of UIKit's controllers that change nothing on a page: apps compile, and read back what they set. See `WithoutEffect.swift`.

extension UIViewController {
  public var restorationIdentifier: String? { get { kept(nil) } set { keep(newValue) } }
  /// The style sheet keeps content clear of bars.
  public var automaticallyAdjustsScrollViewInsets: Bool { get { kept(true) } set { keep(newValue) } }
  public func addKeyCommand(_ keyCommand: UIKeyCommand) {}
  public func removeKeyCommand(_ keyCommand: UIKeyCommand) {}
}

extension UINavigationController {
  public var hidesBarsOnSwipe: Bool { get { kept(false) } set { keep(newValue) } }
  public var hidesBarsOnTap: Bool { get { kept(false) } set { keep(newValue) } }
  public var hidesBarsWhenKeyboardAppears: Bool { get { kept(false) } set { keep(newValue) } }
  public var hidesBarsWhenVerticallyCompact: Bool { get { kept(false) } set { keep(newValue) } }
}

extension UIPageViewController {
  public var isDoubleSided: Bool { get { kept(false) } set { keep(newValue) } }
  public var spineLocation: SpineLocation { .none }
  public var gestureRecognizers: [UIGestureRecognizer] { [] }
}

extension UIActivityViewController {
  public var excludedActivityTypes: [UIActivity.ActivityType]? { get { kept(nil) } set { keep(newValue) } }
}

extension UIDocumentPickerViewController {
  // The browser chooses the first folder, and how it shows file names.
  public var directoryURL: URL? { get { kept(nil) } set { keep(newValue) } }
  public var shouldShowFileExtensions: Bool { get { kept(false) } set { keep(newValue) } }
}

extension UICollectionViewController {
  /// Items are not moved by a long press.
  public var installsStandardGestureForInteractiveMovement: Bool { get { kept(true) } set { keep(newValue) } }
}

extension UISearchController {
  public var obscuresBackgroundDuringPresentation: Bool { get { kept(true) } set { keep(newValue) } }
  public var hidesNavigationBarDuringPresentation: Bool { get { kept(true) } set { keep(newValue) } }
  /// The scopes are shown while the search is active, which begins with typing.
  public var scopeBarActivation: ScopeBarActivation { get { kept(.automatic) } set { keep(newValue) } }
  public enum ScopeBarActivation: Int, Sendable { case automatic, manual, onTextEntry, onSearchActivation }
}

extension UIColorPickerViewController {
  public var supportsAlpha: Bool { get { kept(true) } set { keep(newValue) } }
}

// MARK: - Delegates

// What nothing calls: a page shows the state after a transition, and adapts to its window by the style sheet.

extension UIAdaptivePresentationControllerDelegate {
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle { .none }
}

extension UIPageViewControllerDelegate {
  public func pageViewController(_ pageViewController: UIPageViewController, spineLocationFor orientation: UIInterfaceOrientation) -> UIPageViewController.SpineLocation { .none }
  public func pageViewControllerSupportedInterfaceOrientations(_ pageViewController: UIPageViewController) -> UIInterfaceOrientationMask { .all }
}

extension UISplitViewControllerDelegate {
  public func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode) {}
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
}
