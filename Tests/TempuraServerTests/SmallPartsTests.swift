import Basics
import Foundation
import HTML
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import HTTPServer
@testable import SessionKernel
@testable import TempuraServer

@Suite struct NonceTests {
  @Test func noncesAreUniqueAcrossThreads() async throws {
    let nonces = try await withThrowingTaskGroup(of: [Nonces].self) { group in
      for _ in 0..<4 { group.addTask { try await onThread { (0..<5000).map { _ in Nonces.next() } } } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(nonces.map(\.style)).count == 20_000)
    #expect(Set(nonces.map(\.form)).count == 20_000)
    for nonces in nonces.prefix(500) {
      #expect(nonces.style.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(nonces.form.wholeMatch(of: /[0-9a-v]{13}/) != nil)
    }
  }

  @Test func aPageNamesItsSessionWithoutItsID() {
    let mark = SessionMark(created: 1_000_000_000, number: 33)
    #expect(mark.digits == "0tplig00011")
    let form = Nonces.next(for: mark).form
    #expect(form.wholeMatch(of: /[0-9a-v]{13}\.0tplig00011/) != nil)
    #expect(SessionMark(ofPage: form) == mark)
    for value in ["", "abc", "abc.", "."] { #expect(SessionMark(ofPage: value) == nil) }
    let screens = ScreenMark(["0.List": "{}"])
    let both = Nonces.next(for: mark, screens).form
    #expect(both.wholeMatch(of: /[0-9a-v]{13}\.[0-9a-v]{8}\.0tplig00011/) != nil)
    #expect(SessionMark(ofPage: both) == mark && ScreenMark(ofPage: both) == screens && screens != ScreenMark([:]))
    #expect(Nonces.next(for: mark, ScreenMark([:]), repeating: both).form == both, "also with the mark of before")
    #expect(Nonces.next(for: SessionMark(created: 1), screens, repeating: both).form != both)
    for value in [form, "a.b", "a..b"] { #expect(ScreenMark(ofPage: value) == nil) }
    #expect(SessionMark(created: 1_000_000_000, number: 34) != mark, "a browser may get two sessions in a second")
    for random in [0, 1, .max] as [UInt64] { #expect(SessionMark.number(random) % (1 << 20) != 0) }
    for created in [Int64.min, -1, 0, .max] { #expect(SessionMark(created: created).digits.count == SessionMark.count) }
  }
}

@Suite struct LogTests {
  @Test(arguments: [
    ("plain ü 👍🏽", "plain ü 👍🏽"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\rb", "a\\rb"),
    ("\u{1B}[2J", "\\u{1B}[2J"),
    ("\u{85}\u{2028}\0", "\\u{0085}\\u{2028}\\0"),
  ])
  func aMessageIsOneLine(message: String, line: String) {
    #expect(Log.line(of: message).unicodeScalars.elementsEqual(line.unicodeScalars))
  }

  @Test(arguments: ["plain ü 👍🏽", "\"\\\n\u{1}\u{7f}\u{85}\u{2028}", "\\", "</script>", "\"\u{301}\\\u{301}\r\n"])
  func anObjectIsValidWithAnyText(text: String) throws {
    let entry = ServerLogEntry(
      .warning, Log.line(of: text), requestID: "a\"", session: "4f2a", metadata: [Log.line(of: text): text])
    let object = try JSONSerialization.jsonObject(with: Data(("{" + Log.object(of: entry)).utf8)) as? [String: String]
    let line = Log.line(of: text)
    #expect(
      object == ["level": "warning", "message": line, "request": "a\"", "session": "4f2a", line: line])
  }

  @Test func aLineIsHandedToTheApp() {
    let entries = Locked<[ServerLogEntry]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry) } })
    let key = SessionKey(of: .random())
    log.report("Something\nfailed", request: "r", session: key, trace: "t", metadata: ["a": "b"])
    log.report("Ready", .info)
    let seen = entries.withLock { $0 }
    #expect(seen.map(\.level) == [.error, .info])
    #expect(seen.map(\.message) == ["Something\\nfailed", "Ready"])
    #expect(seen[0].requestID == "r" && seen[0].traceID == "t" && seen[0].metadata == ["a": "b"])
    #expect(seen[0].session.map { key.hexadecimal.hasPrefix($0) && $0.count == 12 } == true)
    #expect(seen[1].requestID == nil && seen[1].session == nil && seen[1].traceID == nil)
  }

  @Test func levelsAreOrdered() {
    #expect(ServerLogEntry.Level.allCases.sorted() == [.info, .warning, .error])
  }

  @Test(arguments: [(0, "0.000"), (999, "0.000"), (1_000, "0.001"), (1_234_567_890, "1234.567")] as [(UInt64, String)])
  func millisecondsHaveThreeDigits(nanoseconds: UInt64, text: String) {
    #expect(Log.milliseconds(nanoseconds) == text)
  }
}

@Suite struct FormInputTests {
  private func field(_ name: String, _ value: String) -> FormField { FormField(name: name, value: value, file: nil) }

  @Test func aFormIsTextsAndAControl() throws {
    let form = try #require(FormInput([field("a", "1"), field("page", "n"), field("tap", "x.y"), field("b", "2")]))
    #expect(form.values.map(\.id) == ["a", "b"])
    #expect(form.control == .tap("x.y"))
    #expect(form.nonce == "n")
  }

  @Test func textsAreStreamSafe() throws {
    let marks = try #require(FormInput([field("a", String(repeating: "\u{301}", count: 31))])).values[0].input.text
    #expect(marks?.unicodeScalars.contains("\u{34F}") == true)
  }

  @Test func namesAndTapsAreStreamSafe() throws {
    let text = "a" + String(repeating: "\u{301}", count: 31)
    let form = try #require(FormInput([field(text, ""), field("tap", text)]))
    #expect(form.values[0].id.unicodeScalars.contains("\u{34F}"))
    let isSafe = if case .tap(let id) = form.control { id.unicodeScalars.contains("\u{34F}") } else { false }
    #expect(isSafe)
  }

  @Test func onlyTheSameFormHasTheSameClaim() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "b")
    let file = try #require(UploadedFile(path: folder.path("b"), room: 10))
    func claim(_ fields: [FormField], page: String = "n") throws -> SessionKey? {
      try #require(FormInput(fields + [field("page", page), field("tap", "go")])).claim
    }
    let form = [field("a", "b"), field("1", "0\n")]
    let first = try claim(form)
    #expect(first != nil)
    #expect(try claim([field("a", "b"), field("1", "0\r\n")]) == first)
    #expect(try claim(form, page: "m") != first)
    #expect(try claim(form, page: "") == nil)
    let others = [
      [field("a", "b1"), field("", "0\n")], form.reversed(), [form[0]], [FormField(name: "a", file: file)],
      [field("a", "b"), field("1", "0")],
    ]
    let claims = try ([form] + others).map { try claim($0) }
    #expect(Set(claims).count == claims.count)
  }

  @Test func theReturnKeyIsTheControlIfThereIsNoOther() {
    #expect(FormInput([field("return", "1")])?.control == .returnKey)
    #expect(FormInput([field("return", "1"), field("tap", "x")])?.control == .tap("x"))
    #expect(FormInput([field("tap", "x"), field("return", "1")])?.control == .tap("x"))
    #expect(FormInput([])?.control == FormInput.Control.none)
  }

  @Test func twoTapsAreRefused() {
    #expect(FormInput([field("tap", "x"), field("tap", "y")]) == nil)
  }

  /// The script of live pages sends line feeds, and the browser, which may send the same form after it, CR LF.
  @Test func aFormIsKnownWhicheverLineBreaksItHas() throws {
    let forms = try ["a\nb", "a\r\nb", "a\rb"].map { try #require(FormInput([field("a", $0), field("page", "n")])) }
    #expect(Set(forms.map { $0.key }).count == 1)
  }

  @Test func aFormIsKnownByAllThatIsInIt() throws {
    let fields = [field("a", "1"), field("page", "n"), field("tap", "x")]
    let key = try #require(FormInput(fields)).key
    #expect(key != nil)
    #expect(try #require(FormInput(fields)).key == key)
    for other in [
      [field("a", "2"), field("page", "n"), field("tap", "x")],
      [field("a", "1"), field("page", "m"), field("tap", "x")],
      [field("a", "1"), field("page", "n"), field("tap", "y")], [field("a", "1"), field("page", "n")],
      [field("a", "1"), field("a", "1"), field("page", "n"), field("tap", "x")],
    ] {
      #expect(try #require(FormInput(other)).key != key)
    }
    #expect(try #require(FormInput([field("a", "1")])).key == nil)
    #expect(try #require(FormInput([field("page", "")])).key == nil)
  }

  @Test func aFileIsKnownByItsContent() throws {
    let keys = try [1, 2].map { (hash: UInt64) in
      let file = UploadedFile(
        filename: "a.txt", contentType: nil, size: 3, isComplete: true, contentHash: hash, file: nil)
      return try #require(FormInput([FormField(name: "f", file: file), field("page", "n")])).key
    }
    #expect(keys[0] != keys[1])
  }
}

@Suite struct TemplateLibraryTests {
  private func library(_ files: [String: String]) throws -> TemplateLibrary {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, source) in files { try Data(source.utf8).write(to: folder.appendingPathComponent(name)) }
    return try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: [folder.path])
  }

  @Test func theBuiltInTemplatesAreValid() throws {
    #expect(try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: []).views.isEmpty)
  }

  @Test func filesOfTheAppOverrideBuiltInOnes() throws {
    let library = try library(["notice.html": "!{{message}}!", "CardView.html": "{{{label}}}", "readme.txt": "{{"])
    var buffer = HTMLBuffer()
    library.notice.write(into: &buffer) { _, _ in
      "<x>"
    } slot: { _, _ in
    }
    #expect(buffer.string == "!&lt;x&gt;!")
    #expect(library.views.keys.sorted() == ["CardView"])
  }

  @Test func anErrorNamesTheFileAndLine() throws {
    for (name, source, message) in [
      ("page.html", "\n{{oops}}", "page.html:2: There is no oops here."),
      ("page.html", "{{{screen}}}", "page.html:1: The template never says {{{style}}}"),
      (
        "page.html", "<style nonce=\"{{nonce}}\">{{{style}}}</style>{{{screen}}}<input name=page value=\"{{nonce}}\">",
        "page.html:1: The template never says {{page}}. Write "
          + "<input type=\"hidden\" form=\"screen\" name=\"page\" value=\"{{page}}\">: without it a form that is sent twice is "
          + "applied twice. {{nonce}} is only for the style element."
      ),
      ("error.html", "{{> nobody}}", "error.html:1: There is no template nobody.html"),
      ("CardView.html", "{{#if}}", "CardView.html:1: {{#if}} is a section"),
    ] {
      let error = #expect(throws: TemplateError.self) { try library([name: source]) }
      #expect(error?.description.contains(message) == true)
    }
  }

  @Test func aFileThatIsNotUTF8IsRefused() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data([0x61, 0xFF]).write(to: folder.appendingPathComponent("notice.html"))
    let error = #expect(throws: TemplateError.self) {
      try TemplateLibrary(builtIn: BuiltInFiles.templates, folders: [folder.path])
    }
    #expect(error?.description == "\(folder.path)/notice.html:1: The file is not text in UTF-8.")
  }
}
