internal import Foundation
internal import TextLayout

/// A font without its size: the system font in one of its designs, or a font with a name.
struct SizelessFont: Hashable, Sendable {
  var design = UIFontDescriptor.SystemDesign.default
  var hasTabularDigits = false
  var weight = UIFont.Weight.regular
  var isItalic = false
  /// The font with a name; nil for the system font.
  var named: NamedFont?

  init(
    design: UIFontDescriptor.SystemDesign = .default, hasTabularDigits: Bool = false, weight: UIFont.Weight = .regular,
    isItalic: Bool = false
  ) {
    (self.design, self.hasTabularDigits, self.weight, self.isItalic) = (design, hasTabularDigits, weight, isItalic)
  }

  init(_ font: NamedFont) {
    weight = UIFont.Weight(css: font.weight)
    isItalic = font.isItalic
    named = font
  }

  /// - Parameter name: A PostScript name, or the name of a family, which stands for its regular font.
  init?(name: String) {
    if let system = Self.systemFace(named: name) {
      self = system
    } else if let font = NamedFont.font(named: name) {
      self.init(font)
    } else {
      return nil
    }
  }

  var isBold: Bool { weight.rawValue >= UIFont.Weight.semibold.rawValue }

  /// Returns the face in another weight and slant; nil if a named family has none.
  func with(weight: UIFont.Weight, isItalic: Bool) -> SizelessFont? {
    var face = self
    (face.weight, face.isItalic) = (weight, isItalic)
    guard let named else { return face }
    guard let font = named.sibling(weight: weight.css, isItalic: isItalic) else { return nil }
    face.named = font
    return face
  }

  // MARK: - Names

  var familyName: String { named?.family ?? design.names.family }

  var fontName: String {
    if let named { return named.postScriptName }
    let style = weight == .regular && isItalic ? "" : Self.styleNames[weight.css / 100 - 1]
    return "\(design.names.font)-\(style)\(isItalic ? "Italic" : "")"
  }

  private static let styleNames = [
    "Ultralight", "Thin", "Light", "Regular", "Medium", "Semibold", "Bold", "Heavy", "Black",
  ]

  /// The system font by one of the names that `fontName` and `familyName` return.
  private static func systemFace(named name: String) -> SizelessFont? {
    guard name.hasPrefix(".") else { return nil }
    let parts = NameParts(name)
    let design = UIFontDescriptor.SystemDesign.all.first {
      parts.family == $0.names.font || parts.family == $0.names.family
    }
    return SizelessFont(design: design ?? .default, weight: UIFont.Weight(css: parts.weight), isItalic: parts.isItalic)
  }

  // MARK: - On a page

  /// The CSS declarations of family, weight and slant, each with a semicolon.
  var css: String {
    var css = "font-weight:\(weight.css);"
    if isItalic { css += "font-style:italic;" }
    if let named {
      if named.isShipped { css += "font-family:\(FontLibrary.cssString(named.postScriptName)),var(--family);" }
    } else if let variable = design.names.variable {
      css += "font-family:var(\(variable));"
    }
    if hasTabularDigits || design == .monospaced { css += "font-variant-numeric:tabular-nums;" }
    return css
  }

  /// The family by which `TextLayout` knows the font.
  var measuredFamily: String { named.map { $0.isShipped ? $0.postScriptName : "" } ?? "" }
}

extension UIFontDescriptor.SystemDesign {
  static let all: [Self] = [.default, .serif, .rounded, .monospaced]

  /// The names of family and font, and the property of the style sheet with the families; nil for the page's own.
  fileprivate var names: (family: String, font: String, variable: String?) {
    switch self {
    case .default: (".AppleSystemUIFont", ".SFUI", nil)
    case .serif: (".AppleSystemUIFontSerif", ".NewYork", "--serif")
    case .rounded: (".AppleSystemUIFontRounded", ".SFUIRounded", "--rounded")
    case .monospaced: (".AppleSystemUIFontMonospaced", ".SFUIMono", "--monospace")
    }
  }
}
