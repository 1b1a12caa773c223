internal import Basics
public import Foundation

/// A class with properties that an app sets for all of its instances.
public protocol UIAppearance: AnyObject {}

extension UIView: UIAppearance {}

extension UIAppearance where Self: UIView {
  /// A stand-in for all instances. A bar that enters a window takes over what it has not set itself: the style, the colours, the
  /// appearances, the attributes of titles. Stand-ins of other views have no effect.
  public static func appearance() -> Self { AppEnvironment.current.appearance(of: Self.self) }
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

extension AppEnvironment {
  /// Returns the stand-in for the instances of a class.
  fileprivate func appearance<View: UIView>(of type: View.Type) -> View {
    if let known = appearances[ObjectIdentifier(type)] as? View { return known }
    let made = UIResponder.make(type)
    appearances[ObjectIdentifier(type)] = made
    if !(made is any Bar) {
      Misuse.report("\(type).appearance() has no effect: set the properties of the views.")
    }
    return made
  }

  /// Returns the stand-in for a new bar. Those of subclasses have no effect.
  func standIn<Look>(for bar: BarView<Look>) -> BarView<Look>? {
    appearances.values.lazy.compactMap { $0 as? BarView<Look> }.first { ClassNames.isFrameworkClass(type(of: $0)) }
  }
}
