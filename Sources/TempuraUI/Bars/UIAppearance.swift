internal import Basics
public import Foundation

/// A class with properties that an app sets for all of its instances.
public protocol UIAppearance: AnyObject {}

extension UIView: UIAppearance {}

extension UIAppearance where Self: UIView {
  /// A stand-in for all instances. The properties of its own that a bar has when it is made are those of the stand-in: the
  /// colours, the appearances, the attributes of titles. Stand-ins of other views have no effect.
  public static func appearance() -> Self { UIApplication.shared.appearance(of: Self.self) }
  public static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
    Misuse.report("appearance(whenContainedInInstancesOf:) of \(self) has no effect: set the properties of the views.")
    return UIResponder.make(Self.self)
  }
}

extension UIBarButtonItem {
  /// A stand-in without effect: set the `tintColor` of the bar or the item.
  public class func appearance() -> UIBarButtonItem { UIBarButtonItem() }
  public class func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> UIBarButtonItem { UIBarButtonItem() }
}

extension UITabBarItem {
  /// A stand-in without effect: set the appearance of the bar.
  public class func appearance() -> UITabBarItem { UITabBarItem() }
}

extension UIBarItem {
  /// Sets the attributes of the title. Only the colour of a button's normal state has an effect.
  public final func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    guard state == .normal, let item = self as? UIBarButtonItem else { return }
    if let color = attributes?[.foregroundColor] as? UIColor { item.tintColor = color }
  }
}

/// A view or controller that contains others.
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}

extension UIApplication {
  /// Returns the stand-in for the instances of a class.
  fileprivate func appearance<View: UIView>(of type: View.Type) -> View {
    if let known = appearances[ObjectIdentifier(type)] as? View { return known }
    let made = UIResponder.make(type)
    appearances[ObjectIdentifier(type)] = made
    if !(made is UINavigationBar || made is UITabBar || made is UIToolbar) {
      Misuse.report("\(type).appearance() has no effect: set the properties of the views.")
    }
    return made
  }

  fileprivate func standIn<View: UIView>(for type: View.Type) -> View? {
    appearances.isEmpty ? nil : appearances[ObjectIdentifier(type)] as? View
  }
}

extension UINavigationBar {
  /// Takes over the properties that the app set for all bars.
  final func adoptAppearance() {
    guard let other = UIApplication.shared.standIn(for: UINavigationBar.self) else { return }
    barTintColor = other.barTintColor
    if let color = other.ownTintColor { tintColor = color }
    isTranslucent = other.isTranslucent
    prefersLargeTitles = other.prefersLargeTitles
    titleTextAttributes = other.titleTextAttributes
    largeTitleTextAttributes = other.largeTitleTextAttributes
    if let look = other.ownAppearance { standardAppearance = look.copyOfNavigationBar() }
    scrollEdgeAppearance = other.scrollEdgeAppearance?.copyOfNavigationBar()
  }
}

extension UITabBar {
  final func adoptAppearance() {
    guard let other = UIApplication.shared.standIn(for: UITabBar.self) else { return }
    barTintColor = other.barTintColor
    if let color = other.ownTintColor { tintColor = color }
    unselectedItemTintColor = other.unselectedItemTintColor
    isTranslucent = other.isTranslucent
    if let look = other.ownAppearance { standardAppearance = look.copyOfTabBar() }
    scrollEdgeAppearance = other.scrollEdgeAppearance?.copyOfTabBar()
  }
}

extension UIToolbar {
  final func adoptAppearance() {
    guard let other = UIApplication.shared.standIn(for: UIToolbar.self) else { return }
    barTintColor = other.barTintColor
    if let color = other.ownTintColor { tintColor = color }
    isTranslucent = other.isTranslucent
    if let look = other.ownAppearance { standardAppearance = UIToolbarAppearance(barAppearance: look) }
    scrollEdgeAppearance = other.scrollEdgeAppearance.map { UIToolbarAppearance(barAppearance: $0) }
  }
}

extension UINavigationBarAppearance {
  fileprivate func copyOfNavigationBar() -> UINavigationBarAppearance {
    let copy = UINavigationBarAppearance(barAppearance: self)
    copy.titleTextAttributes = titleTextAttributes
    copy.largeTitleTextAttributes = largeTitleTextAttributes
    return copy
  }
}

extension UITabBarAppearance {
  fileprivate func copyOfTabBar() -> UITabBarAppearance {
    let copy = UITabBarAppearance(barAppearance: self)
    copy.itemAppearance = itemAppearance
    return copy
  }
}

/// The style of a bar. No effect: bars follow the page's appearance.
public enum UIBarStyle: Int, Sendable { case `default`, black }

/// The heights of bars. A page has one.
public enum UIBarMetrics: Int, Sendable { case `default`, compact, defaultPrompt = 101, compactPrompt }

/// Where a bar is. No effect.
public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }
