import Basics
import Foundation
import Testing

@testable import TempuraLocalization
@testable import TempuraUI

@Suite struct StringsFileTests {
  private func texts(_ source: String) throws -> [String: String] {
    try StringsFile(Data(source.utf8), file: "Localizable.strings").texts
  }

  private func problem(_ source: String) -> String? {
    do {
      _ = try texts(source)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func textsStandBetweenCommentsAndLines() throws {
    let source = """
      /* A comment with "quotes" = and ; in it,
         of two lines */
      "Hello" = "Ciao"; // and one more
      "two words"="due parole" ;"in.one.line" = "sì";
      """
    #expect(try texts(source) == ["Hello": "Ciao", "two words": "due parole", "in.one.line": "sì"])
  }

  @Test func wordsNeedNoQuotationMarksAndAKeyAloneIsItsOwnText() throws {
    #expect(
      try texts("hello = ciao_2; 'single' = \"x\"; Cancel;") == ["hello": "ciao_2", "single": "x", "Cancel": "Cancel"])
  }

  @Test func allOfItMayBeInBraces() throws {
    #expect(try texts("{ a = b; c = d; }") == ["a": "b", "c": "d"])
    #expect(try texts("").isEmpty)
  }

  @Test func escapesAreCharacters() throws {
    let source = #""k" = "\"q\" \\ \n\t\r \U00e9 \Ud83d\Ude00 \101 \'";"#
    #expect(try texts(source) == ["k": "\"q\" \\ \n\t\r é 😀 A '"])
    #expect(try texts("\"k\" = \"two\nlines\";") == ["k": "two\nlines"])
  }

  @Test(arguments: [true, false], [true, false]) func utf16IsReadWithAMarkAndWithout(isBig: Bool, hasMark: Bool) throws
  {
    let source = "\"città\" = \"مدينة 😀\";"
    var units = Array((hasMark ? "\u{FEFF}" : "").utf16) + Array(source.utf16)
    if !hasMark { units = Array(source.utf16) }
    var bytes = Data()
    for unit in units {
      bytes.append(contentsOf: isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)])
    }
    #expect(try StringsFile(bytes, file: "f").texts == ["città": "مدينة 😀"])
  }

  @Test func aMarkOfUTF8IsNoText() throws {
    #expect(try StringsFile(Data([0xEF, 0xBB, 0xBF]) + Data("a = b;".utf8), file: "f").texts == ["a": "b"])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func propertyListsAreRead(format: PropertyListSerialization.PropertyListFormat) throws {
    let bytes = try PropertyListSerialization.data(fromPropertyList: ["Hello": "Ciao"], format: format, options: 0)
    #expect(try StringsFile(bytes, file: "f").texts == ["Hello": "Ciao"])
  }

  @Test func aMistakeIsNamedWithFileAndLine() {
    #expect(
      problem("\"a\" = \"b\";\n\"c\" = \"d\"\n\"e\" = \"f\";")
        == "Localizable.strings:3: there should be a semicolon instead of \"\"\".")
    #expect(
      problem("a = b;\n= c;") == "Localizable.strings:2: there should be a text in quotation marks instead of \"=\".")
    #expect(problem("\na = \"for ever;") == "Localizable.strings:2: this text never ends.")
    #expect(
      problem("{ a = b;")
        == "Localizable.strings:1: there should be a text in quotation marks instead of the end of the file.")
    #expect(problem("a = b") == "Localizable.strings:1: there should be a semicolon instead of the end of the file.")
    #expect(problem("<?xml version=\"1.0\"?>\n<plist>\n<dict>")?.hasPrefix("Localizable.strings") == true)
    #expect(
      problem("<plist version=\"1.0\"><array/></plist>")
        == "Localizable.strings: it is no dictionary of texts by their keys.")
  }

  @Test func aSmallMistakeDiscardsNothing() throws {
    func check(_ source: String, _ texts: [String: String], _ warning: String) throws {
      let file = try StringsFile(Data(source.utf8), file: "f")
      #expect(file.texts == texts)
      #expect(file.warnings.map(\.description) == [warning])
    }
    try check(
      "a = b;\r\nd = e;\na = c;", ["a": "c", "d": "e"],
      "f:3: the key \"a\" is there a second time. The last one counts: keep one of them.")
    try check(
      "<plist version=\"1.0\"><dict><key>a</key><string>b</string>\n<key>a</key><string>c</string></dict></plist>",
      ["a": "c"], "f:2: the key \"a\" is there a second time. The last one counts: keep one of them.")
    try check(
      "<plist version=\"1.0\"><dict><key>n</key><integer>1</integer><key>a</key><string>b</string></dict></plist>",
      ["a": "b"], "f: what \"n\" stands for is no text, so it is left out.")
    try check("a = b;\n\n/* for ever", ["a": "b"], "f:3: this comment never ends.")
    let help = #"write \", \\, \n, \r, \t or \U and four digits."#
    try check(
      #"a = "1\q😀";"#, ["a": "1q😀"], #"f:1: there is no escape \q, so its characters are shown: "# + help)
    try check(
      #"a = "\U4x";"#, ["a": "U4x"], #"f:1: there is no escape \U4, so its characters are shown: "# + help)
  }

  @Test func aRepeatedKeyIsReportedOnce() {
    for _ in 0..<2 {
      let table = StringsTable("Twice", in: "x.lproj", language: "x", isAccented: false) {
        $0.hasSuffix(".strings") ? Data("a = b; a = c;".utf8) : nil
      }
      #expect(table?["a"] == "c")
    }
    #expect(
      Misuse.messages.contains(
        "x.lproj/Twice.strings:1: the key \"a\" is there a second time. The last one counts: keep one of them."))
  }

  @Test func whatIsNoTextIsSaidToBeNone() {
    #expect(throws: StringsFileError(file: "f", line: nil, problem: .notText)) {
      try StringsFile(Data([0x61, 0xC3, 0x28]), file: "f")
    }
  }
}
