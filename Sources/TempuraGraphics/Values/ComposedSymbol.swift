internal import Foundation

/// Symbols without a file of their own, composed of others: `trash.circle.fill` is `trash` in a disc.
enum ComposedSymbol {
  private static let shapes = [
    "circle": #"<circle cx="12" cy="12" r="9.5"/>"#,
    "square": #"<rect x="3" y="3" width="18" height="18" rx="4"/>"#,
    "rectangle": #"<rect x="2" y="4.5" width="20" height="15" rx="3"/>"#,
    "octagon": #"<path d="M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8z"/>"#,
    "shield": #"<path d="M12 2.5l8 3v6c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10v-6z"/>"#,
  ]
  private static let line = "M4 3.5l16 17"

  /// What stands for an unknown symbol.
  static let box = picture(#"<rect x="4" y="4" width="16" height="16" rx="3.5"/>"#)

  /// Returns a symbol that has a file, or whose parts have one; else nil.
  static func image(of name: String) -> UIImage? {
    if let image = UIImage(named: "symbols/\(name).svg") { return image }
    let isFilled = name.hasSuffix(".fill")
    let base = isFilled ? String(name.dropLast(5)) : name
    let parts = base.split(separator: ".")
    guard let last = parts.last.map(String.init) else { return nil }
    func image(without count: Int) -> UIImage? {
      let rest = parts.dropLast(count).joined(separator: ".")
      return Self.image(of: isFilled ? "\(rest).fill" : rest)
    }
    if let shape = shapes[last] {
      let inner = parts.dropLast().joined(separator: ".")
      let content = (Self.image(of: inner) ?? letter(inner)).flatMap { element($0, x: 6, y: 6, size: 12) }
      guard let content = inner.isEmpty ? "" : content else { return nil }
      return picture(isFilled ? cutting(content, outOf: #"<g fill="black">\#(shape)</g>"#) : shape + content)
    }
    if last == "slash", let content = image(without: 1).flatMap({ element($0) }) {
      return picture(
        cutting(#"<path stroke-width="6" d="\#(line)"/>"#, outOf: content) + #"<path d="\#(line)"/>"#)
    }
    let isDot = last == "badge"
    if isDot || parts.dropLast().last == "badge", let content = image(without: isDot ? 1 : 2).flatMap({ element($0) }) {
      let badge = isDot ? nil : Self.image(of: last).flatMap { element($0, x: 13, y: 13, size: 11) }
      let dot = #"<circle cx="18.5" cy="\#(isDot ? 5.5 : 18.5)" r="4" fill="black" stroke="none"/>"#
      let hole = #"<circle cx="18.5" cy="\#(isDot ? 5.5 : 18.5)" r="6" fill="black"/>"#
      return picture(cutting(hole, outOf: content) + (badge ?? dot))
    }
    return isFilled ? Self.image(of: base) : UIImage(named: "symbols/\(name).fill.svg")
  }

  /// Returns the symbol of the longest beginning of a name; nil if there is none.
  static func near(_ name: String) -> (name: String, image: UIImage)? {
    let parts = name.split(separator: ".")
    return (1..<max(parts.count, 1)).reversed().lazy.map { parts.prefix($0).joined(separator: ".") }
      .compactMap { name in image(of: name).map { (name, $0) } }.first
  }

  /// A number or a letter.
  private static func letter(_ name: String) -> UIImage? {
    guard (1...2).contains(name.utf8.count) else { return nil }
    return picture(
      #"<text x="12" y="19.5" font-family="sans-serif" font-size="21" font-weight="600" text-anchor="middle" "#
        + #"fill="black" stroke="none">\#(name.uppercased())</text>"#)
  }

  private static func element(_ image: UIImage, x: Int = 0, y: Int = 0, size: Int = 24) -> String? {
    image.embeddedURL.map { #"<image href="\#($0)" x="\#(x)" y="\#(y)" width="\#(size)" height="\#(size)"/>"# }
  }

  private static func cutting(_ hole: String, outOf content: String) -> String {
    #"<mask id="m"><rect width="24" height="24" fill="white" stroke="none"/>\#(hole)</mask>"#
      + #"<g mask="url(#m)">\#(content)</g>"#
  }

  private static func picture(_ content: String) -> UIImage {
    let svg =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><g fill="none" stroke="black" "#
      + #"stroke-width="2" stroke-linecap="round" stroke-linejoin="round">\#(content)</g></svg>"#
    return UIImage(
      url: "data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())", size: CGSize(width: 24, height: 24))
  }
}
