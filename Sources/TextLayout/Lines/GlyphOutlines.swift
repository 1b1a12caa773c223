internal import CHarfBuzz

extension TextLayout {
  /// Returns the shape of one line of text as the data of an SVG path, for what draws without fonts, and its width. The baseline
  /// begins at the origin.
  package static func outline(of text: String, _ run: TextRun) -> (path: String, width: Double) {
    let shaped = ShapedText(text, runs: [run])
    var pen = Pen()
    for segment in shaped.segments.inVisualOrder {
      let tracking = shaped.style(at: segment.range.lowerBound)?.tracking ?? 0
      shaped.units.withUnsafeBufferPointer { units in
        Shaper.shapeGlyphs(units, segment.range, of: segment) { info, position in
          pen.origin = (pen.x + position.x_offset, position.y_offset)
          pen.draw(info.pointee.codepoint, of: segment.font)
          pen.x += position.x_advance + (position.x_advance == 0 ? 0 : tracking)
        }
      }
    }
    return (pen.path, Double(pen.x) / 65536)
  }
}

extension [ShapedText.Segment] {
  /// The segments from left to right: those of a part that runs to the left are the other way round.
  fileprivate var inVisualOrder: [ShapedText.Segment] {
    reduce(into: []) { result, segment in
      let start = segment.isRightToLeft ? result.lastIndex { !$0.isRightToLeft }.map { $0 + 1 } ?? 0 : result.count
      result.insert(segment, at: start)
    }
  }
}

/// Writes the shapes of glyphs as a path. Lengths are points in 16.16 fixed point, and y grows upwards.
private struct Pen {
  var path = ""
  var x: Int32 = 0
  var origin: (x: Int32, y: Int32) = (0, 0)

  mutating func draw(_ glyph: UInt32, of font: SizedFont) {
    withUnsafeMutablePointer(to: &self) { hb_font_get_glyph_shape(font.font, glyph, Self.functions, $0) }
  }

  private mutating func add(_ command: String, _ numbers: Float...) {
    path += command
    for (index, number) in numbers.enumerated() {
      let isX = index.isMultiple(of: 2)
      let points = (Double(number) + Double(isX ? origin.x : origin.y)) / 65536
      // Hundredths of a point.
      path += "\(index == 0 ? "" : " ")\(((isX ? points : -points) * 100).rounded() / 100)"
    }
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Pen> {
    data!.assumingMemoryBound(to: Pen.self)
  }

  // Safe because the functions are immutable.
  nonisolated(unsafe) private static let functions: OpaquePointer = {
    let functions = hb_draw_funcs_create()!
    hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in Pen.at(data).pointee.add("M", x, y) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in Pen.at(data).pointee.add("L", x, y) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      functions, { _, data, _, x1, y1, x, y, _ in Pen.at(data).pointee.add("Q", x1, y1, x, y) }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions, { _, data, _, x1, y1, x2, y2, x, y, _ in Pen.at(data).pointee.add("C", x1, y1, x2, y2, x, y) }, nil,
      nil)
    hb_draw_funcs_set_close_path_func(functions, { _, data, _, _ in Pen.at(data).pointee.path += "Z" }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
    return functions
  }()
}
