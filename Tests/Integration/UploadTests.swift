import Foundation
import TestSupport
import Testing

/// Files that a browser without script sends to the gallery, with curl.
struct UploadTests {
  private static let screen = "/gallery/files"

  /// The id of the picker that is shown. Each picker has a new id.
  private func picker(_ browser: Browser) throws -> String {
    let page = try browser.get(Self.screen).text
    return String(try #require(page.firstMatch(of: /documentPickerView\d*/)).output)
  }

  private func running(_ environment: [String: String] = [:], _ body: (Browser, TemporaryFolder) throws -> Void) throws
  {
    let folder = try TemporaryFolder()
    try Server.running(program: "GalleryServer", environment: environment) { server in
      try body(try server.browser(), folder)
    }
  }

  private func pick(_ button: String, _ browser: Browser) throws {
    _ = try browser.get(Self.screen)
    let page = try browser.post(Self.screen, [("tap", "pick-\(button)")])
    #expect(page.status == 200 && page.text.contains("enctype=\"multipart/form-data\""))
  }

  private func send(_ paths: [String], _ browser: Browser, tap: String = "open") throws -> Page {
    var flags: [String] = []
    let picker = try picker(browser)
    for path in paths { flags += ["--form", "\(picker).file=@\(path)"] }
    return try browser.request(Self.screen, flags: flags + ["--form", "tap=\(picker).\(tap)"])
  }

  @Test func aFileReachesTheApp() throws {
    try running { browser, folder in
      try folder.write("Hello", to: "note.txt")
      try pick("text", browser)
      let page = try send(["\(folder.path)/note.txt;type=text/plain"], browser)
      #expect(page.status == 200 && page.text.contains("Chosen: note.txt (5 bytes)"))
      #expect(!page.text.contains("<dialog"))
    }
  }

  @Test func severalFilesReachTheApp() throws {
    try running { browser, folder in
      try folder.write("1", to: "a.png")
      try folder.write("22", to: "b.jpg")
      try pick("pictures", browser)
      let page = try send([folder.path("a.png"), folder.path("b.jpg")], browser)
      #expect(page.text.contains("Chosen: a.png (1 bytes), b.jpg (2 bytes)"))
    }
  }

  @Test func aFileNameIsNotUsedAsAPath() throws {
    try running { browser, folder in
      try folder.write("Hello", to: "note.txt")
      for (name, cleaned) in [("../../../tmp/evil.txt", "evil.txt"), ("/etc/evil.txt", "evil.txt"), ("..", "file")] {
        try pick("anything", browser)
        let page = try send(["\(folder.path)/note.txt;filename=\"\(name)\""], browser)
        #expect(page.text.contains("Chosen: \(cleaned) (5 bytes)"), "\(name)")
      }
    }
  }

  @Test func aRefusedFileIsExplained() throws {
    try running { browser, folder in
      try folder.write(String(repeating: "x", count: 1025), to: "large.txt")
      try folder.write("x", to: "picture.png")
      try folder.write(String(repeating: "x", count: 9 << 20), to: "huge.txt")
      try pick("text", browser)
      for (name, message) in [
        ("large.txt", "large.txt is too large: it may have 1 KB at most."),
        ("picture.png", "picture.png is of another kind than is wanted here."),
        ("huge.txt", "huge.txt is too large: it may have 1 KB at most."),
      ] {
        let page = try send(["\(folder.path)/\(name)"], browser)
        #expect(page.status == 422 && page.text.contains(message), "\(name)")
      }
      _ = try browser.post(Self.screen, [("tap", "\(picker(browser)).cancel")])
      try pick("anything", browser)
      let page = try send([folder.path("huge.txt")], browser)
      #expect(page.status == 422 && page.text.contains("huge.txt is too large. 8 MB fit."))
      try folder.write(String(repeating: "x", count: 26 << 20), to: "huge.txt")
      #expect(try send([folder.path("huge.txt")], browser).status == 413)
    }
  }

  @Test func cancellingChangesNothing() throws {
    try running { browser, _ in
      try pick("text", browser)
      let page = try browser.post(
        Self.screen, [("\(picker(browser)).file", "note.txt"), ("tap", "\(picker(browser)).cancel")])
      #expect(page.text.contains("Nothing was chosen") && !page.text.contains("<dialog"))
    }
  }

  @Test func aMissingTemporaryFolderIsExplained() throws {
    try running(["TMPDIR": "/nonexistent"]) { browser, folder in
      try folder.write("Hello", to: "note.txt")
      try pick("text", browser)
      let page = try send([folder.path("note.txt")], browser)
      #expect(page.status == 503 && page.text.contains("could not be stored, so nothing was changed"))
      let after = try browser.get(Self.screen).text
      #expect(after.contains("<dialog") && !after.contains("Chosen:"), "the picker is still there")
    }
  }

  @Test func noTemporaryFileIsLeft() throws {
    let temporary = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(temporary.path)/tempura-files-of-one-that-was-killed", withIntermediateDirectories: true)
    try running(["TMPDIR": temporary.path]) { browser, folder in
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
      try folder.write("Hello", to: "note.txt")
      try pick("text", browser)
      #expect(try send([folder.path("note.txt")], browser).text.contains("Chosen"))
      let own = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
      #expect(own.count == 1)
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(temporary.path)/\(own.first ?? "")")
      #expect(files.isEmpty)
    }
  }
}
