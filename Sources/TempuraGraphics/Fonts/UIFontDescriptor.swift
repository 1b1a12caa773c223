public import Foundation

/// The attributes by which a font is selected.
open class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
  // Safe because all stored properties are constants. The attributes of an app are values such as strings and numbers.

  let fontFace: SizelessFont
  private let size: CGFloat
  private let others: [AttributeName: Any]

  init(face: SizelessFont, size: CGFloat, others: [AttributeName: Any] = [:]) {
    fontFace = face
    self.size = size.isFinite ? min(max(size, 0), 1e5) : 0
    self.others = others
    super.init()
  }

  /// Makes a descriptor of attributes. Of those, a page shows family, name, size, face, weight, slant and symbolic traits.
  public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
    self.init(
      face: Self.face(of: attributes, from: SizelessFont()), size: attributes[.size].flatMap(TextAttribute.length) ?? 0,
      others: attributes.filter { !Self.shownAttributes.contains($0.key) })
  }

  /// - Parameters:
  ///   - fontName: The PostScript name of the font. If there is no such font, the system font.
  ///   - size: The size in points.
  public convenience init(name fontName: String, size: CGFloat) {
    self.init(face: SizelessFont(name: fontName) ?? SizelessFont(), size: size)
  }

  /// The size in points; 0 if none is given.
  public final var pointSize: CGFloat { size }

  /// The PostScript name of the font.
  public final var postscriptName: String { fontFace.fontName }

  public final var fontAttributes: [AttributeName: Any] {
    var attributes = others
    attributes[.family] = fontFace.familyName
    attributes[.name] = fontFace.fontName
    attributes[.size] = size
    attributes[.traits] = [
      TraitKey.weight: fontFace.weight.rawValue, .symbolic: symbolicTraits.rawValue,
      .slant: fontFace.isItalic ? 0.07 : CGFloat(0),
    ]
    return attributes
  }

  public final func object(forKey attribute: AttributeName) -> Any? { fontAttributes[attribute] }

  public final var symbolicTraits: SymbolicTraits {
    var traits: SymbolicTraits = []
    if fontFace.isItalic { traits.insert(.traitItalic) }
    if fontFace.isBold { traits.insert(.traitBold) }
    if fontFace.design == .monospaced { traits.insert(.traitMonoSpace) }
    return traits
  }

  // MARK: - Descriptors that differ in one attribute

  public final func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    let others = attributes.filter { !Self.shownAttributes.contains($0.key) }
    return UIFontDescriptor(
      face: Self.face(of: attributes, from: fontFace),
      size: attributes[.size].flatMap(TextAttribute.length) ?? size,
      others: self.others.merging(others) { $1 })
  }

  /// Returns the descriptor of the family's font with these traits; nil if the app ships the family without such a font.
  public final func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    var face = fontFace
    let isBold = symbolicTraits.contains(.traitBold)
    let weight = isBold == face.isBold ? face.weight : isBold ? .semibold : .regular
    if symbolicTraits.contains(.traitMonoSpace), face.named == nil { face.design = .monospaced }
    return face.with(weight: weight, isItalic: symbolicTraits.contains(.traitItalic)).map(with)
  }

  public final func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(face: fontFace, size: newPointSize, others: others)
  }

  public final func withFamily(_ newFamily: String) -> UIFontDescriptor {
    with(Self.face(of: [.family: newFamily], from: fontFace))
  }

  /// - Parameter newFace: The name of a style, such as "Bold Italic".
  public final func withFace(_ newFace: String) -> UIFontDescriptor {
    with(Self.face(of: [.face: newFace], from: fontFace))
  }

  /// Returns the system font in another design; nil for fonts with a name.
  public final func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
    guard fontFace.named == nil else { return nil }
    var face = fontFace
    face.design = design
    return with(face)
  }

  private func with(_ face: SizelessFont) -> UIFontDescriptor {
    UIFontDescriptor(face: face, size: size, others: others)
  }

  // MARK: - NSObject

  /// Returns the descriptor itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  override open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFontDescriptor else { return false }
    return fontFace == other.fontFace && size == other.size && Set(others.keys) == Set(other.others.keys)
  }

  override open var hash: Int { Hasher.hash(fontFace, size) }
}

// MARK: - Text styles

extension UIFontDescriptor {
  /// Returns the descriptor of a text style's font.
  public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }

  /// Returns the descriptor of a text style's font at the content size category of the traits.
  public static func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection).fontDescriptor
  }
}

// MARK: - Attributes

extension UIFontDescriptor {
  /// The name of an attribute.
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let family = AttributeName("NSFontFamilyAttribute")
    public static let name = AttributeName("NSFontNameAttribute")
    public static let face = AttributeName("NSFontFaceAttribute")
    public static let size = AttributeName("NSFontSizeAttribute")
    public static let visibleName = AttributeName("NSFontVisibleNameAttribute")
    /// A dictionary of `TraitKey`.
    public static let traits = AttributeName("NSCTFontTraitsAttribute")
    public static let textStyle = AttributeName("NSCTFontUIUsageAttribute")
    // No effect on a page:
    public static let matrix = AttributeName("NSFontMatrixAttribute")
    public static let characterSet = AttributeName("NSCTFontCharacterSetAttribute")
    public static let cascadeList = AttributeName("NSCTFontCascadeListAttribute")
    public static let fixedAdvance = AttributeName("NSCTFontFixedAdvanceAttribute")
    public static let featureSettings = AttributeName("NSCTFontFeatureSettingsAttribute")
  }

  /// The name of a trait.
  public struct TraitKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The raw value of `SymbolicTraits`.
    public static let symbolic = TraitKey("NSCTFontSymbolicTrait")
    /// The raw value of a `UIFont.Weight`, or the weight itself.
    public static let weight = TraitKey("NSCTFontWeightTrait")
    public static let width = TraitKey("NSCTFontProportionTrait")
    /// A number. The font is italic if it is positive.
    public static let slant = TraitKey("NSCTFontSlantTrait")
  }

  /// The key of a feature of a font.
  public struct FeatureKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let featureIdentifier = FeatureKey("CTFeatureTypeIdentifier")
    public static let typeIdentifier = FeatureKey("CTFeatureTypeIdentifier")
    public static let selector = FeatureKey("CTFeatureSelectorIdentifier")
  }

  /// A design of the system font.
  public enum SystemDesign: String, Sendable {
    case `default` = "NSCTFontUIFontDesignDefault"
    case serif = "NSCTFontUIFontDesignSerif"
    case rounded = "NSCTFontUIFontDesignRounded"
    case monospaced = "NSCTFontUIFontDesignMonospaced"
  }

  /// The traits of a font. A page shows italic, bold and monospaced ones.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
    public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
    public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
    public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    public static let traitVertical = SymbolicTraits(rawValue: 1 << 11)
    public static let traitUIOptimized = SymbolicTraits(rawValue: 1 << 12)
    public static let traitTightLeading = SymbolicTraits(rawValue: 1 << 15)
    public static let traitLooseLeading = SymbolicTraits(rawValue: 1 << 16)
  }

  private static let shownAttributes: Set<AttributeName> = [.family, .name, .face, .size, .traits]

  /// The face that attributes describe. Another face provides what they leave out.
  private static func face(of attributes: [AttributeName: Any], from start: SizelessFont) -> SizelessFont {
    var face = start
    if let family = attributes[.family] as? String, let named = SizelessFont(name: family) {
      face = named.with(weight: start.weight, isItalic: start.isItalic) ?? named
    }
    if let name = attributes[.name] as? String, let named = SizelessFont(name: name) { face = named }
    var (weight, isItalic) = (face.weight, face.isItalic)
    if let style = attributes[.face] as? String {
      let parts = NameParts("-\(style.replacing(" ", with: ""))")
      (weight, isItalic) = (UIFont.Weight(css: parts.weight), parts.isItalic)
    }
    if let traits = attributes[.traits] as? [TraitKey: Any] {
      if let value = traits[.symbolic], let number = TextAttribute.number(value) {
        let symbolic = SymbolicTraits(rawValue: UInt32(min(max(number, 0), Double(UInt32.max))))
        if symbolic.contains(.traitBold) { weight = .semibold }
        isItalic = isItalic || symbolic.contains(.traitItalic)
      }
      if let value = traits[.weight] as? UIFont.Weight { weight = value }
      if let number = traits[.weight].flatMap(TextAttribute.number) { weight = UIFont.Weight(CGFloat(number)) }
      if let slant = traits[.slant].flatMap(TextAttribute.number), slant > 0 { isItalic = true }
    }
    return face.with(weight: weight, isItalic: isItalic) ?? face
  }
}
