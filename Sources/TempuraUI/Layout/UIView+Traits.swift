internal import Foundation

/// What knows the circumstances that it is shown in.
public protocol UITraitEnvironment: AnyObject {
  var traitCollection: UITraitCollection { get }
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView: UITraitEnvironment {
  struct TraitOverrides: RarePropertyGroup {
    var userInterfaceStyle = UIUserInterfaceStyle.unspecified
    var semanticContentAttribute = UISemanticContentAttribute.unspecified
  }

  public final var traitCollection: UITraitCollection {
    let traits = UIApplication.shared.traits
    var view: UIView? = self
    while let current = view {
      let style = current.overrideUserInterfaceStyle
      if style != .unspecified {
        return UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: style)])
      }
      view = current.superview
    }
    return traits
  }

  /// Light or dark, here and below, whatever the browser prefers.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { rareProperties[TraitOverrides.self].userInterfaceStyle }
    set { set(\TraitOverrides.userInterfaceStyle, to: newValue) }
  }

  /// Whether the view is mirrored where the language runs from right to left. On a page that holds for what lies in the
  /// view, too, unless it says otherwise.
  public final var semanticContentAttribute: UISemanticContentAttribute {
    get { rareProperties[TraitOverrides.self].semanticContentAttribute }
    set {
      guard newValue != semanticContentAttribute else { return }
      set(\TraitOverrides.semanticContentAttribute, to: newValue)
      forEachDescendant { $0.setNeedsLayout() }
    }
  }

  public final var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// The direction of an interface in which a view has an attribute, where nothing around it says otherwise.
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    switch attribute {
    case .unspecified: UIApplication.shared.userInterfaceLayoutDirection
    case .playback, .spatial, .forceLeftToRight: .leftToRight
    case .forceRightToLeft: .rightToLeft
    }
  }

  final var isRightToLeft: Bool {
    var view: UIView? = self
    while let current = view {
      let attribute = current.semanticContentAttribute
      if attribute != .unspecified { return attribute == .forceRightToLeft }
      view = current.superview
    }
    return UIApplication.shared.traits.layoutDirection == .rightToLeft
  }

  /// Texts on a page follow the text size of its reader in any case; this is kept for the app to read.
  public final var adjustsFontForContentSizeCategory: Bool {
    get { viewFlags.contains(.adjustsFont) }
    set { if newValue { viewFlags.insert(.adjustsFont) } else { viewFlags.remove(.adjustsFont) } }
  }

  /// The parts of the view that the app's own bars cover, by `additionalSafeAreaInsets`. What the device covers only the
  /// browser knows: `safeAreaLayoutGuide` and the page's style sheet keep clear of it.
  public final var safeAreaInsets: UIEdgeInsets { managingViewController?.additionalSafeAreaInsets ?? .zero }

  /// The circumstances changed: everybody hears of it, outside first, and is laid out again.
  final func traitsDidChange(from previous: UITraitCollection) {
    setNeedsLayout()
    managingViewController?.traitCollectionDidChange(previous)
    traitCollectionDidChange(previous)
    for view in subviews { view.traitsDidChange(from: previous) }
  }

  private func forEachDescendant(_ body: (UIView) -> Void) {
    body(self)
    for view in subviews { view.forEachDescendant(body) }
  }
}

extension UIViewController: UITraitEnvironment {
  public final var traitCollection: UITraitCollection { viewIfLoaded?.traitCollection ?? UIApplication.shared.traits }

  /// Light or dark for the controller's view and all in it, whatever the browser prefers.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { viewIfLoaded?.overrideUserInterfaceStyle ?? .unspecified }
    set { view.overrideUserInterfaceStyle = newValue }
  }
}

extension UIScreen {
  public final var traitCollection: UITraitCollection { UIApplication.shared.traits }
}
