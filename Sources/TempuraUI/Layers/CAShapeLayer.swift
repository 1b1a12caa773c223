public import Foundation

/// Which parts are inside of a shape that crosses itself.
public enum CAShapeLayerFillRule: String, Sendable { case nonZero = "non-zero", evenOdd = "even-odd" }

/// The end of a shape's line.
public enum CAShapeLayerLineCap: String, Sendable {
  case butt, round, square

  /// Whether SVG knows the value, and it is not the default.
  var isShown: Bool { self == .round || self == .square }
}

/// The corner between two lines of a shape.
public enum CAShapeLayerLineJoin: String, Sendable {
  case miter, round, bevel

  /// Whether SVG knows the value, and it is not the default.
  var isShown: Bool { self == .round || self == .bevel }
}

/// A layer that shows a path. On a page it is an SVG.
open class CAShapeLayer: CALayer {
  open var path: CGPath? { didSet { if path != oldValue { changed() } } }

  /// The colour inside; nil for none. Default: black.
  open var fillColor: CGColor? = .black { didSet { if fillColor != oldValue { changed() } } }

  open var fillRule = CAShapeLayerFillRule.nonZero { didSet { if fillRule != oldValue { changed() } } }

  /// The colour of the line; nil, the default, for none.
  open var strokeColor: CGColor? { didSet { if strokeColor != oldValue { changed() } } }

  /// The part of the line that is left out at its start, from 0 to 1.
  open var strokeStart: CGFloat = 0 { didSet { if strokeStart != oldValue { changed() } } }

  /// Where the line ends, from 0 to 1.
  open var strokeEnd: CGFloat = 1 { didSet { if strokeEnd != oldValue { changed() } } }

  /// The width of the line, in points.
  open var lineWidth: CGFloat = 1 { didSet { if lineWidth != oldValue { changed() } } }

  open var miterLimit: CGFloat = 10 { didSet { if miterLimit != oldValue { changed() } } }
  open var lineCap = CAShapeLayerLineCap.butt { didSet { if lineCap != oldValue { changed() } } }
  open var lineJoin = CAShapeLayerLineJoin.miter { didSet { if lineJoin != oldValue { changed() } } }

  /// How far into the pattern the line starts, in points.
  open var lineDashPhase: CGFloat = 0 { didSet { if lineDashPhase != oldValue { changed() } } }

  /// The lengths of dashes and gaps in turn, in points; nil for a line without gaps.
  open var lineDashPattern: [NSNumber]? { didSet { if lineDashPattern != oldValue { changed() } } }

  // MARK: - HTML

  /// The box of the drawn path; nil if nothing is drawn.
  private var drawnBox: CGRect? {
    guard let box = path?.boundingBoxOfPath, !box.isNull, box.width.isFinite, box.height.isFinite else { return nil }
    // Corners of lines may be longer than half of their width.
    let margin = strokeColor == nil ? 0 : max(0, lineWidth) * (lineJoin == .miter ? 1.5 : 0.75)
    let drawn = box.insetBy(dx: -margin, dy: -margin)
    return drawn.width > 0 && drawn.height > 0 ? drawn : nil
  }

  override var hasElement: Bool { path != nil }

  override func renderContent(into html: HTMLRenderer) {
    guard let path, let box = drawnBox else { return }
    let origin = bounds.origin
    let frame =
      "left:\(CSS.rem(box.minX - origin.x));top:\(CSS.rem(box.minY - origin.y));width:\(CSS.rem(box.width));"
      + "height:\(CSS.rem(box.height));"
    // The content of a view is in front of its layer.
    let depth = view == nil ? "" : "z-index:-1;"
    html.write("<svg class=\"layer s")
    html.write(text: String(html.styles.number(of: "overflow:visible;\(depth)\(frame)")))
    html.write("\"")
    html.write(
      attribute: "viewBox", [box.minX, box.minY, box.width, box.height].map(CSS.number).joined(separator: " "))
    html.write(" aria-hidden=\"true\"><path")
    html.writeClass(declarations: shapeStyle)
    if isTrimmed { html.write(" pathLength=\"1\"") }
    html.writeMotion(animationsAsJSON(ofShape: true))
    html.write(attribute: "d", path.svg)
    html.write("></path></svg>")
  }

  override func renderContent(in context: CGContext) {
    guard let path else { return }
    context.saveGState()
    if let fillColor {
      context.setFillColor(fillColor)
      context.draw(path, fillRule == .evenOdd ? .eoFill : .fill, line: context.state.line)
    }
    if let strokeColor {
      context.setStrokeColor(strokeColor)
      var line = CGContext.LineStyle(width: lineWidth)
      line.dashes = (lineDashPattern ?? []).map { CGFloat($0.doubleValue) }
      line.dashPhase = lineDashPhase
      context.draw(path, .stroke, line: line)
    }
    context.restoreGState()
  }

  private var isTrimmed: Bool { strokeStart > 0 || strokeEnd < 1 || animations.contains(where: \.movesStroke) }

  override final var shownStroke: ClosedRange<CGFloat> { strokeStart...max(strokeStart, strokeEnd) }

  private var shapeStyle: String {
    var css = "fill:\(fillColor?.color.css ?? "none");"
    if fillColor != nil, fillRule == .evenOdd { css += "fill-rule:evenodd;" }
    let isLine = strokeEnd > strokeStart || animations.contains(where: \.movesStroke)
    guard let strokeColor, lineWidth > 0, isLine else { return css }
    css += "stroke:\(strokeColor.color.css);stroke-width:\(CSS.number(lineWidth));"
    if lineCap.isShown { css += "stroke-linecap:\(lineCap.rawValue);" }
    if lineJoin.isShown { css += "stroke-linejoin:\(lineJoin.rawValue);" }
    if lineJoin == .miter, miterLimit != 4 { css += "stroke-miterlimit:\(CSS.number(max(1, miterLimit)));" }
    if isTrimmed {
      let start = max(0, strokeStart)
      css +=
        "stroke-dasharray:\(CSS.number(max(min(1, strokeEnd) - start, 0))) 2;stroke-dashoffset:\(CSS.number(-start));"
    } else if let lineDashPattern, !lineDashPattern.isEmpty {
      let lengths = lineDashPattern.map { CSS.number(CGFloat(max(0, $0.doubleValue))) }
      css += "stroke-dasharray:\(lengths.joined(separator: " "));"
      if lineDashPhase != 0 { css += "stroke-dashoffset:\(CSS.number(lineDashPhase));" }
    }
    return css
  }

  /// The opacity of a colour in a mask.
  private func opacity(of color: CGColor?) -> Double { (color?.color.light.alpha ?? 0) * Double(ownOpacity) }

  /// The line of the shape in a mask, as attributes of SVG; empty for none.
  private var maskLine: String {
    guard strokeColor != nil, lineWidth > 0, strokeEnd > strokeStart else { return "" }
    var line = " stroke='black' stroke-width='\(CSS.number(lineWidth))'"
    line += " stroke-opacity='\(CSS.number(CGFloat(opacity(of: strokeColor))))'"
    if lineCap.isShown { line += " stroke-linecap='\(lineCap.rawValue)'" }
    if lineJoin.isShown { line += " stroke-linejoin='\(lineJoin.rawValue)'" }
    if isTrimmed {
      let start = max(0, strokeStart)
      line += " pathLength='1' stroke-dasharray='\(CSS.number(min(1, strokeEnd) - start)) 2'"
      line += " stroke-dashoffset='\(CSS.number(-start))'"
    }
    return line
  }

  override func appendMask(of layer: CALayer, to css: inout CSSText) {
    guard let path, let box = drawnBox, fillColor != nil || maskLine != "" else { return css += "visibility:hidden;" }
    let origin = ownGeometry.plainFrame.origin
    let frame = box.offsetBy(dx: origin.x - ownGeometry.bounds.minX, dy: origin.y - ownGeometry.bounds.minY)
    let rule = fillRule == .evenOdd ? "evenodd" : "nonzero"
    let image = Self.maskImage(path, box: box, rule: rule, opacity: opacity(of: fillColor), line: maskLine)
    Self.append(masks: [image], frame: frame, to: &css)
  }
}
