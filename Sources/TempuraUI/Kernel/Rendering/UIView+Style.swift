internal import Foundation

extension UIView {
  /// Appends the CSS of the properties that all views have.
  final func appendCommonStyle(to css: inout CSSText) {
    if hasAssignedFrame {
      appendFrame(to: &css)
    } else if frameUse == .sizedToFit {
      css += "width:fit-content;"
    }
    if !viewFlags.isDisjoint(with: [.clipsToBounds, .hasSubviewsWithDepth]) { appendClipping(to: &css) }
    if viewFlags.contains(.hasSubviewWithFrame) { appendRoomForFrames(to: &css) }
    if rareProperties.isEmpty { return }
    if !hasAssignedFrame, let arrangedStyle { css += arrangedStyle }
    if overrideUserInterfaceStyle != .unspecified {
      // The colours that are inherited from the page have that of the browser's preference.
      css += "color-scheme:\(overrideUserInterfaceStyle == .dark ? "dark" : "light");color:var(--text);"
      if asWindow != nil { css += "background-color:var(--background);" }
    }
    if let appearance = rareProperties.box(of: Appearance.self)?.properties { append(appearance, to: &css) }
    if let layer = rareProperties.box(of: LayerProperties.self)?.properties { append(layer, to: &css) }
    if rareProperties.box(of: DrawnContent.self)?.properties.drawing != nil { css += "isolation:isolate;" }
  }

  private func appendClipping(to css: inout CSSText) {
    // Scroll views clip in any case.
    if viewFlags.contains(.clipsToBounds), !scrollsContent { css += "overflow:clip;" }
    // Depths count among siblings only.
    if viewFlags.contains(.hasSubviewsWithDepth) { css += "isolation:isolate;" }
  }

  private func append(_ appearance: Appearance, to css: inout CSSText) {
    if appearance.alpha < 0.01 {
      css += "opacity:0;visibility:hidden;"
    } else if appearance.alpha < 1 {
      css += "opacity:\(CSS.number(appearance.alpha));"
    }
    if let color = appearance.backgroundColor {
      css.declare("background-color", color.css)
      if let pattern = color.pattern { css.declare("background-image", pattern.cssURL) }
    }
    if let color = appearance.tintColor { css.declareTint(color) }
  }

  private func append(_ properties: LayerProperties, to css: inout CSSText) {
    if let layer = properties.layer { appendStyle(of: layer, to: &css) }
    let matrix = properties.transform
    let spatial = properties.layer?.spatialTransform
    guard matrix != .identity || spatial != nil else { return }
    if matrix.tx != 0 || matrix.ty != 0 { css += "translate:\(CSS.rem(matrix.tx)) \(CSS.rem(matrix.ty));" }
    if let spatial {
      css.declare("transform", spatial.css)
    } else if matrix.a != 1 || matrix.b != 0 || matrix.c != 0 || matrix.d != 1 {
      let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]
      css += "transform:matrix(\(numbers.map(CSS.number).joined(separator: ",")));"
    }
    if let origin = layerAnchorPoint.transformOrigin { css.declare("transform-origin", origin) }
  }

  /// Appends the frame of the view, in a unit that scales with the browser's text size.
  private func appendFrame(to css: inout CSSText) {
    let frame = untransformedFrame
    let origin = superview?.rareProperties.box(of: Geometry.self)?.properties.boundsOrigin ?? .zero
    css += "position:absolute;"
    css.declare("left", rem: frame.minX - origin.x)
    css.declare("top", rem: frame.minY - origin.y)
    css.declare("width", rem: frame.width)
    css.declare("height", rem: frame.height)
    if isOutside(frame) { css += "visibility:hidden;" }
  }

  /// Whether nothing of the view can be seen, because of its frame alone.
  private func isOutside(_ frame: CGRect) -> Bool {
    if frame.width <= 0 || frame.height <= 0 {
      // UIKit draws nothing of these. Other views may show subviews outside of their bounds.
      return isEmptyWithoutSize
    }
    guard let superview, superview.hidesOutside else { return false }
    let (room, frame) = (superview.bounds, self.frame)
    guard room.width > 0, room.height > 0 else { return false }
    return frame.minX >= room.maxX || frame.maxX <= room.minX || frame.minY >= room.maxY || frame.maxY <= room.minY
  }

  /// Makes the view tall enough for subviews with assigned frames, which take no room in the flow.
  private func appendRoomForFrames(to css: inout CSSText) {
    // The view of a controller has the size that its container gives it, and an app's class may be sized by its content.
    guard !hasAssignedFrame, manager == nil else { return }
    var height: CGFloat = 0
    for view in subviews where view.hasAssignedFrame {
      height = max(height, view.untransformedFrame.maxY)
    }
    if height > 0 { css.declare("min-height", rem: height) }
  }
}
