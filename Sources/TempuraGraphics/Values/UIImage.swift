internal import Basics
public import Foundation
package import HTML
internal import Pictures
internal import Synchronization

/// An image: a file in `Public/` or in an asset catalogue of the app, the data of an image, or what the app has drawn.
///
/// A page names images. It carries only the smallest ones, as `data:` URLs. What an app has loaded, drawn or got from a user has a URL
/// by its content, which the sessions read that show it, in the sizes that they show.
public final class UIImage: Equatable, Hashable, Sendable {
  /// Whether an image is drawn in its own colours or in one colour.
  public enum RenderingMode: Int, Sendable {
    /// Symbols are drawn in one colour, other images in their own colours.
    case automatic
    case alwaysOriginal
    /// The shape of the image is filled with the text colour of the superview.
    case alwaysTemplate
  }

  struct Properties: Hashable {
    var url: String
    var size = CGSize.zero
    var isSymbol = false
    var renderingMode = RenderingMode.automatic
    var tint: UIColor?
    var isFlippedForRightToLeft = false
    var symbolSize: CGFloat?
    var rare: Rare?
  }

  /// Properties that few images have.
  struct Rare: Hashable {
    var scale: CGFloat = 1
    var orientation = Orientation.up
    /// The URLs by scale, for the browser to choose from.
    var sources: [Source] = []
    /// The URLs in the dark appearance by scale; empty for those of the light one.
    var darkSources: [Source] = []
    /// The file that the app made the image of, or a large drawing.
    var picture: Picture?
    var drawing: Drawing?
    var capInsets = UIEdgeInsets.zero
    var alignmentInsets = UIEdgeInsets.zero
    var resizingMode = ResizingMode.tile
    var frames: [UIImage] = []
    var duration: TimeInterval = 0
  }

  struct Source: Hashable {
    var url: String
    var scale: CGFloat
  }

  /// The properties, shared by the images that the app loads from one file, so that images compare fast.
  private final class Storage: Sendable {
    let properties: Properties
    /// Whether it has none of the rare properties.
    let isPlain: Bool
    init(_ properties: Properties) { (self.properties, isPlain) = (properties, properties.rare == nil) }
  }

  /// A text that a class can keep, which many threads may set.
  private final class Label: Sendable {
    let text = Locked<String?>(nil)
  }

  // Few images have one.
  private let label = AtomicLazyReference<Label>()

  /// Whether all apps of the process have this object.
  private let isShared: Bool

  /// The text that an image view says to screen readers if it has no label of its own. It belongs to this object: images that
  /// are made of it have none. The label of a file's image belongs to the running app.
  public var accessibilityLabel: String? {
    get { isShared ? Graphics.host?.label(of: self) : label.load()?.text.withLock { $0 } }
    set {
      if isShared {
        Graphics.host?.setLabel(of: self, to: newValue)
        return
      }
      guard newValue != nil || label.load() != nil else { return }
      label.storeIfNil(Label()).text.withLock { $0 = newValue }
    }
  }

  private let storage: Storage
  var properties: Properties { storage.properties }

  private init(_ storage: Storage, isShared: Bool = false) { (self.storage, self.isShared) = (storage, isShared) }

  /// The same image as one object for all apps of the process.
  var shared: UIImage { UIImage(storage, isShared: true) }

  /// An image with the properties of another one.
  convenience init(_ image: UIImage) { self.init(image.storage) }

  convenience init(_ properties: Properties) { self.init(Storage(properties)) }

  /// The image of a file.
  convenience init(url: String, size: CGSize) { self.init(Properties(url: url, size: size)) }

  /// The image of a file of the user, at the URL `/files/NAME`. The app's `FileGuard` decides which users get it.
  ///
  /// - Parameter size: The size in points, if it is known.
  public convenience init(userFile name: String, size: CGSize = .zero) {
    self.init(url: Self.userFiles + PercentEncoding.encode(name), size: size)
  }

  private static let userFiles = "/files/"

  /// The symbol of the file `symbols/name.svg` in `Public/`. A small set of common symbols is included, and apps can add
  /// others. Only the shape of a symbol is used. A symbol in a shape, with a slash or with a badge is composed of its parts.
  /// The symbol with the beginning of its name, or else a box, stands for an unknown one, which is reported. Without a server, as in a unit test, every symbol exists.
  ///
  /// - Returns: nil for a name that no symbol of iOS can have.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

  /// A symbol in a size, which scales with the browser's text size.
  public convenience init?(systemName name: String, withConfiguration configuration: SymbolConfiguration?) {
    func isUsed(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: ".")
    }
    guard !name.isEmpty, name.utf8.allSatisfy(isUsed) else { return nil }
    let known = ComposedSymbol.image(of: name)
    let near = known == nil ? ComposedSymbol.near(name) : nil
    if known == nil {
      Misuse.report(
        "There is no symbol \(name), \(near?.name ?? "a box") stands for it: put a file symbols/\(name).svg into the app's "
          + "Public folder.")
    }
    let image = known ?? near?.image ?? ComposedSymbol.box
    // Foundation's search takes a hundred times as long.
    let isDirectional = strstr(name, "forward") != nil || strstr(name, "backward") != nil
    self.init(
      Properties(
        url: image.url, size: image.size, isSymbol: true, isFlippedForRightToLeft: isDirectional,
        symbolSize: configuration?.pointSize))
  }

  /// The image at a URL: a path on this server, or a `data:` URL.
  package convenience init(url: String) { self.init(Properties(url: url)) }

  /// The URL of the image: a path on this server, or a `data:` URL.
  package var url: String { properties.url }

  /// The size in points, which are CSS pixels: that of the upright picture; zero for a file whose size is unknown. A symbol is a quarter larger
  /// than the point size of its configuration.
  public var size: CGSize {
    guard properties.isSymbol, let length = properties.symbolSize else { return properties.size }
    return CGSize(width: 1.25 * length, height: 1.25 * length)
  }

  public var renderingMode: RenderingMode { properties.renderingMode }

  /// Whether the image is a symbol.
  public var isSymbolImage: Bool { properties.isSymbol }

  /// Whether the image is mirrored in right-to-left languages.
  public var flipsForRightToLeftLayoutDirection: Bool { properties.isFlippedForRightToLeft }

  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    changed { $0.renderingMode = renderingMode }
  }

  /// Returns the shape of the image in a colour.
  public func withTintColor(_ color: UIColor) -> UIImage { changed { $0.tint = color } }

  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    changed {
      $0.tint = color
      $0.renderingMode = renderingMode
    }
  }

  /// Returns the symbol in the size of a configuration.
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    changed { $0.symbolSize = (configuration as? SymbolConfiguration)?.pointSize ?? $0.symbolSize }
  }

  /// Returns the symbol in the size of a configuration.
  public func withConfiguration(_ configuration: SymbolConfiguration) -> UIImage {
    changed { $0.symbolSize = configuration.pointSize ?? $0.symbolSize }
  }

  /// Returns the symbol in the size of a configuration.
  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    withConfiguration(configuration)
  }

  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { changed { $0.isFlippedForRightToLeft = true } }

  func changed(_ change: (inout Properties) -> Void) -> UIImage {
    var properties = properties
    change(&properties)
    return UIImage(properties)
  }

  public static func == (left: UIImage, right: UIImage) -> Bool {
    if left.storage === right.storage { return true }
    // Most images differ in it. It is compared without a copy of the other properties.
    return left.storage.properties.url == right.storage.properties.url && left.properties == right.properties
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(properties) }
}

// MARK: - HTML

extension UIImage {
  /// Whether the image is drawn as a shape that is filled with one colour.
  package var isShape: Bool {
    if properties.tint != nil { return true }
    return switch properties.renderingMode {
    case .automatic: properties.isSymbol
    case .alwaysOriginal: false
    case .alwaysTemplate: true
    }
  }

  /// The CSS declarations of the element that shows the shape.
  package var css: String {
    var css = "--image:\(cssURL);"
    if let tint = properties.tint { css += "color:\(tint.css);" }
    if let size = properties.symbolSize {
      css += "font-size:\(CSS.rem(size));"
    } else if !properties.isSymbol, properties.size != .zero {
      css += "width:\(CSS.px(properties.size.width));height:\(CSS.px(properties.size.height));"
    }
    return css
  }

  /// Writes the attributes with the URLs of the image in a view.
  ///
  /// - Parameters:
  ///   - box: The size of the view; nil if it is as large as the image.
  ///   - isFilled: Whether the image covers the view.
  package func writeSource(into buffer: inout HTMLBuffer, in box: CGSize?, isFilled: Bool) {
    let isUserFile = storage.isPlain && properties.url.hasPrefix(Self.userFiles)
    let picture = isNamed ? properties.rare?.picture : storage.isPlain ? Graphics.picture(ofLarge: self, in: box) : nil
    guard picture != nil || isUserFile, size.width > 0, size.height > 0 else {
      if storage.isPlain, let attribute = Graphics.host?.images?.attribute(ofURL: properties.url) {
        return buffer.append(markup: attribute)
      }
      buffer.append(attribute: "src", pageURL)
      if let sourceSet { buffer.append(attribute: "srcset", sourceSet) }
      return
    }
    var width = size.width
    if let box, box.width > 0, box.height > 0 {
      let (across, down) = (box.width, box.height * size.width / size.height)
      width = isFilled ? max(across, down) : min(across, down)
    }
    let widths = [1, 2, 3].map { step(width * $0, of: picture) }
    let urls =
      picture.map { Graphics.pageURLs(of: $0, widths: widths) }
      ?? widths.map { "\(Graphics.pageURL(of: properties.url))?width=\($0)" }
    buffer.append(attribute: "src", urls[0])
    if widths[2] > widths[0] {
      buffer.append(attribute: "srcset", "\(urls[0]), \(urls[1]) 2x, \(urls[2]) 3x")
    }
    // So that nothing moves when it has come.
    buffer.append(attribute: "width", CSS.number(width.rounded(.up)))
    buffer.append(attribute: "height", CSS.number((width * size.height / size.width).rounded(.up)))
    buffer.append(" loading=\"lazy\" decoding=\"async\"")
  }

  /// The URL of the whole image as a file to save, in a format that all programs read, and a name for it.
  package var download: (url: String, name: String) {
    let picture = isNamed ? properties.rare?.picture : nil
    if let picture, !picture.isDrawing, picture.header.format != .gif {
      let url = Graphics.pageURL(of: picture, width: wholeWidth)
      return (url.hasPrefix("data:") ? url : "\(url).jpg", picture.isOpaque ? "image.jpeg" : "image.png")
    }
    let url = pageURL
    if picture == nil, !url.hasPrefix("data:") {
      return (url, String(url.prefix { $0 != "?" }.split(separator: "/").last ?? "image"))
    }
    let type = picture?.header.format.mediaType ?? String(url.dropFirst(5).prefix { $0 != ";" && $0 != "," })
    return (url, "image.\(type.dropFirst("image/".count).prefix { $0 != "+" })")
  }

  /// In pixels. A file for a browser can have no more.
  private var wholeWidth: Int { min(max(Int((size.width * scale).saneLength.rounded()), 1), 16_384) }

  /// Returns the width in which a page asks for a picture: the next one, at most an eighth larger, so that few files are made.
  ///
  /// - Parameter width: In pixels.
  private func step(_ width: CGFloat, of picture: Picture?) -> Int {
    // What is drawn of shapes alone is sharp in every size.
    let whole = picture?.isDrawing == true ? 16_384 : wholeWidth
    guard width.isFinite, width < CGFloat(whole) else { return whole }
    return min(Picture.step(Int(width.rounded(.up))), whole)
  }

  /// Whether pages name the image by its content.
  private var isNamed: Bool { !storage.isPlain && properties.url.hasPrefix(Self.namedScheme) }

  /// Begins the URLs of images that pages name by their content.
  static let namedScheme = "picture:"

  /// The URL of the image by itself.
  private var pageURL: String {
    guard isNamed, let picture = properties.rare?.picture else { return Graphics.pageURL(of: properties.url) }
    return Graphics.pageURL(of: picture, width: step(size.width * 2, of: picture))
  }

  /// The files for the densities of screens, as the attribute `srcset` of an image; nil if there is one file.
  package var sourceSet: String? {
    guard let sources = properties.rare?.sources, sources.count > 1 else { return nil }
    return sources.map { "\(Graphics.pageURL(of: $0.url)) \(CSS.number($0.scale))x" }.joined(separator: ", ")
  }

  /// The declarations that show the image's file for the dark appearance; nil if they are not needed.
  ///
  /// - Parameter style: The appearance that the app set for the view. If it is unspecified, the browser's preference counts.
  package func darkCSS(in style: UIUserInterfaceStyle) -> String? {
    guard style != .light, let sources = properties.rare?.darkSources, let largest = sources.last else { return nil }
    let set = sources.map { "\(Self.cssURL($0.url)) \(CSS.number($0.scale))x" }.joined(separator: ",")
    // The first declaration is for browsers that know no sets of images.
    let css = "content:\(Self.cssURL(largest.url));content:image-set(\(set));"
    // The rule is nested (CSS Nesting Module, section 2.3), because it is a part of the declarations of a class.
    return style == .dark ? css : "@media (prefers-color-scheme:dark){\(css)}"
  }

  /// The image as a value in CSS.
  package var cssURL: String { Self.css(ofURL: pageURL) }

  /// The declarations that stretch the image over an element.
  package var backgroundCSS: String { "background-image:\(cssURL);background-size:100% 100%;" }

  static func cssURL(_ url: String) -> String { css(ofURL: Graphics.pageURL(of: url)) }

  private static func css(ofURL url: String) -> String { "url(\"\(escaped(url))\")" }

  /// Percent-encodes the characters that would end a CSS string or the style element.
  private static func escaped(_ url: String) -> String {
    let isEscaped = url.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0xC: true
      default: false
      }
    }
    guard isEscaped else { return url }
    return url.replacing("\"", with: "%22").replacing("\\", with: "%5C").replacing("<", with: "%3C")
      .split(whereSeparator: \.isNewline).joined()
  }
}
