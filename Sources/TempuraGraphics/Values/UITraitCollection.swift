public import Foundation

/// The light or dark appearance.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// Whether the room in one direction is small, as on a phone, or large.
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }

/// The layout direction in traits.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  case unspecified = -1
  case leftToRight, rightToLeft
}

/// The environment in which a screen is shown, as reported by the browser.
///
/// The defaults are those of a phone in portrait orientation: compact width, regular height, three pixels per point, and
/// an unspecified appearance.
public final class UITraitCollection: Hashable, Sendable {
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  public let userInterfaceStyle: UIUserInterfaceStyle
  public let layoutDirection: UITraitEnvironmentLayoutDirection
  public let displayScale: CGFloat
  public let horizontalSizeClass, verticalSizeClass: UIUserInterfaceSizeClass
  public let preferredContentSizeCategory: UIContentSizeCategory

  package init(
    idiom: UIUserInterfaceIdiom = .unspecified, style: UIUserInterfaceStyle = .unspecified,
    direction: UITraitEnvironmentLayoutDirection = .unspecified, scale: CGFloat = 0,
    horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
    category: UIContentSizeCategory = .unspecified
  ) {
    userInterfaceIdiom = idiom
    userInterfaceStyle = style
    layoutDirection = direction
    displayScale = scale
    horizontalSizeClass = horizontal
    verticalSizeClass = vertical
    preferredContentSizeCategory = category
  }

  /// The traits of a browser that reports nothing.
  package static let standard = UITraitCollection(
    idiom: .phone, direction: .leftToRight, scale: 3, horizontal: .compact, vertical: .regular, category: .large)

  /// The traits of the scene that is running.
  public static var current: UITraitCollection { Graphics.host?.traits ?? .standard }

  /// Calls the actions. Colours and images of pages need no current traits.
  public func performAsCurrent(_ actions: () -> Void) { actions() }

  public convenience init() { self.init(idiom: .unspecified) }
  public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(idiom: idiom) }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
  public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.init(direction: layoutDirection) }
  public convenience init(displayScale scale: CGFloat) { self.init(scale: scale) }

  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init(horizontal: horizontalSizeClass)
  }

  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }

  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init(category: preferredContentSizeCategory)
  }

  /// Combines collections. The last one that specifies a trait wins.
  public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
    func last<Value: Equatable>(_ property: KeyPath<UITraitCollection, Value>, but unspecified: Value) -> Value {
      traitCollections.last { $0[keyPath: property] != unspecified }?[keyPath: property] ?? unspecified
    }
    self.init(
      idiom: last(\.userInterfaceIdiom, but: .unspecified), style: last(\.userInterfaceStyle, but: .unspecified),
      direction: last(\.layoutDirection, but: .unspecified), scale: last(\.displayScale, but: 0),
      horizontal: last(\.horizontalSizeClass, but: .unspecified),
      vertical: last(\.verticalSizeClass, but: .unspecified),
      category: last(\.preferredContentSizeCategory, but: .unspecified))
  }

  /// Whether this collection has the same values for all traits that the other one specifies.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return UITraitCollection(traitsFrom: [self, trait]) == self
  }

  /// Whether dynamic colours differ between this collection and another one.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    (traitCollection?.userInterfaceStyle ?? .unspecified) != userInterfaceStyle
  }

  public static func == (left: UITraitCollection, right: UITraitCollection) -> Bool {
    left === right
      || (left.userInterfaceIdiom == right.userInterfaceIdiom && left.userInterfaceStyle == right.userInterfaceStyle
        && left.layoutDirection == right.layoutDirection && left.displayScale == right.displayScale
        && left.horizontalSizeClass == right.horizontalSizeClass && left.verticalSizeClass == right.verticalSizeClass
        && left.preferredContentSizeCategory == right.preferredContentSizeCategory)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(userInterfaceIdiom)
    hasher.combine(userInterfaceStyle)
    hasher.combine(layoutDirection)
    hasher.combine(displayScale)
    hasher.combine(horizontalSizeClass)
    hasher.combine(verticalSizeClass)
    hasher.combine(preferredContentSizeCategory)
  }
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad
}
