internal import Foundation

extension HTMLRenderer {
  /// Writes an image.
  ///
  /// - Parameter label: The alternative text; nil for decoration.
  func write(image: UIImage, cssClass: StaticString? = nil, label: String? = nil) {
    guard image.isShape else {
      write("<img")
      let dark = image.darkCSS(in: .unspecified)
      if cssClass != nil || dark != nil {
        write(" class=\"")
        if let cssClass { write(cssClass) }
        if let dark { write(text: " s\(styles.number(of: dark))") }
        write("\"")
      }
      writeSource(of: image)
      write(attribute: "alt", label ?? "")
      return write(">")
    }
    write("<span class=\"icon ")
    if let cssClass {
      write(cssClass)
      write(" ")
    }
    if image.flipsForRightToLeftLayoutDirection { write("flips ") }
    write(text: "s\(styles.number(of: image.css))")
    write("\"")
    writeRole(ofImageWithLabel: label)
    write("></span>")
  }

  /// Writes the attributes of an element that shows an image but is no `img`.
  private func writeRole(ofImageWithLabel label: String?) {
    guard let label else { return write(" aria-hidden=\"true\"") }
    write(" role=\"img\"")
    write(attribute: "aria-label", label)
  }

  /// Writes an image whose edges keep their size.
  func write(stretched image: UIImage, cssClass: StaticString? = nil, label: String?) {
    let caps = image.capInsets
    let lengths = [caps.top, caps.right, caps.bottom, caps.left].map { max(0, $0) }
    let slices = lengths.map { CSS.number($0 * image.scale) }.joined(separator: " ")
    let number = styles.number(
      of: "position:absolute;inset:0;border:0 solid transparent;border-image:\(image.cssURL) \(slices) fill / "
        + "\(lengths.map(CSS.rem).joined(separator: " ")) \(image.resizingMode == .tile ? "repeat" : "stretch");")
    write("<span class=\"")
    if let cssClass {
      write(cssClass)
      write(" ")
    }
    write(text: "s\(number)")
    write("\"")
    writeRole(ofImageWithLabel: label)
    write("></span>")
  }
}
