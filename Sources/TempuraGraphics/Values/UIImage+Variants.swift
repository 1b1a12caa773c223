public import Foundation
internal import TempuraLocalization

/// Makes images by their names: UIImage, whose own initialisers could not return an object that exists already.
public protocol ImageByName {}

extension UIImage: ImageByName {}

extension ImageByName {
  /// The image of a file in `Public/`, or of an image set in an asset catalogue. As on a phone, there is one object for each
  /// name.
  ///
  /// - Parameter name: The path of the file. Its extension may be left out if it is svg, png, webp or jpg. Or the name of an
  ///   image set.
  /// - Returns: nil if there is no such image. Without a server, as in a unit test, every image exists.
  @inlinable  // so that the cast takes no time
  public init?(named name: String) {
    guard let image = UIImage.find(name) as? Self else { return nil }
    self = image
  }

  /// The image of an image set in the asset catalogues of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: nil or the main one for all bundles of the app.
  ///   - traitCollection: Not used: the browser selects the scale and the appearance.
  public init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    let own = bundle.flatMap { $0.isMain ? nil : AssetLibrary.image(named: name, in: $0) }
    guard let image = (own ?? UIImage.find(name)) as? Self else { return nil }
    self = image
  }

  public init?(named name: String, in bundle: Bundle?, with configuration: UIImage.Configuration?) {
    self.init(named: name, in: bundle, compatibleWith: nil)
  }
}

extension UIImage {
  public static var actions: UIImage { filled("ellipsis") }
  public static var add: UIImage { filled("plus") }
  public static var remove: UIImage { filled("minus") }
  public static var checkmark: UIImage { filled("checkmark") }
  public static var strokedCheckmark: UIImage { filled("checkmark") }
  private static func filled(_ name: String) -> UIImage { UIImage(systemName: "\(name).circle.fill") ?? UIImage() }

  @usableFromInline static func find(_ name: String) -> UIImage? {
    let catalog = Graphics.host?.images
    if let image = catalog?.image(named: name) ?? AssetLibrary.image(named: name) { return image }
    return catalog == nil ? UIImage(url: "/\(name)") : nil
  }

  public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) {
    self.init(systemName: name)
  }

  // MARK: - Stretching

  /// Returns an image whose edges keep their size when a larger view shows it.
  ///
  /// - Parameter capInsets: The edges, in points.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }

  public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
    rarelyChanged {
      $0.capInsets = EdgeLengths(capInsets)
      $0.resizingMode = resizingMode
    }
  }

  public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
    let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
    let insets = UIEdgeInsets(
      top: top, left: left, bottom: max(0, size.height - top - 1), right: max(0, size.width - left - 1))
    return resizableImage(withCapInsets: insets, resizingMode: .stretch)
  }

  public var capInsets: UIEdgeInsets { properties.rare?.capInsets.insets ?? .zero }
  public var resizingMode: ResizingMode { properties.rare?.resizingMode ?? .tile }

  /// Returns an image with edges that constraints do not count. Pages count them.
  public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
    rarelyChanged { $0.alignmentInsets = EdgeLengths(alignmentInsets) }
  }

  public var alignmentRectInsets: UIEdgeInsets { properties.rare?.alignmentInsets.insets ?? .zero }

  private func rarelyChanged(_ change: (inout Rare) -> Void) -> UIImage {
    changed {
      var rare = $0.rare ?? Rare()
      change(&rare)
      $0.rare = rare
    }
  }

  /// Whether the image has edges that keep their size.
  package var hasCaps: Bool { properties.rare.map { $0.capInsets != EdgeLengths() } ?? false }

  // MARK: - Animated images

  /// An image that shows the first of several images: pages do not animate them. Animated GIF and WebP files move.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    images.first?.rarelyChanged {
      $0.frames = images
      $0.duration = duration
    }
  }

  public var images: [UIImage]? { properties.rare.flatMap { $0.frames.isEmpty ? nil : $0.frames } }
  public var duration: TimeInterval { properties.rare?.duration ?? 0 }

  // MARK: - Preparing

  /// Returns the image: the browser decodes it.
  public func preparingForDisplay() -> UIImage? { self }

  public func prepareForDisplay(completionHandler: (UIImage?) -> Void) { completionHandler(self) }

  /// Returns the image in a size. The browser scales it.
  public func preparingThumbnail(of size: CGSize) -> UIImage? {
    UIGraphicsImageRenderer(size: size).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
  }
}

extension UIImage {
  /// What an image is made for.
  public class Configuration: @unchecked Sendable {
    // Safe because the only subclass has constants.
  }

  /// How bold a symbol is. The symbols of pages have one weight.
  public enum SymbolWeight: Int, Sendable {
    case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// The size of a symbol in relation to the text beside it.
  public enum SymbolScale: Int, Sendable {
    case `default` = -1
    case unspecified, small, medium, large

    fileprivate var factor: CGFloat { self == .small ? 0.8 : self == .large ? 1.25 : 1 }
  }

  /// The size of a symbol. Symbols have no weights, and one colour.
  public final class SymbolConfiguration: Configuration, @unchecked Sendable {
    // Safe because all properties are constants.

    /// The size of the text beside the symbol, in points; nil for that of the view's text.
    let pointSize: CGFloat?

    init(size: CGFloat?) { pointSize = size }

    public convenience init(pointSize: CGFloat) { self.init(size: pointSize) }

    public convenience init(pointSize: CGFloat, weight: SymbolWeight) { self.init(size: pointSize) }

    public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
      self.init(size: pointSize * scale.factor)
    }

    public convenience init(font: UIFont) { self.init(size: font.pointSize) }

    public convenience init(font: UIFont, scale: SymbolScale) { self.init(size: font.pointSize * scale.factor) }

    public convenience init(textStyle: UIFont.TextStyle) {
      self.init(size: UIFont.preferredFont(forTextStyle: textStyle).pointSize)
    }

    public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
      self.init(size: UIFont.preferredFont(forTextStyle: textStyle).pointSize * scale.factor)
    }

    public convenience init(scale: SymbolScale) {
      self.init(size: scale == .large || scale == .small ? 17 * scale.factor : nil)
    }
    public convenience init(weight: SymbolWeight) { self.init(size: nil) }
    /// Symbols of pages have one colour: set a tint colour.
    public convenience init(hierarchicalColor: UIColor) { self.init(size: nil) }
    /// Symbols of pages have one colour: set a tint colour.
    public convenience init(paletteColors: [UIColor]) { self.init(size: nil) }

    public static let unspecified = SymbolConfiguration(size: nil)

    /// Returns the configuration with the values of another one where that has them.
    public func applying(_ other: SymbolConfiguration?) -> SymbolConfiguration {
      SymbolConfiguration(size: other?.pointSize ?? pointSize)
    }
  }
}
