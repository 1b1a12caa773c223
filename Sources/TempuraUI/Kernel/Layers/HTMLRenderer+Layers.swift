internal import Foundation

// Sublayers are elements among those of the subviews: a layer behind all subviews comes before the view's content, others
// directly after the subview that they are in front of.

extension HTMLRenderer {
  /// Writes what a view's layer shows behind the content of the view.
  func writeLayersBehind(_ view: UIView) {
    guard let layer = view.rareProperties.box(of: UIView.LayerProperties.self)?.properties.layer else { return }
    layer.displayIfNeeded()
    layer.renderContent(into: self)
    for sublayer in layer.freeSublayers where sublayer.viewBehind?.superview !== view {
      write(layer: sublayer, isBehind: true)
    }
  }

  /// Writes the layers that are directly in front of a subview.
  func writeLayers(inFrontOf subview: UIView, in view: UIView) {
    guard let layer = view.rareProperties.box(of: UIView.LayerProperties.self)?.properties.layer else { return }
    for sublayer in layer.freeSublayers where sublayer.viewBehind === subview {
      write(layer: sublayer, isBehind: false)
    }
  }

  /// Writes the layers in front of subviews that the view did not render, and the border.
  func writeLayersInFront(_ view: UIView) {
    guard let layer = view.rareProperties.box(of: UIView.LayerProperties.self)?.properties.layer else { return }
    for sublayer in layer.freeSublayers {
      guard let behind = sublayer.viewBehind, behind.superview === view, !behind.viewFlags.contains(.isRendered) else {
        continue
      }
      write(layer: sublayer, isBehind: false)
    }
    if layer.hasBorder, view.layerBorderStyle == .element { writeBorder(of: layer) }
  }

  private func write(layer: CALayer, isBehind: Bool) {
    layer.layoutIfNeeded()
    layer.displayIfNeeded()
    if layer.ownIsHidden || layer.ownOpacity <= 0 { return }
    write("<span class=\"layer s")
    write(text: String(styles.number(of: layer.freeStyle(isBehind: isBehind))))
    write(layer.medium?() == nil ? "\" aria-hidden=\"true\"" : "\"")
    writeMotion(layer.animationsAsJSON(ofShape: false))
    write(">")
    layer.renderContent(into: self)
    for sublayer in layer.freeSublayers { write(layer: sublayer, isBehind: false) }
    if layer.hasBorder, !layer.freeSublayers.isEmpty { writeBorder(of: layer) }
    write("</span>")
  }

  /// Writes an element for a border in front of the content.
  private func writeBorder(of layer: CALayer) {
    guard let color = layer.borderColor?.color.css else { return }
    write("<span class=\"layer s")
    let css = "inset:0;border-radius:inherit;box-shadow:inset 0 0 0 \(CSS.rem(layer.borderWidth)) \(color);"
    write(text: String(styles.number(of: css)))
    write("\" aria-hidden=\"true\"></span>")
  }
}
