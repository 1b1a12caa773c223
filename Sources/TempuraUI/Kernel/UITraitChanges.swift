internal import Foundation

/// A trait that an app can observe.
public protocol UITraitDefinition {
  /// Returns the value of the trait in a collection.
  static func _value(of traits: UITraitCollection) -> AnyHashable
}

public typealias UITrait = any UITraitDefinition.Type

public enum UITraitUserInterfaceStyle: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.userInterfaceStyle }
}
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.preferredContentSizeCategory }
}
public enum UITraitHorizontalSizeClass: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.horizontalSizeClass }
}
public enum UITraitVerticalSizeClass: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.verticalSizeClass }
}
public enum UITraitLayoutDirection: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.layoutDirection }
}
public enum UITraitDisplayScale: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.displayScale }
}
public enum UITraitUserInterfaceIdiom: UITraitDefinition {
  public static func _value(of traits: UITraitCollection) -> AnyHashable { traits.userInterfaceIdiom }
}

extension UITraitCollection {
  public static var systemTraitsAffectingColorAppearance: [UITrait] { [UITraitUserInterfaceStyle.self] }
  public static var systemTraitsAffectingImageLookup: [UITrait] {
    [UITraitUserInterfaceStyle.self, UITraitDisplayScale.self]
  }
}

/// A registration of an app for changes of traits.
public protocol UITraitChangeRegistration: AnyObject {}

private final class TraitChange: UITraitChangeRegistration {
  let traits: [UITrait]
  let handler: (UITraitCollection) -> Void

  init(_ traits: [UITrait], _ handler: @escaping (UITraitCollection) -> Void) {
    self.traits = traits
    self.handler = handler
  }
}

private struct TraitChanges: RarePropertyGroup {
  var all: [TraitChange] = []
}

/// A view or a view controller.
public protocol UITraitChangeObservable: UITraitEnvironment {
  var _viewOfTraits: UIView { get }
}

extension UIView: UITraitChangeObservable {
  public var _viewOfTraits: UIView { self }

  /// Calls the handlers of the app for a change of traits.
  final func callTraitHandlers(after previous: UITraitCollection) {
    guard let changes = rareProperties.box(of: TraitChanges.self)?.properties.all else { return }
    let traits = traitCollection
    for change in changes where change.traits.contains(where: { $0._value(of: previous) != $0._value(of: traits) }) {
      change.handler(previous)
    }
  }
}

extension UITraitChangeObservable {
  /// Calls a handler with the object and its previous traits after one of the traits changed. Loads the view of a view
  /// controller.
  @discardableResult public func registerForTraitChanges<Observed: UITraitEnvironment>(
    _ traits: [UITrait], handler: @escaping (Observed, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    let change = TraitChange(traits) { [weak self] previous in
      if let observed = self as? Observed { handler(observed, previous) }
    }
    _viewOfTraits.rareProperties[TraitChanges.self].all.append(change)
    return change
  }

  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    _viewOfTraits.rareProperties[TraitChanges.self].all.removeAll { $0 === registration }
  }
}
