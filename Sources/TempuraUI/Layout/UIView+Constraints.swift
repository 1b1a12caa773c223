internal import Foundation

// MARK: - Anchors

/// A view or a layout guide, to whose edges constraints refer.
public protocol LayoutAnchors: AnyObject {}

extension LayoutAnchors {
  public var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
  public var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
  public var leftAnchor: NSLayoutXAxisAnchor { .init(self, .left) }
  public var rightAnchor: NSLayoutXAxisAnchor { .init(self, .right) }
  public var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
  public var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
  public var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
  public var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
  public var widthAnchor: NSLayoutDimension { .init(self, .width) }
  public var heightAnchor: NSLayoutDimension { .init(self, .height) }
}

extension UIView: LayoutAnchors {
  public final var firstBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .firstBaseline) }
  public final var lastBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .lastBaseline) }
}

// MARK: - Constraints

extension UIView {
  /// Whether the view's frame positions it, and not constraints. As in UIKit, the default is true.
  public final var translatesAutoresizingMaskIntoConstraints: Bool {
    get { !viewFlags.contains(.ignoresFrame) }
    set {
      guard newValue != translatesAutoresizingMaskIntoConstraints else { return }
      if newValue { viewFlags.remove(.ignoresFrame) } else { viewFlags.insert(.ignoresFrame) }
      superview?.setNeedsUpdateConstraints()
    }
  }

  /// The active constraints of the view: those about its own size, and those between its descendants.
  public final var constraints: [NSLayoutConstraint] {
    rareProperties.box(of: LayoutRules.self)?.properties.constraints ?? []
  }

  public final func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }

  public final func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }

  public final func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { constraint.isActive = false }
  }

  public final func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  /// Marks the view for `updateConstraints` and a layout before the next rendering.
  public final func setNeedsUpdateConstraints() {
    viewFlags.insert(.needsConstraints)
    setNeedsLayout()
    setFramingViewsNeedLayout()
  }

  public final func updateConstraintsIfNeeded() { layoutIfNeeded() }

  /// Adds a layout guide.
  public final func addLayoutGuide(_ guide: UILayoutGuide) {
    rareProperties[LayoutRules.self].guides.append(guide)
    guide.owningView = self
  }

  public final func removeLayoutGuide(_ guide: UILayoutGuide) {
    rareProperties[LayoutRules.self].guides.removeAll { $0 === guide }
    guide.owningView = nil
    setNeedsUpdateConstraints()
  }

  public final var layoutGuides: [UILayoutGuide] { rareProperties[LayoutRules.self].guides }

  // MARK: - Content

  /// Sets the priority with which the view stays as small as its content. Of several views, the one with the lowest
  /// priority takes the remaining room.
  public final func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    rareProperties[LayoutRules.self].hugging[axis] = priority
    superview?.setNeedsUpdateConstraints()
  }

  public final func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    rareProperties.box(of: LayoutRules.self)?.properties.hugging[axis] ?? (hasOneSize ? .defaultHigh : .defaultLow)
  }

  /// Sets the priority with which the view stays as large as its content.
  public final func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    rareProperties[LayoutRules.self].compressionResistance[axis] = priority
    superview?.setNeedsUpdateConstraints()
  }

  public final func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    rareProperties.box(of: LayoutRules.self)?.properties.compressionResistance[axis] ?? .defaultHigh
  }

  // MARK: - Guides

  /// The part of the view that the device does not cover. For the view of a screen the browser determines it; for other
  /// views it is the whole view.
  public final var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }

  /// The part of the view within `directionalLayoutMargins`.
  public final var layoutMarginsGuide: UILayoutGuide { guide(.margins) }

  /// The part of the view within the margins that is at most 42 rem wide, for readable lines of text.
  public final var readableContentGuide: UILayoutGuide { guide(.readable) }

  /// The area of the keyboard, which covers nothing on a page: the lower edge of the safe area.
  public final var keyboardLayoutGuide: UIKeyboardLayoutGuide { UIKeyboardLayoutGuide(of: self) }

  final func guide(_ role: UILayoutGuide.Role) -> UILayoutGuide {
    if let guide = rareProperties.box(of: LayoutRules.self)?.properties.ownGuides[role] { return guide }
    let guide = UILayoutGuide(role, of: self)
    rareProperties[LayoutRules.self].ownGuides[role] = guide
    return guide
  }

  /// The distances of `layoutMarginsGuide` from the edges, in points. Default: 8; in rows of tables and lists 11 above and below, and
  /// the margin of the screen at the sides; for the root view of a controller 0 above and below. The margins of a screen's view are added to its safe area.
  public final var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      if let margins = rareProperties.box(of: LayoutRules.self)?.properties.margins { return margins }
      return manager == nil
        ? standardMargins
        : NSDirectionalEdgeInsets(top: 0, leading: Self.screenMargin, bottom: 0, trailing: Self.screenMargin)
    }
    set {
      guard newValue != rareProperties[LayoutRules.self].margins else { return }
      rareProperties[LayoutRules.self].margins = newValue
      layoutMarginsDidChange()
      manager?.viewLayoutMarginsDidChange()
      setNeedsUpdateConstraints()
      setNeedsRender()
    }
  }

  /// The distance of texts from the edges of the screen, in points: as on iOS, 16 on narrow phones and 20 on others. The style
  /// sheet has the same as `--margin`.
  static var screenMargin: CGFloat { UIScreen.main.bounds.width < 375 ? 16 : 20 }

  /// `directionalLayoutMargins` with left and right.
  public final var layoutMargins: UIEdgeInsets {
    get { directionalLayoutMargins.resolved(for: effectiveUserInterfaceLayoutDirection) }
    set {
      let (leading, trailing) = isRightToLeft ? (newValue.right, newValue.left) : (newValue.left, newValue.right)
      directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: newValue.top, leading: leading, bottom: newValue.bottom, trailing: trailing)
    }
  }
}

extension UIView {
  final func applyConstraints() {
    if !isLaidOutWithSuperview, bounds.width > 0, var system = LayoutSystem(self) { system.apply() }
  }

  final var hasConstraints: Bool { rareProperties.box(of: LayoutRules.self)?.properties.constraints.isEmpty == false }

  /// Whether the app used a guide that every view has, such as that of its margins.
  final var hasOwnGuides: Bool { rareProperties.box(of: LayoutRules.self)?.properties.ownGuides.isEmpty == false }

  /// The CSS of the view as an arranged subview of a stack that flows.
  final var arrangedStyle: String? { rareProperties.box(of: LayoutRules.self)?.properties.arrangedStyle }
}

extension UIScrollView {
  /// The area of the scrolled content. The edges of the content are constrained to it.
  public final var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }

  /// The visible area. Content of its width scrolls only vertically.
  public final var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }
}
