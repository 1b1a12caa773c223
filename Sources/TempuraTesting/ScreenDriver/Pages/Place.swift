internal import Foundation

/// What a style rule of a page says of the place of its elements. Lengths are in rem.
struct Place {
  var isHidden = false
  var isClipping = false
  /// Whether a transform moves the elements from their frame.
  var isMoved = false
  /// The frame in the view around them. Nil if the browser places them.
  var frame: CGRect?
  /// The width of a window that the server laid out.
  var windowWidth: CGFloat?

  /// Reads the rules that the server writes, which are for one class each.
  static func byClass(_ css: String) -> [Substring: Place] {
    var places: [Substring: Place] = [:]
    for rule in css.split(separator: "}") {
      let parts = rule.split(separator: "{", maxSplits: 1)
      guard parts.count == 2, let name = parts[0].split(whereSeparator: { $0 == "." || $0.isWhitespace }).first else {
        continue
      }
      places[name] = Place(parts[1])
    }
    return places
  }

  private init(_ declarations: Substring) {
    var lengths: [Substring: Double] = [:]
    for declaration in declarations.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch (parts[0], parts[1]) {
      case ("visibility", "hidden"): isHidden = true
      case ("overflow", "clip"): isClipping = true
      case ("translate", _), ("transform", _): isMoved = true
      case (let name, let value): lengths[name] = Double(value.hasSuffix("rem") ? value.dropLast(3) : value)
      }
    }
    windowWidth = lengths["--width"].map { CGFloat($0) }
    if let x = lengths["left"], let y = lengths["top"], let width = lengths["width"], let height = lengths["height"] {
      frame = CGRect(x: x, y: y, width: width, height: height)
    }
  }
}
