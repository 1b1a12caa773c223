internal import Foundation

extension HTMLRenderer {
  /// Writes an image.
  ///
  /// - Parameters:
  ///   - label: The alternative text; nil for decoration.
  ///   - box: The size of the view; nil if it is as large as the image.
  ///   - isFilled: Whether the image covers the view.
  func write(
    image: UIImage, cssClass: StaticString? = nil, label: String? = nil, in box: CGSize? = nil, isFilled: Bool = false
  ) {
    guard image.isShape else {
      write("<img")
      let dark = image.darkCSS(in: .unspecified)
      if cssClass != nil || dark != nil {
        write(" class=\"")
        if let cssClass { write(cssClass) }
        if let dark { write(text: " s\(styles.number(of: dark))") }
        write("\"")
      }
      writeSource(of: image, in: box, isFilled: isFilled)
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

  /// Writes images that are shown one after another.
  ///
  /// - Parameters:
  ///   - strip: The images side by side.
  ///   - image: The first of them.
  ///   - duration: Of all of them, in seconds.
  ///   - repeatCount: 0 for no end.
  func write(strip: UIImage, of count: Int, _ image: UIImage, duration: Double, repeatCount: Int, label: String?) {
    let number = styles.number(
      of: "width:\(CSS.px(image.size.width));max-width:100%;max-height:100%;place-self:center;"
        + "aspect-ratio:\(CSS.number(image.size.width))/\(CSS.number(image.size.height));"
        + "background:\(strip.cssURL) 0/\(count * 100)% 100%;animation:frames \(CSS.number(duration))s "
        + "steps(\(count),jump-none) \(repeatCount > 0 ? "\(repeatCount)" : "infinite");")
    write("<span class=\"s")
    write(text: "\(number)")
    write("\"")
    writeRole(ofImageWithLabel: label)
    write("></span>")
  }

  /// Writes an image whose edges keep their size.
  func write(stretched image: UIImage, cssClass: StaticString? = nil, label: String?) {
    let caps = image.capInsets
    let lengths = [caps.top, caps.right, caps.bottom, caps.left].map { max(0, $0) }
    // Of the file, whatever its size is.
    let sides = [image.size.height, image.size.width, image.size.height, image.size.width]
    let slices = zip(lengths, sides).map { $1 > 0 ? "\(CSS.number($0 / $1 * 100))%" : CSS.number($0 * image.scale) }
      .joined(separator: " ")
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
