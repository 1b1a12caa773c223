internal import Foundation

// MARK: - Anchors

extension UIView {
  public final var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
  public final var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
  public final var leftAnchor: NSLayoutXAxisAnchor { .init(self, .left) }
  public final var rightAnchor: NSLayoutXAxisAnchor { .init(self, .right) }
  public final var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
  public final var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
  public final var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
  public final var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
  public final var firstBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .firstBaseline) }
  public final var lastBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .lastBaseline) }
  public final var widthAnchor: NSLayoutDimension { .init(self, .width) }
  public final var heightAnchor: NSLayoutDimension { .init(self, .height) }
}

// MARK: - Constraints

extension UIView {
  /// Whether the view's frame places it where no constraint does. As on a phone it is true until the app says otherwise.
  public final var translatesAutoresizingMaskIntoConstraints: Bool {
    get { !viewFlags.contains(.ignoresFrame) }
    set {
      set(.ignoresFrame, to: !newValue)
      superview?.setNeedsUpdateConstraints()
    }
  }

  /// The active constraints that the view has: those of its size, and those between views in it.
  public final var constraints: [NSLayoutConstraint] { rareProperties[LayoutRules.self].constraints }

  public final func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }

  public final func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }

  public final func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { constraint.isActive = false }
  }

  public final func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  /// Asks for the constraints to be looked at again before the next page.
  public final func setNeedsUpdateConstraints() {
    viewFlags.insert(.needsConstraints)
    setNeedsLayout()
    superview?.setNeedsLayout()  // the size of a subview counts in the layout around it
  }

  public final func updateConstraintsIfNeeded() { layoutIfNeeded() }

  /// Adds a guide to lay out between the subviews.
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

  /// Which of several views grows when there is more room than content: the one whose content hugs least.
  public final func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    rareProperties[LayoutRules.self].hugging[axis] = priority
    superview?.setNeedsUpdateConstraints()
  }

  public final func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    rareProperties[LayoutRules.self].hugging[axis] ?? .defaultLow
  }

  /// Whether content may be made narrower than it is: not if the priority is required, or higher than that of others in
  /// the same row.
  public final func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    rareProperties[LayoutRules.self].compressionResistance[axis] = priority
    superview?.setNeedsUpdateConstraints()
  }

  public final func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    rareProperties[LayoutRules.self].compressionResistance[axis] ?? .defaultHigh
  }

  // MARK: - Guides

  /// The part that nothing of the device covers. For the view of a screen that is what the browser says; for others it
  /// is the view itself.
  public final var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea) }

  /// The part within `directionalLayoutMargins`.
  public final var layoutMarginsGuide: UILayoutGuide { guide(.margins) }

  /// The part within the margins that is no wider than text can be read well: 42 rem.
  public final var readableContentGuide: UILayoutGuide { guide(.readable) }

  final func guide(_ role: UILayoutGuide.Role) -> UILayoutGuide {
    if let guide = rareProperties[LayoutRules.self].ownGuides[role] { return guide }
    let guide = UILayoutGuide(role, of: self)
    rareProperties[LayoutRules.self].ownGuides[role] = guide
    return guide
  }

  /// The distances of `layoutMarginsGuide` from the edges: 8 points, and for the view of a screen 16 at its sides and
  /// none above and below, unless set. Those of a screen's view come on top of its safe area.
  public final var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      if let margins = rareProperties[LayoutRules.self].margins { return margins }
      return managingViewController == nil
        ? NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
        : NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
    }
    set {
      guard newValue != rareProperties[LayoutRules.self].margins else { return }
      rareProperties[LayoutRules.self].margins = newValue
      layoutMarginsDidChange()
      managingViewController?.viewLayoutMarginsDidChange()
      setNeedsUpdateConstraints()
      setNeedsRender()
    }
  }

  /// `directionalLayoutMargins` by left and right.
  public final var layoutMargins: UIEdgeInsets {
    get {
      let margins = directionalLayoutMargins
      let (left, right) =
        isRightToLeft ? (margins.trailing, margins.leading) : (margins.leading, margins.trailing)
      return UIEdgeInsets(top: margins.top, left: left, bottom: margins.bottom, right: right)
    }
    set {
      let (leading, trailing) = isRightToLeft ? (newValue.right, newValue.left) : (newValue.left, newValue.right)
      directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: newValue.top, leading: leading, bottom: newValue.bottom, trailing: trailing)
    }
  }
}

extension UIScrollView {
  /// The scrolled content: pin the edges of what is to be scrolled to it.
  public final var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }

  /// The part that can be seen: give the content its width, and the view scrolls up and down alone.
  public final var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }
}
