internal import Basics
public import Foundation

extension CALayer {
  /// All sublayers, back to front: those of the subviews, and the free ones in front of the subviews that they were added
  /// in front of.
  final var allSublayers: [CALayer] {
    guard let view, !view.subviews.isEmpty else { return freeSublayers }
    var layers = freeSublayers.filter { $0.viewBehind?.superview !== view }
    for subview in view.subviews {
      layers.append(subview.layer)
      layers += freeSublayers.filter { $0.viewBehind === subview }
    }
    return layers
  }

  /// Inserts a layer at an index of `allSublayers` without that layer.
  final func insert(_ layer: CALayer, at index: Int) {
    if let added = layer.view { return insertView(added, at: index) }
    guard !layer.isSameOrContains(self) else {
      return Misuse.report("A layer cannot be a sublayer of itself or of its sublayers: add another layer.")
    }
    layer.removeFromSuperlayer()
    let all = allSublayers
    let behind = all.prefix(max(0, min(index, all.count)))
    layer.viewBehind = behind.last { $0.view != nil }?.view
    let freeBehind = behind.filter { $0.view == nil }
    freeSublayers.insert(layer, at: min(freeBehind.count, freeSublayers.count))
    layer.parent = self
    host?.noteLayers()
    if layer.media.isEmpty { changed() } else { mediumChanged() }
  }

  /// Adds the view of a layer: a view and its layer are only added together.
  private func insertView(_ added: UIView, at index: Int) {
    guard let view else {
      return Misuse.report(
        "The layer of a \(type(of: added)) cannot be a sublayer of a layer without a view: add the view to a view.")
    }
    let views = allSublayers.prefix(max(0, index)).filter { $0.view != nil && $0.view !== added }
    view.insertSubview(added, at: views.count)
  }

  private func isSameOrContains(_ layer: CALayer) -> Bool {
    var current: CALayer? = layer
    while let candidate = current {
      if candidate === self { return true }
      current = candidate.parent
    }
    return false
  }

  final func replaceSublayers(by layers: [CALayer]) {
    let kept = Set(layers.map(ObjectIdentifier.init))
    for layer in allSublayers where !kept.contains(ObjectIdentifier(layer)) { layer.removeFromSuperlayer() }
    for (index, layer) in layers.enumerated() { insert(layer, at: index) }
  }

  // MARK: - Conversion

  /// Returns a point of another layer, or around the outermost one, in the coordinates of this layer.
  public final func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
    pointFromOutside(layer?.pointOutside(p) ?? p)
  }

  /// Returns a point of this layer in the coordinates of another one, or around the outermost one.
  public final func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint {
    layer?.convert(p, from: self) ?? pointOutside(p)
  }

  /// Returns a rectangle of another layer, or around the outermost one, in the coordinates of this layer.
  public final func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
    UIView.box(around: r) { convert($0, from: layer) }
  }

  /// Returns a rectangle of this layer in the coordinates of another one, or around the outermost one.
  public final func convert(_ r: CGRect, to layer: CALayer?) -> CGRect {
    UIView.box(around: r) { convert($0, to: layer) }
  }

  /// The point of the layer at its position.
  private var anchor: CGPoint {
    let (bounds, part) = (bounds, anchorPoint)
    return CGPoint(x: bounds.minX + part.x * bounds.width, y: bounds.minY + part.y * bounds.height)
  }

  private func pointOutside(_ point: CGPoint) -> CGPoint {
    let (anchor, position) = (anchor, position)
    let moved = CGPoint(x: point.x - anchor.x, y: point.y - anchor.y).applying(affineTransform())
    let outer = CGPoint(x: moved.x + position.x, y: moved.y + position.y)
    return superlayer?.pointOutside(outer) ?? outer
  }

  private func pointFromOutside(_ point: CGPoint) -> CGPoint {
    let (anchor, position, outer) = (anchor, position, superlayer?.pointFromOutside(point) ?? point)
    let moved = CGPoint(x: outer.x - position.x, y: outer.y - position.y).applying(affineTransform().inverted())
    return CGPoint(x: moved.x + anchor.x, y: moved.y + anchor.y)
  }
}

// The class of a view's layer is only known at run time: see `UIResponder.make(_:)`, which is made in the same way.

extension CALayer {
  /// Calls the `init()` of a class that is only known at run time.
  @_silgen_name("tempura_CALayer_init")
  convenience init(ofClass: Void) { self.init() }

  // Safe because initialisers and static methods have the same calling convention, and both declarations return a layer.
  @_silgen_name("tempura_CALayer_init")
  static func made() -> CALayer
}

extension UIView {
  /// Makes the view's layer, of the class `layerClass`.
  final func makeLayer() -> CALayer {
    let layer: CALayer =
      if let type = Self.layerClass as? CALayer.Type, type != CALayer.self { type.made() } else { CALayer() }
    // The properties that a class sets in its `init()` become properties of the view.
    let (background, clips) = (layer.ownBackground, layer.ownMasksToBounds)
    layer.view = self
    layer.delegate = self
    if let background { backgroundColor = background.color }
    if clips { clipsToBounds = true }
    return layer
  }

  /// Notes whether the view has free sublayers.
  final func noteLayers() {
    let hasLayers = rareProperties[LayerProperties.self].layer?.freeSublayers.isEmpty == false
    set(.hasSublayers, to: hasLayers)
  }

  /// Notes that the view is in front of or behind its siblings, regardless of their order.
  final func didChangeDepth() {
    if hasDepth { superview?.set(.hasSubviewsWithDepth, to: true) }
  }

  /// Whether the `zPosition` of the view's layer is not 0.
  final var hasDepth: Bool {
    guard let layer = rareProperties.box(of: LayerProperties.self)?.properties.layer else { return false }
    return layer.zPosition != 0
  }
}
