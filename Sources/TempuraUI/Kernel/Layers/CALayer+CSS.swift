internal import Foundation

extension CALayer {
  /// How the border is written.
  enum BorderStyle {
    /// As a shadow inside of the element, below its content.
    case inside
    /// As an outline, for elements without content, such as images.
    case outline
    /// Not at all: an element in front of the content shows it.
    case element
  }

  /// Appends the CSS of the layer's looks that are not those of its view.
  ///
  /// - Parameter hasBackground: Whether the layer has a background colour.
  final func appendLooks(border: BorderStyle, hasBackground: Bool, to css: inout CSSText) {
    appendCorners(to: &css)
    appendBorderAndShadow(border, hasBackground: hasBackground, to: &css)
    var images: [String] = []
    appendImages(to: &images)
    if !images.isEmpty { css += "background-image:\(images.joined(separator: ","));" }
    if !images.isEmpty, contentsImage != nil {
      let parts = contentsGravity.css.split(separator: "/")
      css += "background-repeat:no-repeat;background-position:\(parts[0]);"
      if parts.count > 1 { css += "background-size:\(parts[1]);" }
    }
    if let mask { mask.appendMask(of: self, to: &css) }
    if let blendMode { css.declare("mix-blend-mode", blendMode) }
  }

  final var contentsImage: UIImage? {
    guard let contents else { return nil }
    return (contents as? UIImage) ?? (contents as? CGImage)?.image
  }

  /// The blend mode of `compositingFilter` in CSS.
  private var blendMode: String? {
    guard let compositingFilter, let name = compositingFilter as? String else { return nil }
    let modes = [
      "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight",
      "difference", "exclusion",
    ]
    guard let mode = modes.first(where: { name.hasPrefix($0) }) else { return nil }
    return mode.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  private func appendCorners(to css: inout CSSText) {
    guard cornerRadius > 0 else { return }
    let radius = CSS.rem(cornerRadius)
    guard maskedCorners != .all else { return css.declare("border-radius", radius) }
    let order: [CACornerMask] = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner, .layerMinXMaxYCorner,
    ]
    css += "border-radius:\(order.map { maskedCorners.contains($0) ? radius : "0" }.joined(separator: " "));"
  }

  final var hasBorder: Bool { borderWidth > 0 && borderColor != nil }

  private func appendBorderAndShadow(_ border: BorderStyle, hasBackground: Bool, to css: inout CSSText) {
    var shadows: [String] = []
    if hasBorder, let borderColor {
      let width = CSS.rem(borderWidth)
      switch border {
      case .inside: shadows.append("inset 0 0 0 \(width) \(borderColor.color.css)")
      case .outline: css += "outline:\(width) solid \(borderColor.color.css);outline-offset:-\(width);"
      case .element: break
      }
    }
    // As on iOS, a layer that clips its content also clips its shadow.
    if shadowOpacity > 0, !masksToBounds, let shadowColor {
      let color = shadowColor.color.faded(by: CGFloat(shadowOpacity)).css
      // The blur in CSS is twice the standard deviation (CSS Backgrounds and Borders Module Level 3, section 6.1.1).
      let blur = CSS.rem(max(0, shadowRadius * 2))
      var offset = shadowOffset
      var spread = ""
      if let box = shadowPath?.boundingBoxOfPath, !box.isNull, bounds.width > 0 {
        let bounds = bounds
        offset.width += box.midX - bounds.midX
        offset.height += box.midY - bounds.midY
        let growth = min(box.width - bounds.width, box.height - bounds.height) / 2
        if growth != 0 { spread = " \(CSS.rem(growth))" }
        if !hasBackground, cornerRadius == 0, !hasBorder, let radius = shadowPath?.cornerRadius(of: box) {
          css += "border-radius:\(CSS.rem(radius));"
        }
      }
      let offsets = "\(CSS.rem(offset.width)) \(CSS.rem(offset.height)) \(blur)"
      if hasBackground || shadowPath != nil || !(border == .element || border == .inside) {
        shadows.append("\(offsets)\(spread) \(color)")
      } else {
        // Without a background, the content casts the shadow.
        css += "filter:drop-shadow(\(offsets) \(color));"
      }
    }
    if !shadows.isEmpty { css += "box-shadow:\(shadows.joined(separator: ","));" }
  }

  /// Appends the frame and the transform of a layer that is not a view's.
  final func appendGeometry(to css: inout CSSText) {
    let frame = ownGeometry.plainFrame
    if let view = parent?.view, frame == view.bounds {
      // It fills the view, even if the browser makes that larger.
      css += "inset:0;"
    } else {
      let origin = parent?.bounds.origin ?? .zero
      css += "left:\(CSS.rem(frame.minX - origin.x));top:\(CSS.rem(frame.minY - origin.y));"
      css += "width:\(CSS.rem(max(0, frame.width)));height:\(CSS.rem(max(0, frame.height)));"
    }
    if let spatialTransform {
      css.declare("transform", spatialTransform.css)
    } else if !ownGeometry.transform.isIdentity {
      css.declare("transform", ownGeometry.transform.css)
    }
    if let origin = ownGeometry.anchorPoint.transformOrigin { css.declare("transform-origin", origin) }
  }

  /// All declarations of a layer that is not a view's.
  final func freeStyle(isBehind: Bool) -> String {
    var css = CSSText()
    appendGeometry(to: &css)
    if zPosition != 0 {
      css += "z-index:\(CSS.number(zPosition.rounded()));"
    } else if isBehind {
      css += "z-index:-1;"
    }
    let opacity = CGFloat(ownOpacity)
    if opacity < 1 { css += "opacity:\(CSS.number(max(0, opacity)));" }
    if let ownBackground { css.declare("background-color", ownBackground.color.css) }
    if ownMasksToBounds { css += "overflow:clip;" }
    let border: BorderStyle = freeSublayers.isEmpty ? .inside : .element
    appendLooks(border: border, hasBackground: ownBackground != nil, to: &css)
    return css.string
  }
}

extension CGPoint {
  /// An anchor point as the origin of transformations in CSS; nil for the centre, which is the default.
  var transformOrigin: String? {
    guard x != 0.5 || y != 0.5 else { return nil }
    return "\(CSS.number(x * 100))% \(CSS.number(y * 100))%"
  }
}

extension CGPath {
  /// The radius of the path's corners if it is a rounded rectangle or an ellipse; nil for other corners.
  fileprivate func cornerRadius(of box: CGRect) -> CGFloat? {
    var start = CGFloat.infinity
    for case .move(let point) in elements where abs(point.y - box.minY) < 0.01 {
      start = min(start, point.x - box.minX)
    }
    for case .line(let to) in elements where abs(to.y - box.minY) < 0.01 { start = min(start, to.x - box.minX) }
    for case .curve(_, _, let to) in elements where abs(to.y - box.minY) < 0.01 { start = min(start, to.x - box.minX) }
    return start.isFinite && start > 0.01 ? start : nil
  }
}

extension UIColor {
  /// The colour with its opacity multiplied by a factor from 0 to 1.
  func faded(by factor: CGFloat) -> UIColor {
    let factor = Double(factor).clamped
    return factor == 1
      ? self : UIColor(light: light.with(alpha: light.alpha * factor), dark: dark.with(alpha: dark.alpha * factor))
  }
}

extension UIView {
  /// Appends the CSS of the view's layer.
  final func appendStyle(of layer: CALayer, to css: inout CSSText) {
    let hasElements = viewFlags.contains(.hasSublayers) || layer.hasElement
    if hasElements { css += "isolation:isolate;" }
    if layer.zPosition != 0 {
      // Buttons and labels have no depth without it.
      if !hasAssignedFrame { css += "position:relative;" }
      css += "z-index:\(CSS.number(layer.zPosition.rounded()));"
    }
    let hasBackground = backgroundColor.map { !$0.isEqual(to: .clear) } ?? false
    layer.appendLooks(border: layerBorderStyle, hasBackground: hasBackground, to: &css)
  }

  /// How the border of the view is written. Elements without an end tag cannot contain an element for it, and the content
  /// of a control does not cover it.
  final var layerBorderStyle: CALayer.BorderStyle {
    if htmlTag.isVoid { return .outline }
    return subviews.isEmpty || isControl ? .inside : .element
  }
}

extension StaticString {
  /// Whether this is the name of an element that has no content.
  var isVoid: Bool { isElement("img") || isElement("input") }
}
