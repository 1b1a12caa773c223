internal import Foundation
internal import Synchronization

/// Whether a view of any session ever had an appearance of its own. Most apps have none, and each cell asks.
private let hasOverriddenStyles = Atomic(false)

/// An object with traits: a view or a view controller.
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
    let (traits, style) = (AppEnvironment.current.traits, overriddenInterfaceStyle)
    if style == .unspecified { return traits }
    return UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: style)])
  }

  /// The appearance that the app set for the view or for the nearest superview.
  final var overriddenInterfaceStyle: UIUserInterfaceStyle {
    guard hasOverriddenStyles.load(ordering: .relaxed) else { return .unspecified }
    var view: UIView? = self
    while let current = view {
      if let own = current.rareProperties.box(of: TraitOverrides.self)?.properties.userInterfaceStyle,
        own != .unspecified
      {
        return own
      }
      view = current.superview
    }
    return .unspecified
  }

  /// The appearance of the view and its descendants, which replaces the browser's preference.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { self[\TraitOverrides.userInterfaceStyle] }
    set {
      guard newValue != overrideUserInterfaceStyle else { return }
      self[\TraitOverrides.userInterfaceStyle] = newValue
      hasOverriddenStyles.store(true, ordering: .relaxed)
      forEachDescendant { $0.setNeedsRender() }  // images may have dark variants
    }
  }

  /// Whether the view is mirrored in right-to-left languages. Unlike in UIKit, descendants without an attribute of their
  /// own inherit it.
  public final var semanticContentAttribute: UISemanticContentAttribute {
    get { self[\TraitOverrides.semanticContentAttribute] }
    set {
      guard newValue != semanticContentAttribute else { return }
      self[\TraitOverrides.semanticContentAttribute] = newValue
      forEachDescendant { $0.setNeedsLayout() }
    }
  }

  public final var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// Returns the layout direction of a view with an attribute, without regard to its superviews.
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    switch attribute {
    case .unspecified: AppEnvironment.current.userInterfaceLayoutDirection
    case .playback, .spatial, .forceLeftToRight: .leftToRight
    case .forceRightToLeft: .rightToLeft
    }
  }

  final var isRightToLeft: Bool {
    nearest { $0.isRightToLeft(inherited: nil) != nil }?._withUnsafeGuaranteedRef { $0.isRightToLeft(inherited: nil) }
      ?? (AppEnvironment.current.traits.layoutDirection == .rightToLeft)
  }

  /// Whether the view is mirrored, given that of its superview.
  final func isRightToLeft(inherited: Bool?) -> Bool? {
    guard let attribute = rareProperties.box(of: TraitOverrides.self)?.properties.semanticContentAttribute,
      attribute != .unspecified
    else { return inherited }
    return attribute == .forceRightToLeft
  }

  /// What bars cover of the view, and the `additionalSafeAreaInsets` of controllers. On pages that are laid out, also what the device
  /// covers; on others the page's style sheet keeps clear of that.
  public final var safeAreaInsets: UIEdgeInsets { safeAreaInsets(in: superview?.safeAreaInsets) }

  /// Returns the safe area insets of the view.
  ///
  /// - Parameter outer: Those of the superview; nil if there is none.
  private func safeAreaInsets(in outer: UIEdgeInsets?) -> UIEdgeInsets {
    var insets = outer ?? (viewFlags.contains(.isFramed) ? UIScreen.main.safeAreaInsets : .zero)
    if insets != .zero, let area = superview?.bounds {
      let (room, frame) = (area.size, untransformedFrame.offsetBy(dx: -area.minX, dy: -area.minY))
      // What lies outside of the superview is not covered.
      func covered(_ inset: CGFloat, _ distance: CGFloat) -> CGFloat { max(inset - max(distance, 0), 0) }
      insets = UIEdgeInsets(
        top: covered(insets.top, frame.minY), left: covered(insets.left, frame.minX),
        bottom: covered(insets.bottom, room.height - frame.maxY), right: covered(insets.right, room.width - frame.maxX))
      if frame.isEmpty { insets = .zero }
    }
    guard let manager else { return insets }
    for own in [manager.additionalSafeAreaInsets, manager.barInsets] {
      insets = UIEdgeInsets(
        top: insets.top + own.top, left: insets.left + own.left, bottom: insets.bottom + own.bottom,
        right: insets.right + own.right)
    }
    return insets
  }

  /// The safe area insets of which a view was told last.
  private struct SafeArea: RarePropertyGroup {
    var insets = UIEdgeInsets.zero
  }

  /// Whether the view ever had safe area insets. Only then do its subviews have any.
  final var hasHadSafeArea: Bool { rareProperties.box(of: SafeArea.self) != nil }

  /// Tells the view and its controller of new safe area insets. Its subviews are told after its layout.
  ///
  /// - Parameter outer: The insets of the superview.
  final func updateSafeArea(in outer: UIEdgeInsets?) {
    let insets = safeAreaInsets(in: outer)
    guard insets != rareProperties.box(of: SafeArea.self)?.properties.insets ?? .zero else { return }
    rareProperties[SafeArea.self].insets = insets
    setNeedsLayout()
    if hasOwnGuides { setFramingViewsNeedLayout() }
    safeAreaInsetsDidChange()
    manager?.viewSafeAreaInsetsDidChange()
  }

  final func updateSafeAreaOfSubviews() {
    guard hasHadSafeArea else { return }
    let insets = safeAreaInsets
    for view in subviews { view.updateSafeArea(in: insets) }
  }

  /// Tells the view and then its descendants, with their controllers, that the traits changed, and marks them for layout.
  final func traitsDidChange(from previous: UITraitCollection) {
    setNeedsLayout()
    cellStateDidChange()
    manager?.traitCollectionDidChange(previous)
    traitCollectionDidChange(previous)
    callTraitHandlers(after: previous)
    for view in subviews { view.traitsDidChange(from: previous) }
  }

  /// Calls a closure with the view, and with each view in it.
  final func forEachDescendant(_ body: (UIView) -> Void) {
    body(self)
    for view in subviews { view.forEachDescendant(body) }
  }
}

extension UIScreen {
  public final var traitCollection: UITraitCollection { AppEnvironment.current.traits }
}
