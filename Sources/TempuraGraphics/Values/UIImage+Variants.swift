public import Foundation

extension UIImage {
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
      $0.capInsets = capInsets
      $0.resizingMode = resizingMode
    }
  }

  public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
    let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
    let insets = UIEdgeInsets(
      top: top, left: left, bottom: max(0, size.height - top - 1), right: max(0, size.width - left - 1))
    return resizableImage(withCapInsets: insets, resizingMode: .stretch)
  }

  public var capInsets: UIEdgeInsets { properties.rare?.capInsets ?? .zero }
  public var resizingMode: ResizingMode { properties.rare?.resizingMode ?? .tile }

  /// Returns an image with edges that constraints do not count. Pages count them.
  public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
    rarelyChanged { $0.alignmentInsets = alignmentInsets }
  }

  public var alignmentRectInsets: UIEdgeInsets { properties.rare?.alignmentInsets ?? .zero }

  private func rarelyChanged(_ change: (inout Rare) -> Void) -> UIImage {
    changed {
      var rare = $0.rare ?? Rare()
      change(&rare)
      $0.rare = rare
    }
  }

  /// Whether the image has edges that keep their size.
  package var hasCaps: Bool { capInsets != .zero }

  // MARK: - Animated images

  /// An image that shows several images one after another, in an image view. Animated GIF files move by themselves.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    images.first?.rarelyChanged {
      $0.frames = images
      $0.duration = duration
    }
  }

  public var images: [UIImage]? { properties.rare.flatMap { $0.frames.isEmpty ? nil : $0.frames } }
  public var duration: TimeInterval { properties.rare?.duration ?? 0 }
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

    var factor: CGFloat { self == .small ? 0.8 : self == .large ? 1.25 : 1 }
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
