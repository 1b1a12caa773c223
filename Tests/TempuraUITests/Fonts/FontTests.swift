import Foundation
import Testing

@testable import TempuraUI

/// Fonts and their descriptors.
@Suite struct FontTests {
  @Test func aFontOfIOSLooksLikeTheSystemFontInItsWeight() throws {
    let font = try #require(UIFont(name: "Avenir-HeavyOblique", size: 16))
    #expect(font.fontName == "Avenir-HeavyOblique" && font.familyName == "Avenir")
    #expect(font.css == "font-size:1rem;font-weight:800;font-style:italic;")
    #expect(UIFont(name: "Helvetica Neue", size: 16)?.css == UIFont.systemFont(ofSize: 16).css)
    #expect(UIFont(name: "ArialMT", size: 16)?.familyName == "Arial")
    #expect(UIFont(name: "Nowhere-Bold", size: 16) == nil)
  }

  /// No server and no configuration runs here, as in an app's tests of views.
  @Test func aFontInABundleBesideTheProgramIsFoundWithoutASetting() throws {
    let font = try #require(UIFont(name: "OwnBlocks-Regular", size: 10))
    #expect(font.familyName == "Own Blocks")
    #expect(font.lineHeight == 10)
  }

  @Test func theSystemFontIsFoundByItsOwnName() {
    let font = UIFont.systemFont(ofSize: 20, weight: .semibold)
    #expect(font.fontName == ".SFUI-Semibold")
    #expect(UIFont(name: font.fontName, size: 20) == font)
    let italic = UIFont.italicSystemFont(ofSize: 20)
    #expect(UIFont(name: italic.fontName, size: 20) == italic)
  }

  @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 1e300] as [CGFloat])
  func aSizeThatIsNoneIsThatOfTheSystem(size: CGFloat) {
    #expect(UIFont.systemFont(ofSize: size).pointSize == 14)
    #expect(UIFontDescriptor(fontAttributes: [.size: size]).pointSize.isFinite)
  }

  @Test func aLineIsAsHighAsItsFont() {
    for size in [11, 17, 20.5, 34] as [CGFloat] {
      let font = UIFont.systemFont(ofSize: size)
      #expect(abs(font.lineHeight - size * 1.1933) < 0.01, "as on iOS")
      #expect(abs(font.ascender - font.descender - font.lineHeight) < 1e-9 && font.descender < 0)
      #expect(font.xHeight < font.capHeight && font.capHeight < font.ascender && font.leading == 0)
    }
  }

  @Test func traitsChangeAFont() throws {
    let font = UIFont.systemFont(ofSize: 17, weight: .semibold)
    let italic = try #require(font.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
    #expect(UIFont(descriptor: italic, size: 0).css == "font-size:1.0625rem;font-weight:600;font-style:italic;")
    let plain = try #require(italic.withSymbolicTraits([]))
    #expect(UIFont(descriptor: plain, size: 10) == .systemFont(ofSize: 10))
    #expect(italic.symbolicTraits == [.traitBold, .traitItalic])
    let heavy = font.fontDescriptor.addingAttributes([.traits: [UIFontDescriptor.TraitKey.weight: UIFont.Weight.heavy]])
    #expect(UIFont(descriptor: heavy, size: 17) == .systemFont(ofSize: 17, weight: .heavy))
    #expect(heavy.withSize(3).pointSize == 3 && heavy.withFace("Light Italic").symbolicTraits == .traitItalic)
  }

  @Test func aDesignIsAFamilyOfTheStyleSheet() throws {
    let rounded = try #require(UIFont.systemFont(ofSize: 16).fontDescriptor.withDesign(.rounded))
    #expect(UIFont(descriptor: rounded, size: 16).css == "font-size:1rem;font-weight:400;font-family:var(--rounded);")
    let monospaced = UIFont.monospacedSystemFont(ofSize: 16, weight: .bold)
    #expect(monospaced.css.hasSuffix("font-family:var(--monospace);font-variant-numeric:tabular-nums;"))
    #expect(UIFont(name: "Avenir", size: 1)?.fontDescriptor.withDesign(.serif) == nil)
    #expect(UIFont.monospacedDigitSystemFont(ofSize: 16, weight: .regular).css.hasSuffix("tabular-nums;"))
  }

  @Test func fontsOfAFamilyHaveNames() {
    #expect(UIFont.familyNames.contains("Helvetica Neue"))
    #expect(UIFont.fontNames(forFamilyName: "Helvetica Neue").contains("HelveticaNeue-Bold"))
    #expect(UIFont.fontNames(forFamilyName: "Nowhere").isEmpty)
  }
}
