public import Foundation

/// A retained part of a screen that writes its own HTML.
///
/// A view is marked when one of its properties changes; a page copies the subtrees that are not marked from their last
/// rendering. Views are confined to the app instance that made them.
open class UIView: UIResponder {
  // A page has many views, so properties that few of them set are in `rareProperties`.
  //
  // Accesses are not checked for overlaps at run time, because the checks took a tenth of the time of an interaction. Views
  // are confined to their session's turns, and no code of an app runs while one of these properties is being changed.
  @exclusivity(unchecked) package final var viewFlags: Flags = [
    .needsRender, .subtreeNeedsRender, .needsLayout, .subtreeNeedsLayout, .needsConstraints,
  ]
  @exclusivity(unchecked) final var rareProperties = RareProperties()

  // Safe because a superview outlives its place in the tree: it lets go of its subviews when it is released.
  @exclusivity(unchecked) private unowned(unsafe) var parent: UIView?
  @exclusivity(unchecked) public package(set) final var subviews: [UIView] = []

  // The id: the name of the property that holds the view, in the view that has the property. See `UIView+Path.swift`.
  @exclusivity(unchecked) package final var pathName = ""
  @exclusivity(unchecked) package final unowned(unsafe) var pathOwner: UIView?

  // Where the last rendering stands: the offset from that of the superview, and the length, 0 for none.
  @exclusivity(unchecked) package final var renderedOffset: Int32 = 0
  @exclusivity(unchecked) package final var renderedLength: Int32 = 0

  // The view's model, which a protocol extension has no room for. See `ModellableView`.
  @exclusivity(unchecked) package final var modelBox: AnyObject?

  /// A view with a frame that is only a first value: it does not take the view out of the flow of its superview.
  public init(frame: CGRect) {
    super.init()
    if frame != .zero { rareProperties[Geometry.self].frame = frame }
  }

  /// Never called: there are no nibs on a server.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// A view with an empty frame: what a view controller makes its root view by.
  override public convenience init() {
    self.init(frame: .zero)
  }

  deinit {
    for view in subviews {
      view.parent = nil
      view.forgetPathNames()
    }
  }

  // MARK: - The tree

  /// The view that holds this one.
  public final var superview: UIView? { parent }

  /// The window at the top of the tree, nil while the view is in none.
  public final var window: UIWindow? {
    var view: UIView? = self
    while let current = view {
      if let window = current as? UIWindow { return window }
      view = current.superview
    }
    return nil
  }

  override open var next: UIResponder? { managingViewController ?? superview }

  /// Puts a view on top of the others; it leaves the superview that it had.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  /// Puts a view at a place among the others, 0 being the backmost.
  open func insertSubview(_ view: UIView, at index: Int) {
    guard !isDescendant(of: view) else {
      return Misuse.trap(
        "\(type(of: view)) cannot be a subview of \(type(of: self)), because that one is the same view or lies within it: "
          + "add another view.")
    }
    if view.superview === self { return moveSubview(view, to: index) }
    view.removeFromSuperview()
    if !view.pathName.isEmpty { view.forgetPathNames() }
    subviews.insert(view, at: min(index, subviews.count))
    view.parent = self
    if view.viewFlags.contains(.isPlaced) { viewFlags.insert(.holdsPlaced) }
    view.renderedLength = 0
    view.setNeedsRender()
    setNeedsRender()
    setNeedsLayout()
    if view.viewFlags.contains(.needsLayout) || view.viewFlags.contains(.subtreeNeedsLayout) {
      view.propagateNeedsLayout()
    }
    didAddSubview(view)
    view.didMoveToSuperview()
    view.updateAppearanceOfControllers(in: self)
  }

  /// Changes the place of a subview among the others. It never leaves, so nothing disappears.
  private func moveSubview(_ view: UIView, to index: Int) {
    subviews.removeAll { $0 === view }
    subviews.insert(view, at: min(index, subviews.count))
    setNeedsRender()
    setNeedsLayout()
  }

  /// Puts a view right above another one.
  public final func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    guard view !== sibling else { return }
    let others = subviews.filter { $0 !== view }
    insertSubview(view, at: others.firstIndex { $0 === sibling }.map { $0 + 1 } ?? others.count)
  }

  /// Puts a view right below another one.
  public final func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    guard view !== sibling else { return }
    let others = subviews.filter { $0 !== view }
    insertSubview(view, at: others.firstIndex { $0 === sibling } ?? 0)
  }

  /// Takes the view out of its superview.
  open func removeFromSuperview() {
    guard let parent, let index = parent.subviews.firstIndex(where: { $0 === self }) else { return }
    parent.willRemoveSubview(self)
    parent.subviews.remove(at: index)
    parent.setNeedsRender()
    parent.setNeedsLayout()
    self.parent = nil
    renderedLength = 0
    forgetPathNames()
    didMoveToSuperview()
    updateAppearanceOfControllers(in: parent)
  }

  public final func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { addSubview(view) }
  }

  public final func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  /// Whether the view is `view` or lies within it.
  public final func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let candidate = current {
      if candidate === view { return true }
      current = candidate.superview
    }
    return false
  }

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func didMoveToSuperview() {}

  /// Replaces the order of the subviews by another one of the same views, or of some of them and new ones.
  package final func setSubviews(_ views: [UIView]) {
    for view in views where view.superview !== self {
      view.removeFromSuperview()
      if !view.pathName.isEmpty, view.pathOwner !== self { view.forgetPathNames() }
      view.parent = self
      view.renderedLength = 0
      view.setNeedsRender()
      view.propagateNeedsLayout()
    }
    let kept = Set(views.map(ObjectIdentifier.init))
    for view in subviews where !kept.contains(ObjectIdentifier(view)) {
      view.parent = nil
      view.renderedLength = 0
      view.forgetPathNames()
    }
    subviews = views
    setNeedsRender()
  }

  // MARK: - Layout

  /// Places the subviews. Override it and assign frames; call `super` first.
  open func layoutSubviews() {}

  /// Asks for `layoutSubviews` before the next page.
  open func setNeedsLayout() {
    guard !viewFlags.contains(.needsLayout) else { return }
    viewFlags.insert(.needsLayout)
    propagateNeedsLayout()
  }

  /// Runs `layoutSubviews` now, here and below, where it was asked for.
  open func layoutIfNeeded() {
    guard viewFlags.contains(.needsLayout) || viewFlags.contains(.subtreeNeedsLayout) else { return }
    viewFlags.remove(.subtreeNeedsLayout)
    if viewFlags.contains(.needsLayout) {
      viewFlags.remove(.needsLayout)
      let controller = managingViewController
      if viewFlags.contains(.needsConstraints) {
        updateConstraints()
        controller?.updateViewConstraints()
        viewFlags.subtract([.needsConstraints, .needsLayout])
      }
      layOutByRules()
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
    for view in subviews { view.layoutIfNeeded() }
  }

  /// The size that the view has for its content, by estimate, or `noIntrinsicMetric` in a direction in which it has none.
  /// Where a view with no content of UIKit's says it has a size, the page gives it that.
  open var intrinsicContentSize: CGSize {
    estimatedContentSize(width: 0) ?? CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// The size that the view wants, by estimate.
  ///
  /// - Parameter size: The room that there is; a width of 0 is any width.
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    estimatedContentSize(width: size.width) ?? (subviews.isEmpty ? frame.size : estimatedSize(width: size.width))
  }

  /// Changes the constraints of the view. Called before the subviews are laid out; call `super` last.
  open func updateConstraints() {}

  /// Called when the circumstances that the page is shown in changed, such as the width of the browser's window.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// Called when `safeAreaInsets` changed.
  open func safeAreaInsetsDidChange() {}

  /// Called when the layout margins changed.
  open func layoutMarginsDidChange() {}

  /// Lays the subviews out by constraints, before `layoutSubviews` does.
  func layOutByRules() { ConstraintGrid(self)?.apply() }

  private func propagateNeedsLayout() {
    var view = superview
    while let current = view, !current.viewFlags.contains(.subtreeNeedsLayout) {
      current.viewFlags.insert(.subtreeNeedsLayout)
      view = current.superview
    }
  }

  // MARK: - Rendering

  /// Asks for a new rendering in the next page. Call it when something changed that the view's own `renderHTML` shows.
  open func setNeedsDisplay() { setNeedsRender() }

  package final func setNeedsRender() {
    viewFlags.insert(.needsRender)
    if superview == nil { didChangeMarkup() }
    var view: UIView? = self
    while let current = view, !current.viewFlags.contains(.subtreeNeedsRender) || current === self {
      current.viewFlags.insert(.subtreeNeedsRender)
      view = current.superview
    }
  }

  /// Called when a view without a superview changes: a part that its owner renders has to tell it.
  package func didChangeMarkup() {}

  /// What a tap of the view, or of a part of it, does; nil if there is nothing to tap. The view as a whole is the part that
  /// has no name.
  package func tapTarget(ofPart part: String) -> TapTarget? {
    part == Self.outsidePart ? outsideTarget : gestureTarget(ofPart: part)
  }

  /// Which one of its class in the app the view is, where an id must never mean another one; else nil.
  package var numberInApplication: Int? { nil }

  /// The element that the view is.
  open var htmlTag: StaticString { "div" }

  /// Writes the view's HTML: its element with the view's attributes and content. Override it for other markup.
  open func renderHTML(into html: HTMLRenderer) {
    html.element(htmlTag, of: self) {
      self.renderContent(into: html)
    }
  }

  /// Writes attributes of the element beyond those that every view has, each beginning with a space.
  open func renderAttributes(into html: HTMLRenderer) {}

  /// Writes what assistive technology is told of the view beyond what it shows.
  package func renderAccessibility(into html: HTMLRenderer) { renderCommonAccessibility(into: html) }

  /// Appends the CSS declarations for the view's properties, each with a semicolon. Call `super` first.
  package func appendStyle(to css: inout String) { appendCommonStyle(to: &css) }

  /// Writes what is inside the element: the subviews, in their order.
  open func renderContent(into html: HTMLRenderer) {
    for view in subviews { html.render(view) }
  }
}

extension UIView {
  /// What is true of a view or not, a bit each.
  package struct Flags: OptionSet {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The view's own markup changed.
    package static let needsRender = Flags(rawValue: 1 << 0)
    /// The markup of the view or of something below it changed.
    package static let subtreeNeedsRender = Flags(rawValue: 1 << 1)
    package static let needsLayout = Flags(rawValue: 1 << 2)
    package static let subtreeNeedsLayout = Flags(rawValue: 1 << 3)
    package static let isHidden = Flags(rawValue: 1 << 4)
    package static let isInteractionDisabled = Flags(rawValue: 1 << 5)
    /// A frame was assigned: the view is out of the flow.
    package static let isPlaced = Flags(rawValue: 1 << 6)
    package static let isSizedToFit = Flags(rawValue: 1 << 7)
    /// The markup does not hold the subviews in their order, so that it cannot be patched together from their markup.
    package static let isUnordered = Flags(rawValue: 1 << 8)
    /// The view is covered by a modal screen.
    package static let isInert = Flags(rawValue: 1 << 9)
    /// The view's name in its id is that of a property.
    package static let isNamedAsProperty = Flags(rawValue: 1 << 10)
    /// The view is a control that takes no input.
    package static let isDisabled = Flags(rawValue: 1 << 11)
    /// The view is a control that shows that it is chosen.
    package static let isSelected = Flags(rawValue: 1 << 12)
    /// The view has the input focus, or gets it in the next page.
    package static let isFirstResponder = Flags(rawValue: 1 << 13)
    /// The view is in the markup of its superview that is being written.
    package static let isRendered = Flags(rawValue: 1 << 14)
    /// The view looked for views among its properties, and named those that it found.
    package static let hasNamedProperties = Flags(rawValue: 1 << 15)
    /// The frame does not place the view, because constraints do.
    package static let ignoresFrame = Flags(rawValue: 1 << 16)
    /// A subview has, or had, a place of its own, which the view has to be large enough for.
    package static let holdsPlaced = Flags(rawValue: 1 << 17)
    /// The middle of the view was assigned, and it is as large as its content.
    package static let isCentered = Flags(rawValue: 1 << 18)
    /// The constraints are to be brought up to date.
    package static let needsConstraints = Flags(rawValue: 1 << 19)
    /// `adjustsFontForContentSizeCategory`.
    package static let adjustsFont = Flags(rawValue: 1 << 20)
    /// The text of the view was typed by its user, and the app has not set another.
    package static let hasTypedText = Flags(rawValue: 1 << 21)
  }
}
