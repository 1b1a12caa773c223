internal import Basics
public import Foundation
internal import Pictures

/// Records a drawing as SVG.
///
/// Its coordinates are those of UIKit: y grows downwards.
public final class CGContext {
  struct Shadow {
    var offset: CGSize
    var blur: CGFloat
    var color: UIColor
  }

  package struct State {
    var transform = CGAffineTransform.identity
    var fill = UIColor.black
    var stroke = UIColor.black
    package var line = LineStyle()
    var alpha: CGFloat = 1
    var blendMode = CGBlendMode.normal
    var shadow: Shadow?
    /// The id of the clip path, without the prefix.
    var clip: Int?
  }

  /// How lines are drawn.
  package struct LineStyle {
    var width: CGFloat = 1
    var cap = CGLineCap.butt
    var join = CGLineJoin.miter
    var miterLimit: CGFloat = 10
    package var dashes: [CGFloat] = []
    package var dashPhase: CGFloat = 0
  }

  package var state = State()
  private var states: [State] = []
  /// The states at the beginnings of the open transparency layers.
  private var layers: [State] = []
  private var currentPath = CGMutablePath()
  private(set) var drawing: Drawing
  private var definitionCount = 0
  /// The pixels per point.
  let scale: CGFloat
  /// Where the app wants the pixels; nil for a drawing that is recorded only.
  private let bitmap: Bitmap?

  init(size: CGSize, scale: CGFloat = 1, bitmap: Bitmap? = nil) {
    drawing = Drawing(size: size.sane)
    self.scale = scale > 0 && scale <= 16 ? scale : 1
    self.bitmap = bitmap
  }

  /// Adds a picture, and returns the text that names it.
  func add(_ picture: Picture, width: Int, isLying: Bool) -> String {
    if !drawing.parts.contains(picture) { drawing.parts.append(picture) }
    return picture.reference(width: width, isLying: isLying)
  }

  /// Adds a text, and returns its number.
  func add(_ text: DrawnText) -> Int {
    drawing.texts.append(text)
    return drawing.texts.count - 1
  }

  // MARK: - State

  /// The most states that an app can save without restoring them.
  private static let maxStates = 10_000

  public func saveGState() { if states.count < Self.maxStates { states.append(state) } }

  public func restoreGState() { if let saved = states.popLast() { state = saved } }

  public var ctm: CGAffineTransform { state.transform }
  public func concatenate(_ transform: CGAffineTransform) { state.transform = transform.concatenating(state.transform) }
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.transform = state.transform.translatedBy(x: tx, y: ty) }
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.transform = state.transform.scaledBy(x: sx, y: sy) }
  public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

  public func setFillColor(_ color: CGColor) { state.fill = color.color }
  public func setStrokeColor(_ color: CGColor) { state.stroke = color.color }

  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fill = UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.stroke = UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fill = UIColor(white: gray, alpha: alpha) }
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { state.stroke = UIColor(white: gray, alpha: alpha) }

  // Without effect: colours have spaces of their own.
  public func setFillColorSpace(_ space: CGColorSpace) {}
  public func setStrokeColorSpace(_ space: CGColorSpace) {}

  public func setLineWidth(_ width: CGFloat) { state.line.width = width }
  public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap }
  public func setLineJoin(_ join: CGLineJoin) { state.line.join = join }
  public func setMiterLimit(_ limit: CGFloat) { state.line.miterLimit = limit }

  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    (state.line.dashes, state.line.dashPhase) = (lengths, phase)
  }

  // Without effect: browsers decide how exactly they draw curves and edges, and how they scale images.
  public func setFlatness(_ flatness: CGFloat) {}
  public func setShouldAntialias(_ shouldAntialias: Bool) {}
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
  public var interpolationQuality = CGInterpolationQuality.default

  /// Sets the opacity of what is drawn, from 0 to 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }

  /// Sets how the colours of a drawing are mixed with those below. Modes that CSS does not have are `normal`.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Draws with a blend mode, and with an opacity if there is one, which do not stay.
  func blend(_ mode: CGBlendMode, alpha: CGFloat? = nil, _ draw: (CGContext) -> Void) {
    saveGState()
    setBlendMode(mode)
    if let alpha { setAlpha(alpha) }
    draw(self)
    restoreGState()
  }

  /// - Parameter blur: In points: about twice the standard deviation of a Gaussian blur.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    state.shadow = color.map { Shadow(offset: offset, blur: blur, color: $0.color) }
  }

  public func setShadow(offset: CGSize, blur: CGFloat) {
    state.shadow = Shadow(offset: offset, blur: blur, color: UIColor(white: 0, alpha: 1.0 / 3))
  }

  // MARK: - Paths

  public func beginPath() { currentPath = CGMutablePath() }
  public func closePath() { currentPath.closeSubpath() }
  public func move(to point: CGPoint) { currentPath.move(to: point, transform: ctm) }
  public func addLine(to point: CGPoint) { currentPath.addLine(to: point, transform: ctm) }
  public func addLines(between points: [CGPoint]) { currentPath.addLines(between: points, transform: ctm) }
  public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: ctm) }
  public func addRects(_ rects: [CGRect]) { currentPath.addRects(rects, transform: ctm) }
  public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: ctm) }
  public func addPath(_ path: CGPath) { currentPath.addPath(path, transform: ctm) }

  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    currentPath.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    currentPath.addQuadCurve(to: end, control: control, transform: ctm)
  }

  /// - Parameter clockwise: As on iOS, true is counterclockwise on a screen, where y grows downwards.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    currentPath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: ctm)
  }

  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    let path = CGMutablePath()
    if !currentPath.isEmpty { path.move(to: currentPointOfPath) }
    path.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius)
    for element in path.elements.dropFirst(currentPath.isEmpty ? 0 : 1) {
      currentPath.elements.append(element.applying(ctm))
    }
  }

  public var path: CGPath? { currentPath.isEmpty ? nil : CGPath(elements: userElements) }
  public var isPathEmpty: Bool { currentPath.isEmpty }
  public var currentPointOfPath: CGPoint { currentPath.currentPoint.applying(ctm.inverted()) }
  public var boundingBoxOfPath: CGRect { CGPath(elements: userElements).boundingBoxOfPath }

  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    currentPath.contains(point, using: mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding)
  }

  private var userElements: [CGPath.Element] {
    let inverse = ctm.inverted()
    return currentPath.elements.map { $0.applying(inverse) }
  }

  // MARK: - Painting

  public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .evenOdd ? .eoFill : .fill) }

  public func strokePath() { drawPath(using: .stroke) }

  public func drawPath(using mode: CGPathDrawingMode) {
    let path = CGPath(elements: userElements)
    beginPath()
    draw(path, mode, line: state.line)
  }

  public func fill(_ rect: CGRect) { draw(CGPath(rect: rect, transform: nil), .fill, line: state.line) }

  public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }

  public func fillEllipse(in rect: CGRect) { draw(CGPath(ellipseIn: rect, transform: nil), .fill, line: state.line) }

  public func stroke(_ rect: CGRect) { draw(CGPath(rect: rect, transform: nil), .stroke, line: state.line) }

  public func stroke(_ rect: CGRect, width: CGFloat) {
    var line = state.line
    line.width = width
    draw(CGPath(rect: rect, transform: nil), .stroke, line: line)
  }

  public func strokeEllipse(in rect: CGRect) {
    draw(CGPath(ellipseIn: rect, transform: nil), .stroke, line: state.line)
  }

  public func strokeLineSegments(between points: [CGPoint]) {
    let path = CGMutablePath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      path.addLines(between: [points[index], points[index + 1]])
    }
    draw(path, .stroke, line: state.line)
  }

  /// Makes everything transparent if the rectangle contains the whole drawing. Pages cannot clear a part of it.
  public func clear(_ rect: CGRect) {
    if rect.applying(ctm).insetBy(dx: -0.5, dy: -0.5).contains(CGRect(origin: .zero, size: drawing.size)) {
      drawing.markup = ""
      bitmap?.didDraw(drawing)
    } else if !drawing.isEmpty {
      Misuse.report("CGContext.clear(_:) cannot clear a part of a drawing on a page: clip to the other part instead.")
    }
  }

  /// Draws a path in user coordinates.
  package func draw(_ path: CGPath, _ mode: CGPathDrawingMode, line: LineStyle) {
    guard !path.isEmpty else { return }
    let fills = mode != .stroke
    let strokes = mode != .fill && mode != .eoFill
    var attributes = fills ? " fill=\"\(state.fill.css)\"" : " fill=\"none\""
    if mode == .eoFill || mode == .eoFillStroke { attributes += " fill-rule=\"evenodd\"" }
    if strokes { attributes += " stroke=\"\(state.stroke.css)\"\(line.attributes)" }
    append("<path d=\"\(path.svg)\"\(attributes)\(transformAttribute)/>")
  }

  var transformAttribute: String {
    guard !ctm.isIdentity else { return "" }
    let numbers = [ctm.a, ctm.b, ctm.c, ctm.d, ctm.tx, ctm.ty].map(CSS.number).joined(separator: " ")
    return " transform=\"matrix(\(numbers))\""
  }

  /// Appends an element with the state's opacity, blend mode, shadow and clip.
  func append(_ element: String) {
    var attributes = ""
    if state.alpha < 1 { attributes += " opacity=\"\(CSS.number(state.alpha))\"" }
    if let mode = state.blendMode.css { attributes += " class=\"blend-\(mode)\"" }
    if let shadow = state.shadow { attributes += " filter=\"url(#\(Drawing.idMark)\(define(shadow)))\"" }
    var markup = attributes.isEmpty ? element : "<g\(attributes)>\(element)</g>"
    if let clip = state.clip { markup = "<g clip-path=\"url(#\(Drawing.idMark)\(clip))\">\(markup)</g>" }
    drawing.markup += markup
    bitmap?.didDraw(drawing)
  }

  /// Adds a definition, and returns its number.
  func define(_ element: String, _ attributes: String, _ content: String) -> Int {
    definitionCount += 1
    drawing.definitions +=
      "<\(element) id=\"\(Drawing.idMark)\(definitionCount)\"\(attributes)>\(content)</\(element)>"
    return definitionCount
  }

  private func define(_ shadow: Shadow) -> Int {
    let (width, height) = (CSS.number(drawing.size.width * 3), CSS.number(drawing.size.height * 3))
    let (x, y) = (CSS.number(-drawing.size.width), CSS.number(-drawing.size.height))
    return define(
      "filter", " filterUnits=\"userSpaceOnUse\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"",
      "<feDropShadow dx=\"\(CSS.number(shadow.offset.width))\" dy=\"\(CSS.number(shadow.offset.height))\" "
        + "stdDeviation=\"\(CSS.number(max(0, shadow.blur / 2)))\" flood-color=\"\(shadow.color.css)\"/>")
  }

  // MARK: - Clipping

  public func clip(using rule: CGPathFillRule = .winding) {
    let path = CGPath(elements: userElements)
    beginPath()
    clip(to: path, rule)
  }

  public func clip(to rect: CGRect) { clip(to: CGPath(rect: rect, transform: nil), .winding) }

  public func clip(to rects: [CGRect]) {
    let path = CGMutablePath()
    path.addRects(rects)
    clip(to: path, .winding)
  }

  /// Clips to a rectangle: pages do not clip a drawing to the shape of an image.
  public func clip(to rect: CGRect, mask: CGImage) {
    Misuse.report("CGContext.clip(to:mask:) clips to the rectangle on a page: use a path, or tint the image.")
    clip(to: rect)
  }

  /// Restricts what is drawn from now on to a path in user coordinates.
  package func clip(to path: CGPath, _ rule: CGPathFillRule) {
    let outer = state.clip.map { " clip-path=\"url(#\(Drawing.idMark)\($0))\"" } ?? ""
    state.clip = define(
      "clipPath", outer, "<path d=\"\(path.svg)\" clip-rule=\"\(rule.svg)\"\(transformAttribute)/>")
  }

  public var boundingBoxOfClipPath: CGRect {
    CGRect(origin: .zero, size: drawing.size).applying(ctm.inverted())
  }

  // MARK: - Layers and images

  public func beginTransparencyLayer(auxiliaryInfo: [AnyHashable: Any]?) {
    guard layers.count < Self.maxStates else { return }
    layers.append(state)
    var attributes = state.alpha < 1 ? " opacity=\"\(CSS.number(state.alpha))\"" : ""
    if let shadow = state.shadow { attributes += " filter=\"url(#\(Drawing.idMark)\(define(shadow)))\"" }
    drawing.markup += "<g\(attributes)>"
    state.alpha = 1
    state.shadow = nil
    state.blendMode = .normal
  }

  public func endTransparencyLayer() {
    guard let outer = layers.popLast() else { return }
    drawing.markup += "</g>"
    state = outer
  }

  /// Closes what the app left open.
  func finish() -> Drawing {
    while !layers.isEmpty { endTransparencyLayer() }
    return drawing
  }

  /// Draws an image. As on iOS it is upside down, unless the app has flipped the coordinates.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    saveGState()
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    image.image.draw(in: rect, context: self, isLying: true)
    restoreGState()
  }

  /// Returns what has been drawn so far.
  public func makeImage() -> CGImage? { CGImage(UIImage(drawing: drawing, scale: scale)) }

  /// In pixels.
  public var width: Int { Int((drawing.size.width * scale).rounded()) }
  public var height: Int { Int((drawing.size.height * scale).rounded()) }

  /// The pixels of a context that was made for them; nil for another one.
  public var data: UnsafeMutableRawPointer? { bitmap?.pixels(of: drawing) }
  public var bytesPerRow: Int { bitmap?.bytesPerRow ?? 4 * width }

  // Without effect: everything is recorded at once.
  public func flush() {}
  public func synchronize() {}
}

extension CGContext.LineStyle {
  package init(width: CGFloat) {
    self.init()
    self.width = width
  }

  var attributes: String {
    var text = " stroke-width=\"\(CSS.number(max(0, width)))\""
    if cap != .butt { text += " stroke-linecap=\"\(cap.svg)\"" }
    if join != .miter { text += " stroke-linejoin=\"\(join.svg)\"" }
    if join == .miter, miterLimit != 4 { text += " stroke-miterlimit=\"\(CSS.number(max(1, miterLimit)))\"" }
    if !dashes.isEmpty {
      text += " stroke-dasharray=\"\(dashes.map { CSS.number(max(0, $0)) }.joined(separator: " "))\""
      if dashPhase != 0 { text += " stroke-dashoffset=\"\(CSS.number(dashPhase))\"" }
    }
    return text
  }
}
