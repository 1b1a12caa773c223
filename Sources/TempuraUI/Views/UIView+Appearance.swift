public import Foundation

extension UIView {
  struct Appearance: RarePropertyGroup {
    var alpha: CGFloat = 1
    var backgroundColor: UIColor?
    var tintColor: UIColor?
    var contentMode = ContentMode.scaleToFill
  }

  /// The properties that UIKit passes on to Core Animation.
  struct LayerProperties: RarePropertyGroup {
    var layer: CALayer?
    var transform = CGAffineTransform.identity
  }

  private struct Tag: RarePropertyGroup {
    var number = 0
  }

  /// Whether the view and its subviews are invisible.
  public final var isHidden: Bool {
    get { viewFlags.contains(.isHidden) }
    set { set(.isHidden, to: newValue) }
  }

  /// Whether the view and its subviews take input.
  public final var isUserInteractionEnabled: Bool {
    get { !viewFlags.contains(.isInteractionDisabled) }
    set { set(.isInteractionDisabled, to: !newValue) }
  }

  /// Sets a flag, and marks the view for rendering if it differs.
  package final func set(_ flag: Flags, to value: Bool) {
    guard viewFlags.contains(flag) != value else { return }
    viewFlags.formSymmetricDifference(flag)
    setNeedsRender()
  }

  /// The opacity of the view, from 0 to 1. As in UIKit, a view below 0.01 and its subviews take no input.
  public final var alpha: CGFloat {
    get { rareProperties[Appearance.self].alpha }
    set { set(\Appearance.alpha, to: min(max(newValue, 0), 1)) }
  }

  public final var backgroundColor: UIColor? {
    get { rareProperties[Appearance.self].backgroundColor }
    set { set(\Appearance.backgroundColor, to: newValue) }
  }

  /// The colour of controls, in the view and its subviews. Default: that of the superview.
  public final var tintColor: UIColor! {
    get { rareProperties[Appearance.self].tintColor ?? superview?.tintColor ?? .systemBlue }
    set { set(\Appearance.tintColor, to: newValue) }
  }

  /// How an image fills the view. Only image views show it.
  public final var contentMode: ContentMode {
    get { rareProperties[Appearance.self].contentMode }
    set { set(\Appearance.contentMode, to: newValue) }
  }

  /// The layer of the view, made when the app first asks for it. Its class is `layerClass`.
  public final var layer: CALayer {
    if let layer = rareProperties.box(of: LayerProperties.self)?.properties.layer { return layer }
    let layer = makeLayer()
    rareProperties[LayerProperties.self].layer = layer
    setNeedsRender()
    return layer
  }

  /// Whether subviews are invisible outside of the bounds. Scroll views clip in any case.
  public final var clipsToBounds: Bool {
    get { viewFlags.contains(.clipsToBounds) }
    set { set(.clipsToBounds, to: newValue) }
  }

  /// A number by which the app tells views apart.
  public final var tag: Int {
    get { rareProperties[Tag.self].number }
    set { rareProperties[Tag.self].number = newValue }
  }
}

// MARK: - Interaction

extension UIView {
  /// Whether the view itself takes input: it is visible, enabled and not covered by a modal screen.
  package final var acceptsInput: Bool { !viewFlags.contains(.isInert) && isVisibleAndEnabled }

  /// Whether the view is visible and enabled, even if a modal screen covers it.
  final var isVisibleAndEnabled: Bool {
    viewFlags.isDisjoint(with: [.isHidden, .isInteractionDisabled]) && alpha >= 0.01
  }

  /// Whether the view and all of its superviews take input.
  package final var isReachable: Bool {
    var view: UIView? = self
    while let current = view {
      guard current.acceptsInput else { return false }
      view = current.superview
    }
    return true
  }
}
