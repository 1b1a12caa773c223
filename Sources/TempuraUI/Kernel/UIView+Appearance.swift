internal import Foundation

extension UIView {
  struct Appearance: RarePropertyGroup {
    var alpha: CGFloat = 1
    var backgroundColor, tintColor: UIColor?
    var contentMode = ContentMode.scaleToFill
  }

  /// The properties that UIKit passes on to Core Animation.
  struct LayerProperties: RarePropertyGroup {
    var layer: CALayer?
    var transform = CGAffineTransform.identity
  }

  struct Tag: RarePropertyGroup {
    var number = 0
  }

  /// Sets a flag, and marks the view for rendering if it differs.
  package final func set(_ flag: Flags, to value: Bool) {
    guard viewFlags.contains(flag) != value else { return }
    willChange()
    viewFlags.formSymmetricDifference(flag)
    setNeedsRender()
  }

  /// The tint colour that was assigned to this view itself.
  final var ownTintColor: UIColor? { self[\Appearance.tintColor] }

  /// Tells the view, and the subviews without a tint colour of their own, that it changed.
  final func tellOfTintColor() {
    tintColorDidChange()
    for view in subviews where view.ownTintColor == nil {
      view.tellOfTintColor()
    }
  }

  /// The layer of the view, made when the app first asks for it. Its class is `layerClass`.
  public final var layer: CALayer {
    if let layerIfMade { return layerIfMade }
    let layer = makeLayer()
    rareProperties[LayerProperties.self].layer = layer
    setNeedsRender()
    return layer
  }

  /// The layer, if the app asked for it.
  final var layerIfMade: CALayer? { rareProperties.box(of: LayerProperties.self)?.properties.layer }

  /// Returns the view with a tag: this view or one of its descendants; nil if there is none.
  public final func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
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
    nearest { !$0.acceptsInput || $0.viewFlags.contains(.isInputView) && !$0.isUsableAsInputView } == nil
  }
}

extension UIView {
  /// How an image fills a view of another size.
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight,
      bottomLeft, bottomRight

    /// Whether the content has the size of the view.
    var isScaled: Bool { rawValue <= Self.redraw.rawValue }

    /// The declarations in CSS; empty for the default of elements.
    var css: String {
      switch self {
      case .scaleToFill, .redraw: ""
      case .scaleAspectFit: "object-fit:contain;"
      case .scaleAspectFill: "object-fit:cover;"
      case .center: "object-fit:none;"
      case .top: "object-fit:none;object-position:top;"
      case .bottom: "object-fit:none;object-position:bottom;"
      case .left: "object-fit:none;object-position:left;"
      case .right: "object-fit:none;object-position:right;"
      case .topLeft: "object-fit:none;object-position:left top;"
      case .topRight: "object-fit:none;object-position:right top;"
      case .bottomLeft: "object-fit:none;object-position:left bottom;"
      case .bottomRight: "object-fit:none;object-position:right bottom;"
      }
    }
  }
}
