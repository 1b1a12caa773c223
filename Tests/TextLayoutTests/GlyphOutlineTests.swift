import Testing

@testable import TextLayout

/// The shapes of letters, for what draws without fonts.
@Suite struct GlyphOutlineTests {
  @Test func aLetterHasAShape() {
    let font = TextFont(size: 30)
    let (path, width) = TextLayout.outline(of: "Ao", TextRun(length: 2, font: font))
    #expect(path.hasPrefix("M") && path.hasSuffix("Z") && width > 30 && width < 50)
  }
}
