public import Foundation

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

/// Whether there is little room in a direction, as on a phone, or much.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  case unspecified, compact, regular
}

/// The direction of a language in traits.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  case unspecified = -1
  case leftToRight, rightToLeft
}

/// The circumstances that a screen is shown in, as far as the browser tells of them.
///
/// A browser that tells nothing counts as a phone held upright: compact in width, regular in height, three pixels to the
/// point, light or dark unspecified.
public final class UITraitCollection: Hashable, Sendable {
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  public let userInterfaceStyle: UIUserInterfaceStyle
  public let layoutDirection: UITraitEnvironmentLayoutDirection
  public let displayScale: CGFloat
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  public let verticalSizeClass: UIUserInterfaceSizeClass
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

  /// What is assumed of a browser that tells nothing.
  package static let standard = UITraitCollection(
    idiom: .phone, direction: .leftToRight, scale: 3, horizontal: .compact, vertical: .regular, category: .large)

  /// The circumstances of the app instance that is running.
  public static var current: UITraitCollection { UIApplication.shared.traits }

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

  /// What several collections say together; of two that say different things the later one counts.
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

  /// Whether this collection says all that the other one says.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return UITraitCollection(traitsFrom: [self, trait]) == self
  }

  /// Whether colours look different in the other circumstances.
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
