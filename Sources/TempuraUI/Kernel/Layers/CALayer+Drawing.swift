public import Foundation

extension CALayer {
  /// The identifier of the layer in the page, which no other layer has.
  final var identifier: String {
    guard let parent else { return (view?.elementID ?? "") + ".l" }
    return parent.identifier + "\(parent.freeSublayers.firstIndex { $0 === self } ?? 0)."
  }

  /// Records what `draw(in:)` draws.
  final func record() {
    let size = bounds.size
    guard size.width > 0, size.height > 0 else { return }
    delegate?.layerWillDraw(self)
    let drawing = DrawingStack.record(size: size) { draw(in: $0) }
    self.drawing = drawing.isEmpty ? nil : drawing
  }

  /// Draws the background, the border, the image, the path and the sublayers. Texts of labels and images of image views are
  /// drawn, too.
  final func renderTree(in context: CGContext) {
    guard !isHidden, opacity > 0 else { return }
    context.saveGState()
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setAlpha(CGFloat(opacity))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    let bounds = bounds
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    let outline = CGMutablePath()
    outline.addRoundedRect(in: bounds, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
    if masksToBounds { context.clip(to: outline, .winding) }
    if let backgroundColor {
      context.setFillColor(backgroundColor)
      context.draw(outline, .fill, line: context.state.line)
    }
    if let image = contentsImage ?? view?.imageToDraw { image.draw(in: bounds, context: context) }
    DrawingStack.push(context)
    renderContent(in: context)
    view?.draw(bounds)
    view?.drawText(in: bounds, context: context)
    DrawingStack.pop()
    for layer in allSublayers {
      context.saveGState()
      let frame = layer.frame
      context.translateBy(x: frame.minX, y: frame.minY)
      layer.render(in: context)
      context.restoreGState()
    }
    if hasBorder, let borderColor {
      let inset = borderWidth / 2
      let path = CGMutablePath()
      let radius = max(0, cornerRadius - inset)
      path.addRoundedRect(in: bounds.insetBy(dx: inset, dy: inset), cornerWidth: radius, cornerHeight: radius)
      context.setStrokeColor(borderColor)
      context.draw(path, .stroke, line: CGContext.LineStyle(width: borderWidth))
    }
    context.endTransparencyLayer()
    context.endTransparencyLayer()
    context.restoreGState()
  }
}

extension UIView {
  /// Draws backgrounds, borders, images, texts of labels and what `draw(_:)` draws of the view and its subviews into the
  /// current context. Controls have no text there.
  ///
  /// - Returns: false outside of an image context.
  @discardableResult
  public final func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = DrawingStack.current else { return false }
    let size = bounds.size
    guard size.width > 0, size.height > 0 else { return false }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / size.width, y: rect.height / size.height)
    layer.renderTree(in: context)
    context.restoreGState()
    return true
  }

  /// Records what the app's class draws.
  ///
  /// UIKit's own classes draw nothing, and of others only those that override `draw(_:)` do.
  final func recordDrawing() {
    guard !ClassNames.isFrameworkClass(type(of: self)) else { return }
    let bounds = bounds
    guard bounds.width > 0, bounds.height > 0 else { return }
    let drawing = DrawingStack.record(size: bounds.size) {
      if bounds.origin != .zero { $0.translateBy(x: -bounds.minX, y: -bounds.minY) }
      draw(bounds)
    }
    let new = drawing.isEmpty ? nil : drawing
    guard new != nil || rareProperties.box(of: DrawnContent.self) != nil else { return }
    rareProperties[DrawnContent.self].drawing = new
  }

  /// What the app's class has drawn.
  struct DrawnContent: RarePropertyGroup {
    var drawing: Drawing?
  }
}

extension HTMLRenderer {
  /// Writes what a view and its layer have drawn.
  func writeDrawing(of view: UIView) {
    if let drawing = view.rareProperties.box(of: UIView.DrawnContent.self)?.properties.drawing {
      write(drawing, id: view.elementID + ".d")
    }
  }

  /// Writes a drawing that fills its element.
  ///
  /// - Parameter id: The beginning of its ids, which is unique in the page.
  func write(_ drawing: Drawing, id: String) {
    // In a reference, only these characters stand for themselves.
    let safe = id.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte) || byte == 0x2E
        ? String(scalar) : "_\(byte)"
    }
    write(markup: drawing.inline(id: safe.joined()))
  }
}
