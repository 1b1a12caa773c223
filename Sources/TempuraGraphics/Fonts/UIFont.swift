internal import Basics
public import Foundation
package import TextLayout

/// A font in a size and weight.
///
/// The system font is the built-in font, which the server can measure. It has the proportions of iOS's. Serif and monospaced
/// ones are the browser's on pages without frames.
open class UIFont: AttributeObject, NSCopying, @unchecked Sendable {
  // Safe because all stored properties are constants, and subclasses of an app are used in its session's turns.

  /// How bold a font is.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The weight on UIKit's scale from -1 to 1.
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)

    /// The weight on CSS's scale from 100 to 900.
    var css: Int {
      switch rawValue {
      case ..<(-0.7): 100
      case ..<(-0.5): 200
      case ..<(-0.2): 300
      case ..<0.15: 400
      case ..<0.27: 500
      case ..<0.35: 600
      case ..<0.5: 700
      case ..<0.6: 800
      default: 900
      }
    }

    private static let all = [ultraLight, thin, light, regular, medium, semibold, bold, heavy, black]

    /// - Parameter css: The weight on CSS's scale.
    init(css: Int) { self = Self.all[min(max((css + 50) / 100, 1), 9) - 1] }
  }

  /// The family, weight and slant.
  let face: SizelessFont

  /// The size in points at the default text size. Pages scale it with the browser's text size.
  public let pointSize: CGFloat

  /// The CSS declarations, each with a semicolon. Sizes are in rem, which scale with the browser's text size.
  package final let css: String

  /// The declarations of the lines of a label, with the leading of a text style between lines only.
  package final let linesCSS: String

  /// The font that the server measures.
  package final let textFont: TextFont

  /// - Parameter size: The size in points. A size that is not positive, or not a number, is the system's, as in UIKit.
  init(face: SizelessFont, size: CGFloat, leading: CGFloat = 0) {
    let size = size > 0 && size < 1e5 ? size : UIFont.systemFontSize
    self.face = face
    pointSize = size
    css = "font-size:\(CSS.rem(size));" + face.css
    textFont = TextFont(
      family: face.measuredFamily, size: Double(size), weight: face.weight.css, isItalic: face.isItalic,
      leading: Double(leading))
    let distance = "line-height:\(CSS.rem(textFont.lineHeight + textFont.leading));"
    linesCSS = leading > 0 ? distance + "text-box:trim-both text;" : distance
  }

  /// The font with a name; nil if the app does not ship the font, and it is in no usual family of iOS.
  ///
  /// Fonts of iOS that the app does not ship look like the system font in their weight and slant.
  ///
  /// - Parameters:
  ///   - fontName: The PostScript name, such as `Avenir-Heavy`, or the name of a family.
  ///   - fontSize: The size in points at the default text size.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard let face = SizelessFont(name: fontName) else {
      Misuse.report(
        "There is no font \(fontName): add its .ttf or .otf file to the app's resources, or use another name.")
      return nil
    }
    self.init(face: face, size: fontSize)
  }

  /// The font of a descriptor.
  ///
  /// - Parameter pointSize: The size in points; 0 for that of the descriptor.
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    self.init(face: descriptor.fontFace, size: pointSize > 0 ? pointSize : descriptor.pointSize)
  }

  public final func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(face: face, size: fontSize) }

  /// Returns the font itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether an object is a font of the same size, family, weight and slant.
  override open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return self === other
      || (pointSize == other.pointSize && face == other.face && textFont.leading == other.textFont.leading)
  }

  override open var hash: Int { Hasher.hash(pointSize, face) }

  override open var description: String { "<UIFont: \(fontName) \(CSS.number(pointSize)) pt>" }
}

// MARK: - System fonts

extension UIFont {
  /// The sizes of iOS for texts without a style, in points.
  public static var systemFontSize: CGFloat { 14 }
  public static var smallSystemFontSize: CGFloat { 12 }
  public static var labelFontSize: CGFloat { 17 }
  public static var buttonFontSize: CGFloat { 18 }

  public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    let key = SystemFont(size: fontSize, weight: weight.rawValue)
    if let known = known.withLock({ $0[key] }) { return known }
    let font = UIFont(face: SizelessFont(weight: weight), size: fontSize)
    known.withLock { known in
      if known.count >= maxKnown { known = [:] }
      known[key] = font
    }
    return font
  }

  private struct SystemFont: Hashable {
    let size, weight: CGFloat
  }

  // Fonts that were made before: an app has few, and asks for them with each launch. Values that are not a number are never
  // found, which makes a new font.
  private static let known = Locked<[SystemFont: UIFont]>([:])
  private static let maxKnown = 500

  /// - Parameter width: No effect: a page has one width of the system font.
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight, width: Width) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }

  /// The system font in semibold, as on iOS.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .semibold)
  }

  public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(face: SizelessFont(isItalic: true), size: fontSize)
  }

  /// The system font with digits of one width.
  public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(face: SizelessFont(design: .default, hasTabularDigits: true, weight: weight), size: fontSize)
  }

  /// A font with characters of one width. On pages with frames it is the built-in font, with digits of one width.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(face: SizelessFont(design: .monospaced, weight: weight), size: fontSize)
  }

  /// How wide the characters of a font are.
  public struct Width: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let compressed = Width(rawValue: -0.3)
    public static let condensed = Width(rawValue: -0.2)
    public static let standard = Width(rawValue: 0)
    public static let expanded = Width(rawValue: 0.2)
  }
}

// MARK: - Measures

extension UIFont {
  /// The distance of the top of a line from the baseline, in points.
  public final var ascender: CGFloat { textFont.exactAscent }

  /// The distance of the bottom of a line from the baseline, in points: negative, because it lies below.
  public final var descender: CGFloat { ascender + textFont.lineGap - lineHeight }

  /// The height of capital letters, in points.
  public final var capHeight: CGFloat { textFont.capHeight }

  /// The height of a small x, in points.
  public final var xHeight: CGFloat { textFont.xHeight }

  /// The gap between two lines, in points. That of a font file is a part of the line height, that of a text style is not.
  public final var leading: CGFloat { textFont.leading > 0 ? textFont.leading : textFont.lineGap }

  /// The height of a line, in points.
  public final var lineHeight: CGFloat { textFont.exactLineHeight }

  /// The height of a label of one line, in whole pixels of a phone.
  package final var labelHeight: CGFloat { textFont.lineHeight }

  /// The distance between lines, with the gap of a text style.
  package final var lineDistance: CGFloat { textFont.lineHeight + textFont.leading }

  public final var fontDescriptor: UIFontDescriptor { UIFontDescriptor(face: face, size: pointSize) }
}
