import Testing

@testable import TempuraUI

struct FileNameTests {
  @Test(arguments: [
    ("photo.jpg", "photo.jpg"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
    ("C:\\Users\\me\\a.txt", "a.txt"), ("a/", "file"), ("", "file"), (".", "file"), ("..", "file"), ("....", "file"),
    (" . ", "file"), (".htaccess", "htaccess"), ("a.txt.", "a.txt"), ("a\0b.txt", "ab.txt"), ("a\r\nb", "ab"),
    ("invoice\u{202e}fdp.exe", "invoicefdp.exe"), ("\u{2066}a\u{2069}\u{200f}.png", "a.png"), ("\u{feff}a", "a"),
    ("Résumé (final) 📄.pdf", "Résumé (final) 📄.pdf"), ("שלום.txt", "שלום.txt"), ("\u{7f}\u{1b}[31m", "[31m"),
  ])
  func dangerousPartsOfNamesAreRemoved(name: String, cleaned: String) { #expect(FileName.cleaned(name) == cleaned) }

  @Test func longNamesKeepTheirFilenameExtension() {
    let cleaned = FileName.cleaned(String(repeating: "é", count: 400) + ".jpeg")
    #expect(cleaned.utf8.count <= 200 && cleaned.hasSuffix("é.jpeg"))
    #expect(FileName.cleaned(String(repeating: "👩‍👩‍👧", count: 100)).utf8.count <= 200)
    #expect(FileName.cleaned("a." + String(repeating: "b", count: 400)).utf8.count == 200)
  }

  @Test func namesInOneFolderAreUnique() {
    var taken: Set<String> = []
    let names = ["a.txt", "a.txt", "A.TXT", "a-2.txt", "b", "b"].map { FileName.unique($0, among: &taken) }
    #expect(names == ["a.txt", "a-2.txt", "A-3.TXT", "a-2-2.txt", "b", "b-2"])
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (1023, "1,023 bytes"), (1024, "1 KB"), (1536, "1.5 KB"), (5 << 20, "5 MB"),
    (-1, "0 bytes"),
    ((5 << 20) - 1, "4.9 MB"), (3 << 30, "3 GB"),
  ])
  func sizesHaveUnits(bytes: Int, text: String) { #expect(FileSize.text(bytes) == text) }
}
