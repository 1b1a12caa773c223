public import Foundation

/// A picture of the app's, by its name in `Public/`.
public final class UIImage: Equatable, Hashable, Sendable {
  /// Whether a picture is drawn in its own colours or in one.
  public enum RenderingMode: Int, Sendable {
    /// Symbols are drawn in one colour, other pictures in their own.
    case automatic
    case alwaysOriginal
    /// The picture's shape is filled with the colour of what stands around it.
    case alwaysTemplate
  }

  private struct Look: Hashable {
    var url: String
    var size = CGSize.zero
    var isSymbol = false
    var renderingMode = RenderingMode.automatic
    var tint: UIColor?
    var isFlippedForRightToLeft = false
    var symbolSize: CGFloat?
  }

  /// What all images have in common that the app made of one file.
  private final class SharedLook: Sendable {
    let look: Look
    init(_ look: Look) { self.look = look }
  }

  private let shared: SharedLook
  private var look: Look { shared.look }

  private init(_ shared: SharedLook) { self.shared = shared }

  private convenience init(_ look: Look) { self.init(SharedLook(look)) }

  /// The image of a file.
  convenience init(url: String, size: CGSize) { self.init(Look(url: url, size: size)) }

  /// The image `name` of the app: a file of that name in `Public/`, whose ending, if it is not in the name, is one of
  /// svg, png, webp and jpg.
  ///
  /// - Returns: nil if there is no such file. Where no server runs, as in a unit test, there is one of any name.
  public convenience init?(named name: String) {
    let catalog = UIApplication.shared.images
    guard let image = catalog.map({ $0.image(named: name) }) ?? UIImage(url: "/\(name)") else { return nil }
    self.init(image.shared)
  }

  /// The symbol `name`: the file `symbols/name.svg` in `Public/`. There is a small set of the most usual ones; an app adds
  /// others, of which only the shape counts.
  ///
  /// - Returns: nil if there is no such file, which is reported. Where no server runs there is one of any name.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

  /// The same in a size. The text size of the browser scales it as a text of that size.
  public convenience init?(systemName name: String, withConfiguration configuration: SymbolConfiguration?) {
    let file = "symbols/\(name).svg"
    guard let image = UIImage(named: file) else {
      Misuse.report("There is no symbol \(name): put a file \(file) into the app's Public folder.")
      return nil
    }
    let isDirectional = name.contains("forward") || name.contains("backward")
    self.init(
      Look(
        url: image.url, size: image.size, isSymbol: true, isFlippedForRightToLeft: isDirectional,
        symbolSize: configuration?.pointSize))
  }

  /// The image at a URL: a path on this server, or a `data:` URL.
  package convenience init(url: String) { self.init(Look(url: url)) }

  /// Where the page finds it: a path on this server, or a `data:` URL.
  package var url: String { look.url }

  /// The size in points, which are CSS pixels, as far as the file says it: that of a PNG or SVG. Others have none.
  public var size: CGSize { look.size }

  public var renderingMode: RenderingMode { look.renderingMode }

  /// Whether this is one of the symbols.
  public var isSymbolImage: Bool { look.isSymbol }

  /// Whether the picture is mirrored where text runs from right to left.
  public var flipsForRightToLeftLayoutDirection: Bool { look.isFlippedForRightToLeft }

  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    changed { $0.renderingMode = renderingMode }
  }

  /// The same shape in a colour.
  public func withTintColor(_ color: UIColor) -> UIImage { changed { $0.tint = color } }

  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    changed {
      $0.tint = color
      $0.renderingMode = renderingMode
    }
  }

  /// The same symbol in a size.
  public func withConfiguration(_ configuration: SymbolConfiguration) -> UIImage {
    changed { $0.symbolSize = configuration.pointSize ?? $0.symbolSize }
  }

  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { changed { $0.isFlippedForRightToLeft = true } }

  private func changed(_ change: (inout Look) -> Void) -> UIImage {
    var look = look
    change(&look)
    return UIImage(look)
  }

  public static func == (left: UIImage, right: UIImage) -> Bool {
    left.shared === right.shared || left.look == right.look
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(look) }
}

extension UIImage {
  /// How large a symbol is. Its weight is that of its file.
  public final class SymbolConfiguration: Sendable {
    /// The size of the text that the symbol goes with, in points.
    let pointSize: CGFloat?

    public init(pointSize: CGFloat) { self.pointSize = pointSize }

    public init(font: UIFont) { pointSize = font.pointSize }
  }
}

// MARK: - HTML

extension UIImage {
  /// Whether only the shape counts, which is filled with a colour.
  package var isShape: Bool {
    if look.tint != nil { return true }
    return switch look.renderingMode {
    case .automatic: look.isSymbol
    case .alwaysOriginal: false
    case .alwaysTemplate: true
    }
  }

  /// The declarations in CSS of an element that is a shape.
  package var css: String {
    var css = "--image:url(\"\(Self.escaped(look.url))\");"
    if let tint = look.tint { CSS.declare("color", tint.css, in: &css) }
    if let size = look.symbolSize {
      CSS.declare("font-size", CSS.rem(size), in: &css)
    } else if !look.isSymbol, look.size != .zero {
      css += "width:\(CSS.px(look.size.width));height:\(CSS.px(look.size.height));"
    }
    return css
  }

  /// What cannot stand in a string of a style sheet, or in a style element, is written as URLs do.
  private static func escaped(_ url: String) -> String {
    guard url.utf8.contains(where: { "\"\\<\n\r\u{C}".utf8.contains($0) }) else { return url }
    return url.replacing("\"", with: "%22").replacing("\\", with: "%5C").replacing("<", with: "%3C")
      .split(whereSeparator: \.isNewline).joined()
  }
}

extension HTMLRenderer {
  /// Writes a picture.
  ///
  /// - Parameter label: What it shows; nil for decoration.
  func write(image: UIImage, cssClass: StaticString? = nil, label: String? = nil) {
    guard image.isShape else {
      write("<img")
      if let cssClass {
        write(" class=\"")
        write(cssClass)
        write("\"")
      }
      write(attribute: "src", image.url)
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
    if let label {
      write(" role=\"img\"")
      write(attribute: "aria-label", label)
    } else {
      write(" aria-hidden=\"true\"")
    }
    write("></span>")
  }
}
