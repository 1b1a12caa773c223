import Foundation
import Testing

@testable import TextLayout

/// Font files that apps ship.
@Suite struct FontLibraryTests {
  static func bytes(_ name: String = "hebrew") throws -> [UInt8] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: package.appending(path: "Fonts/\(name).ttf")))
  }

  @Test func aRegisteredFontHasNamesAndWidths() throws {
    let names = try FontLibrary.register(Self.bytes("greek"), file: "Fonts/Greek.ttf")
    #expect(names.postScriptName == "TempuraSansGreek")
    #expect(names.family == "Tempura Sans")
    #expect(names.fullName == "Tempura Sans Greek")
    #expect(names.weight == 400 && !names.isItalic && names.weights == 400...900)
    #expect(FontLibrary.names.contains(names))
    #expect(FontLibrary.font(named: "TempuraSansGreek") == names)
    #expect(FontLibrary.font(named: "Tempura Sans Greek") == names)
    #expect(FontLibrary.family(named: "Tempura Sans").contains(names))
    #expect(FontLibrary.font(named: "Other") == nil)
    // The same file again is no mistake.
    #expect(try FontLibrary.register(Self.bytes("greek"), file: "Fonts/Greek.ttf") == names)

    let text = "αβγ"
    func width(_ family: String) -> Double {
      let run = TextRun(length: 3, font: TextFont(family: family, size: 20, weight: 700))
      return TextLayout.lines(of: text, runs: [run], width: 500).width
    }
    #expect(width("TempuraSansGreek") == width(""))
    #expect(width("no such font") == width(""))
    #expect(TextFont(family: "TempuraSansGreek", size: 17).lineHeight == TextFont(size: 17).lineHeight)
  }

  /// Returns the Greek font under another name with 1000 units per em, with the given metrics in the table `hhea`, and 750, −250
  /// and 0 in the table `OS/2`, which the font prefers.
  private static func font(_ name: String, hhea: [Int16]) throws -> [UInt8] {
    var bytes = try Self.bytes("greek")
    func offset(_ table: String) -> Int {
      let count = Int(bytes[4]) << 8 | Int(bytes[5])
      for entry in 0..<count {
        let start = 12 + 16 * entry
        if bytes[start..<start + 4].elementsEqual(table.utf8) {
          return bytes[start + 8..<start + 12].reduce(0) { $0 << 8 | Int($1) }
        }
      }
      return 0
    }
    func write(_ number: Int16, _ table: String, _ position: Int) {
      let start = offset(table) + position
      (bytes[start], bytes[start + 1]) = (UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number))
    }
    write(1000, "head", 18)
    for (index, number) in hhea.enumerated() { write(number, "hhea", 4 + 2 * index) }
    for (index, number) in [750, -250, 0].enumerated() { write(Int16(number), "OS/2", 68 + 2 * index) }
    write(1 << 7, "OS/2", 62)
    let (old, new) = (Array("Greek".utf16), Array(name.utf16))
    for start in bytes.indices.dropLast(10)
    where old.indices.allSatisfy({ bytes[start + 2 * $0] == 0 && bytes[start + 2 * $0 + 1] == UInt8(old[$0]) }) {
      for index in new.indices { bytes[start + 2 * index + 1] = UInt8(new[index]) }
    }
    return bytes
  }

  @Test(
    arguments: [
      ("Lines", [1000, -268, 0], 100, 27), ("Gappy", [900, -200, 100], 90, 30), ("Typos", [0, 0, 0], 75, 25),
    ] as [(String, [Int16], Double, Double)])
  func linesAreAsHighAsInCoreText(name: String, hhea: [Int16], ascent: Double, descent: Double) throws {
    let family = "TempuraSans\(name.prefix(5))"
    #expect(try FontLibrary.register(Self.font(name, hhea: hhea), file: "a.ttf").postScriptName == family)
    let font = TextFont(family: family, size: 100)
    #expect(font.ascent == ascent && font.descent == descent && font.lineGap == Double(hhea[2]) / 10)
  }

  @Test(arguments: [
    ([UInt8](), FontError.notAFont), (Array("<html>not a font</html>".utf8), .notAFont),
    (Array("wOF2 and some more bytes".utf8), .packed), (Array("wOFF and some more bytes".utf8), .packed),
    (Array("ttcf and some more bytes".utf8), .collection),
    ([0, 1, 0, 0] + [UInt8](repeating: 0, count: 100), .missingTable("head")),
  ]) func aFileThatIsNoFontIsRefused(bytes: [UInt8], error: FontError) {
    #expect(throws: error) { try FontLibrary.register(bytes, file: "Broken.ttf") }
  }

  @Test func errorsSayWhatToDo() {
    #expect(
      FontError.packed.description
        == "It is a WOFF file, which cannot be measured. Ship the font as .ttf or .otf.")
    #expect(
      FontError.collection.description
        == "It is a collection of fonts, which browsers do not load. Ship each of its fonts as a file.")
    #expect(FontError.notAFont.description == "It is not a TrueType or OpenType font, or is damaged.")
    #expect(FontError.missingTable("cmap").description == "It is damaged: the table cmap is missing or invalid.")
    #expect(FontError.invalidUnits(3).description == "It is damaged: 3 units per em are not valid.")
    #expect(FontError.noCharacters.description == "It contains no characters that have a code in Unicode.")
    #expect(FontError.duplicate(name: "A").description == "Another file contains a font with the same name, A.")
    #expect(FontError.unreadable.description == "It cannot be read.")
  }

  @Test func damagedFontsAreRefusedOrMeasuredWithoutHarm() throws {
    var random = SystemRandomNumberGenerator()
    for name in ["hebrew", "arabic", "greek"] {
      let bytes = try Self.bytes(name)
      for count in stride(from: 0, to: bytes.count, by: 311) { measure(Array(bytes[..<count])) }
      for _ in 0..<150 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          let limit = Bool.random() ? 400 : damaged.count
          damaged[Int.random(in: 0..<min(limit, damaged.count), using: &random)] = .random(in: 0...255, using: &random)
        }
        measure(damaged)
      }
    }
  }

  /// Shapes a text with a font that may be damaged.
  private func measure(_ bytes: [UInt8]) {
    guard let face = try? FontFace(bytes, fallbackName: "Damaged") else { return }
    let font = SizedFont(face.instance(weight: 700, size: 17), size: 17)
    let text = Array("αβγ שָׁלוֹם السلام عليكم".utf16)
    let segment = ShapedText.Segment(range: 0..<text.count, font: font, isRightToLeft: true, isHebrew: false)
    text.withUnsafeBufferPointer { Shaper.shape($0, 0..<text.count, of: segment) { _, _, _ in } }
  }

  @Test func namesAreSafeInStyleSheets() {
    #expect(FontLibrary.cssString("A \"b\" \\ </style>\n") == "\"A \\22 b\\22  \\5c  \\3c /style\\3e \\a \"")
  }
}
