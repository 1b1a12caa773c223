internal import Foundation
internal import TempuraUI

/// Draws one frame of an animation: shape layers, solids and precompositions.
///
/// Numbers between keyframes change evenly, paths do not. Masks, mattes, effects, images, texts and stars are left out. A
/// gradient is its first colour, and a trimmed path is whole unless nothing is left of it.
struct LottieFrame {
  let animation: LottieAnimation
  let context: CGContext

  /// Compositions may contain themselves.
  private static let maxDepth = 16

  func draw(_ frame: CGFloat) { draw(animation.layers, frame, opacity: 1, depth: 0) }

  private func draw(_ layers: [JSON], _ frame: CGFloat, opacity: CGFloat, depth: Int) {
    guard depth < Self.maxDepth else { return }
    // The first layer is in front.
    for layer in layers.reversed() {
      guard frame >= CGFloat(layer["ip"].number ?? 0), frame < CGFloat(layer["op"].number ?? .infinity),
        layer["hd"].number != 1, layer["td"].number != 1
      else { continue }
      let opacity = opacity * percent(layer["ks"]["o"], frame)
      context.saveGState()
      context.concatenate(transform(of: layer, in: layers, frame))
      switch layer["ty"].number {
      case 0:
        let start = CGFloat(layer["st"].number ?? 0)
        draw(
          animation.compositions[layer["refId"].text ?? ""] ?? [], frame - start, opacity: opacity, depth: depth + 1)
      case 1:
        context.setFillColor(color(hexadecimal: layer["sc"].text ?? "", opacity).cgColor)
        context.fill(CGRect(x: 0, y: 0, width: layer["sw"].number ?? 0, height: layer["sh"].number ?? 0))
      case 4: draw(shapes: layer["shapes"].list ?? [], frame, opacity: opacity, depth: depth + 1)
      default: break
      }
      context.restoreGState()
    }
  }

  /// The transform of a layer and its parents.
  private func transform(of layer: JSON, in layers: [JSON], _ frame: CGFloat) -> CGAffineTransform {
    var result = transform(layer["ks"], frame)
    var parent = layer["parent"].number
    var count = 0
    while let index = parent, count < Self.maxDepth, let next = layers.first(where: { $0["ind"].number == index }) {
      result = result.concatenating(transform(next["ks"], frame))
      parent = next["parent"].number
      count += 1
    }
    return result
  }

  private func transform(_ values: JSON, _ frame: CGFloat) -> CGAffineTransform {
    let position = values["p"]
    let x = position["x"], y = position["y"]
    let offset =
      position["s"].number == 1 ? (number(x, frame), number(y, frame)) : pair(position, frame, default: 0)
    let anchor = pair(values["a"], frame, default: 0)
    let scale = pair(values["s"], frame, default: 100)
    return CGAffineTransform(translationX: offset.0, y: offset.1)
      .rotated(by: number(values["r"], frame) * .pi / 180)
      .scaledBy(x: scale.0 / 100, y: scale.1 / 100)
      .translatedBy(x: -anchor.0, y: -anchor.1)
  }

  // MARK: - Shapes

  private static let caps: [Double: CGLineCap] = [1: .butt, 3: .square]
  private static let joins: [Double: CGLineJoin] = [1: .miter, 3: .bevel]

  private func draw(shapes: [JSON], _ frame: CGFloat, opacity: CGFloat, depth: Int) {
    guard depth < Self.maxDepth, !isTrimmedAway(shapes, frame) else { return }
    for (index, shape) in shapes.enumerated().reversed() where shape["hd"].number != 1 {
      switch shape["ty"].text {
      case "gr":
        let items = shape["it"].list ?? []
        let values = items.last { $0["ty"].text == "tr" } ?? .null
        context.saveGState()
        context.concatenate(transform(values, frame))
        draw(shapes: items, frame, opacity: opacity * percent(values["o"], frame), depth: depth + 1)
        context.restoreGState()
      case "fl", "gf":
        // A fill is for the paths before it.
        context.addPath(path(of: shapes[..<index], frame, depth: depth))
        context.setFillColor(color(of: shape, frame, opacity).cgColor)
        context.fillPath(using: shape["r"].number == 2 ? .evenOdd : .winding)
      case "st", "gs":
        context.addPath(path(of: shapes[..<index], frame, depth: depth))
        context.setStrokeColor(color(of: shape, frame, opacity).cgColor)
        context.setLineWidth(number(shape["w"], frame))
        context.setLineCap(Self.caps[shape["lc"].number ?? 2] ?? .round)
        context.setLineJoin(Self.joins[shape["lj"].number ?? 2] ?? .round)
        let dashes = (shape["d"].list ?? []).filter { $0["n"].text != "o" }.map { number($0["v"], frame) }
        context.setLineDash(phase: 0, lengths: dashes)
        context.strokePath()
      default: break
      }
    }
  }

  /// Whether nothing is left of the paths of a group.
  private func isTrimmedAway(_ shapes: [JSON], _ frame: CGFloat) -> Bool {
    shapes.contains { shape in
      guard shape["ty"].text == "tm", shape["hd"].number != 1 else { return false }
      return number(shape["s"], frame) == number(shape["e"], frame)
    }
  }

  private func path(of shapes: ArraySlice<JSON>, _ frame: CGFloat, depth: Int) -> CGPath {
    let path = CGMutablePath()
    for shape in shapes where shape["hd"].number != 1 {
      let size = pair(shape["s"], frame, default: 0)
      let center = pair(shape["p"], frame, default: 0)
      let box = CGRect(x: center.0 - size.0 / 2, y: center.1 - size.1 / 2, width: size.0, height: size.1)
      switch shape["ty"].text {
      case "rc":
        let radius = min(number(shape["r"], frame), min(size.0, size.1) / 2)
        path.addRoundedRect(in: box, cornerWidth: radius, cornerHeight: radius)
      case "el": path.addEllipse(in: box)
      case "sh": add(value(of: shape["ks"], frame), to: path)
      case "gr" where depth < Self.maxDepth:
        let items = shape["it"].list ?? []
        let values = items.last { $0["ty"].text == "tr" } ?? .null
        path.addPath(self.path(of: items[...], frame, depth: depth + 1), transform: transform(values, frame))
      default: break
      }
    }
    return path
  }

  /// Adds a Bézier path: points, and the distances of the control points before and after each.
  private func add(_ curve: JSON, to path: CGMutablePath) {
    let curve = curve.list?.first ?? curve
    func points(_ key: String) -> [CGPoint] {
      (curve[key].list ?? []).map { CGPoint(x: $0.numbers.first ?? 0, y: $0.numbers.dropFirst().first ?? 0) }
    }
    let (vertices, before, after) = (points("v"), points("i"), points("o"))
    guard let first = vertices.first, before.count == vertices.count, after.count == vertices.count else { return }
    path.move(to: first)
    let isClosed = curve["c"].number == 1
    for index in Array(vertices.indices.dropFirst()) + (isClosed ? [0] : []) {
      let last = index == 0 ? vertices.count - 1 : index - 1
      path.addCurve(
        to: vertices[index],
        control1: CGPoint(x: vertices[last].x + after[last].x, y: vertices[last].y + after[last].y),
        control2: CGPoint(x: vertices[index].x + before[index].x, y: vertices[index].y + before[index].y))
    }
    if isClosed { path.closeSubpath() }
  }

  // MARK: - Values

  private func color(of shape: JSON, _ frame: CGFloat, _ opacity: CGFloat) -> UIColor {
    // The stops of a gradient are an offset and three components each.
    let gradient = value(of: shape["g"]["k"], frame).numbers
    let parts = gradient.isEmpty ? value(of: shape["c"], frame).numbers : Array(gradient.dropFirst())
    guard parts.count >= 3 else { return .clear }
    return UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: opacity * percent(shape["o"], frame))
  }

  private func color(hexadecimal text: String, _ opacity: CGFloat) -> UIColor {
    let number = Int(text.dropFirst(), radix: 16) ?? 0
    func part(_ shift: Int) -> CGFloat { CGFloat(number >> shift & 255) / 255 }
    return UIColor(red: part(16), green: part(8), blue: part(0), alpha: opacity)
  }

  private func percent(_ property: JSON, _ frame: CGFloat) -> CGFloat {
    (value(of: property, frame).numbers.first ?? 100) / 100
  }

  private func number(_ property: JSON, _ frame: CGFloat) -> CGFloat { value(of: property, frame).numbers.first ?? 0 }

  private func pair(_ property: JSON, _ frame: CGFloat, default other: CGFloat) -> (CGFloat, CGFloat) {
    let numbers = value(of: property, frame).numbers
    return numbers.count >= 2 ? (numbers[0], numbers[1]) : (other, other)
  }

  /// The value of a property at a frame.
  private func value(of property: JSON, _ frame: CGFloat) -> JSON {
    let keyframes = (property["k"].list ?? []).filter { $0["t"].number != nil }
    guard let first = keyframes.first else { return property["k"] }
    let index = keyframes.lastIndex { CGFloat($0["t"].number ?? 0) <= frame }
    guard let index else { return first["s"] }
    let (keyframe, next) = (keyframes[index], index + 1 < keyframes.count ? keyframes[index + 1] : .null)
    // The last keyframe of older files has no value of its own.
    let start = keyframe["s"].list == nil && index > 0 ? keyframes[index - 1]["e"] : keyframe["s"]
    let end = keyframe["e"].list == nil ? next["s"] : keyframe["e"]
    let (from, to) = (start.numbers, end.numbers)
    guard keyframe["h"].number != 1, let nextTime = next["t"].number, let time = keyframe["t"].number, nextTime > time,
      from.count == to.count, !from.isEmpty
    else { return start }
    let part = (frame - CGFloat(time)) / CGFloat(nextTime - time)
    return .list(zip(from, to).map { .number(Double($0 + ($1 - $0) * part)) })
  }
}
