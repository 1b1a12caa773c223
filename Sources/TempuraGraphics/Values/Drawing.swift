internal import Foundation

/// What was drawn, as the content of an SVG.
package struct Drawing: Hashable, Sendable {
  /// The size in points.
  var size: CGSize
  /// The elements. In the ids of definitions, `idMark` stands for a text that makes them unique in the page.
  var markup = ""
  var definitions = ""

  static let idMark = "\u{1}"

  package var isEmpty: Bool { markup.isEmpty }

  /// The blend modes that CSS has.
  static let blendModes = [
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "soft-light", "hard-light",
    "difference", "exclusion", "hue", "saturation", "color", "luminosity",
  ]

  private var viewBox: String { "0 0 \(CSS.number(size.width)) \(CSS.number(size.height))" }

  private var content: String {
    definitions.isEmpty ? markup : "<defs>\(definitions)</defs>\(markup)"
  }

  /// The SVG as a file of its own. What shows the file decides whether it is stretched.
  var file: String {
    // The colours follow the appearance of the page.
    var styles = ":root{color-scheme:light dark;--tint:\(UIColor.systemBlue.css)}"
    for mode in Self.blendModes where markup.contains("blend-\(mode)\"") {
      styles += ".blend-\(mode){mix-blend-mode:\(mode)}"
    }
    return Self.fileStart
      + " width=\"\(CSS.number(size.width))\" height=\"\(CSS.number(size.height))\" viewBox=\"\(viewBox)\" "
      + "preserveAspectRatio=\"none\"><style>\(styles)</style>\(content.replacing(Self.idMark, with: "d"))</svg>"
  }

  /// How the files of drawings begin. `UIImage(data:)` refuses other SVG files, because they may contain anything.
  static let fileStart = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-drawing=\"\""

  /// The SVG as a part of a page.
  ///
  /// - Parameter id: A text that makes ids unique in the page.
  package func inline(id: String) -> String {
    "<svg class=\"drawing\" viewBox=\"\(viewBox)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + "\(content.replacing(Self.idMark, with: id))</svg>"
  }
}
