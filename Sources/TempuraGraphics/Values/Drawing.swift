internal import Foundation
internal import Pictures
internal import TextLayout

/// What was drawn, as the content of an SVG.
package struct Drawing: Hashable, Sendable {
  /// The size in points.
  var size: CGSize
  /// The elements. In the ids of definitions, `idMark` stands for a text that makes them unique in the page.
  var markup = ""
  var definitions = ""
  /// The pictures that it shows. Its markup names them: see ``Picture/reference(width:isLying:)``.
  var parts: [Picture] = []
  var texts: [DrawnText] = []

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
  static let fileStart = PictureFormat.drawingStart

  /// The SVG for what draws pixels: without fonts, in the light appearance, and with the colours of SVG 1.1.
  var pixelFile: String {
    let outlined = file.replacing(/<text data-text="([0-9]+)".*?<\/text>/.dotMatchesNewlines()) { match in
      Int(match.1).flatMap { texts.indices.contains($0) ? texts[$0].outlines : nil } ?? ""
    }
    // The colours have up to two levels of brackets.
    return outlined.replacing(/light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/) { $0.1 }
      .replacing("var(--tint)", with: UIColor.systemBlue.light.css)
      .replacing(/color\(display-p3 ([0-9.]+) ([0-9.]+) ([0-9.]+)(?: \/ ([0-9.]+))?\)/) { match in
        let channels = [match.1, match.2, match.3].map { "\((Double($0) ?? 0) * 100)%" }.joined(separator: " ")
        return "rgb(\(channels) / \(match.4 ?? "1"))"
      }
  }

  /// The drawing as a picture, which a page names.
  var picture: Picture { picture(of: parts.isEmpty ? file : pixelFile) }

  /// The drawing as a picture that has its pixels made.
  var pixelPicture: Picture { picture(of: pixelFile) }

  private func picture(of file: String) -> Picture {
    Picture.drawing(Data(file.utf8), size: (Double(size.width), Double(size.height)), of: parts)
  }

  /// The SVG as a part of a page.
  ///
  /// - Parameter id: A text that makes ids unique in the page.
  package func inline(id: String) -> String {
    var content = content.replacing(Self.idMark, with: id)
    if !parts.isEmpty {
      content =
        (try? Picture.replacingReferences(in: content) { named in
          let part = parts.first { $0.digest == named.digest }
          return part.map { Graphics.pageURL(of: $0, width: named.width) } ?? ""
        }) ?? ""
    }
    return "<svg class=\"drawing\" viewBox=\"\(viewBox)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + "\(content)</svg>"
  }
}

/// One line of text in a drawing.
struct DrawnText: Hashable, Sendable {
  struct Part: Hashable, Sendable {
    let text: String
    let run: TextRun
    let color: String
  }

  let parts: [Part]
  /// The start of the baseline.
  let x, y: Double
  let transform: String

  /// The shapes of the letters, as SVG.
  var outlines: String {
    var x = x
    let paths = parts.map { part in
      let (path, width) = TextLayout.outline(of: part.text, part.run)
      defer { x += width }
      return "<path transform=\"translate(\(CSS.number(x)) \(CSS.number(y)))\" fill=\"\(part.color)\" d=\"\(path)\"/>"
    }
    return "<g\(transform)>\(paths.joined())</g>"
  }
}
