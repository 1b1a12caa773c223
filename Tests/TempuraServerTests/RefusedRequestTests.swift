import Foundation
import TempuraUI
import TestSupport
import Testing

@testable import HTTPServer
@testable import TempuraServer

/// A table of 350 rows with three text fields each.
private final class TableDelegate: WindowDelegate {
  final class Controller: UIViewController {
    override func viewDidLoad() {
      let (save, saved) = (UIButton(), UILabel())
      save.accessibilityIdentifier = "save"
      let rows = (0..<350).map { row in
        UIStackView(
          arrangedSubviews: (0..<3).map { column in
            let field = UITextField()
            field.accessibilityLabel = "x"
            field.accessibilityIdentifier = "field\(row)-\(column)"
            return field
          })
      }
      save.on(.touchUpInside) { _ in
        let fields = rows.flatMap(\.arrangedSubviews).compactMap { $0 as? UITextField }
        saved.text = "\(fields.count { $0.text == $0.accessibilityIdentifier }) saved"
      }
      for view in rows + [save, saved] { self.view.addSubview(view) }
    }
  }

  override func makeRoot() -> UIViewController? { Controller() }
}

/// Live requests that are refused before the app sees them: the page stays as it is, and says why.
@Suite struct RefusedRequestTests {
  private func page(limits: (inout HTTPLimits) -> Void = { _ in }) throws -> LivePage {
    let server = try TestServer(limits: limits)
    return try server.page("one", of: try server.browser(at: "/list"))
  }

  /// Checks that a patch has only a notice, and that the next tap finds the page as it was.
  private func expect(_ patch: LivePatch, _ status: Int, _ notice: String, on page: LivePage) throws {
    #expect(patch.status == status)
    #expect(patch.answer.header("Content-Type") == "text/vnd.tempura.patch; charset=utf-8")
    let members = try JSONSerialization.jsonObject(with: Data(patch.answer.body.utf8)) as? [String: String]
    #expect(members?.keys.sorted() == ["notices"])
    #expect(patch.notices?.contains(">\(notice)<") == true, "\(patch.answer.body)")
    #expect(patch.notices?.contains("class=\"close\"") == true)
    #expect(try page.tap("increment").status == 200)
    #expect(!page.patch.isWhole && page.patch.markup?.contains("countLabel") == true, "It is the next version")
  }

  @Test func aTextThatIsTooLongIsANotice() throws {
    let page = try page()
    let text = String(repeating: "x", count: 256 * 1024 + 1)
    let notice = "A text is too long: at most 256 KB. Nothing was changed."
    try expect(try page.tap("increment", ["list.field": text]), 413, notice, on: page)
    page.browser.headers["Accept-Language"] = "it"
    #expect(try page.tap("increment", ["list.field": text]).notices?.contains("Un testo è troppo lungo") == false)
  }

  @Test func aFormThatIsTooLargeIsANotice() throws {
    let page = try page { $0.bodyBytes = 3000 }
    let notice = "The texts are too long together: at most 2.9 KB. Nothing was changed."
    try expect(try page.tap("increment", ["list.field": String(repeating: "x", count: 3000)]), 413, notice, on: page)
  }

  @Test func aFormWithTooManyFieldsIsANotice() throws {
    let page = try page { $0.fieldCount = 3 }
    let fields = ["list.field": "a", "other": "b"]
    let notice = "The form has too many fields: at most 3. Nothing was changed."
    try expect(try page.tap("increment", fields), 413, notice, on: page)
  }

  @Test func filesThatAreRefusedAreANotice() throws {
    let page = try page { $0.uploadBytes = 0 }
    let parts = [Browser.Part(name: "f", filename: "f", content: "f")]
    let patch = LivePatch(try page.browser.post(multipart: parts, to: page.url))
    try expect(patch, 413, "This app takes no files.", on: page)
  }

  @Test func whatCannotBeReadIsANotice() throws {
    let page = try page()
    func send(_ body: String, _ type: String) throws -> LivePatch {
      LivePatch(try page.browser.send("POST", page.url, body: body, type: type))
    }
    let form = "application/x-www-form-urlencoded"
    let encoding = "The request has characters that are not encoded as they should be."
    try expect(try send("a=%", form), 400, encoding, on: page)
    let controls = "A form taps one control, and this one names several."
    try expect(try send("tap=a&tap=b", form), 400, controls, on: page)
    let type = "The request&#39;s content is of a type that this server does not read."
    try expect(try send("a", "text/plain"), 415, type, on: page)
  }

  @Test func tooManyRequestsAreANotice() throws {
    let page = try page {
      $0.requestsPerAddress = AddressRateLimit(1, per: 3600, burst: 4, countsThisMachine: true)
    }
    var patch = page.patch
    for _ in 0..<4 where patch.status < 400 { patch = try page.ask() }
    #expect(patch.status == 429 && patch.answer.header("Retry-After") == "5")
    #expect(patch.notices?.contains("Too many requests come from your network") == true)
  }

  @Test func aBrowserWithoutScriptGetsAPage() throws {
    let browser = try TestServer().browser(at: "/list")
    let answer = try browser.post([("list.field", String(repeating: "x", count: 256 * 1024 + 1))])
    #expect(answer.status == 413 && answer.body.contains("A text is too long: at most 256 KB."))
    #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
  }

  // MARK: - Forms of large screens

  @Test func aFormMayHaveAsManyFieldsAsAPageHasViews() throws {
    var (limits, configuration) = (HTTPLimits(), ServerConfiguration())
    limits.setFieldCount(of: configuration)
    #expect(limits.fieldCount == 100_000)
    configuration.viewsPerPage = 10
    limits.fieldCount = 1000
    limits.setFieldCount(of: configuration)
    #expect(limits.fieldCount == 1000)
  }

  @Test func aScreenOfManyFieldsTakesATap() throws {
    let server = try TestServer(TableDelegate.self, limits: { $0.setFieldCount(of: ServerConfiguration()) })
    let browser = try server.browser(at: "/")
    let names = browser.page.body.matches(of: /name="(field[^"]+)"/).map { String($0.output.1) }
    #expect(names.count == 1050)
    let page = try server.page("one", of: browser, at: "/")
    let patch = try page.tap("save", Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
    #expect(patch.status == 200 && patch.markup?.contains("1050 saved") == true)
  }

  @Test func aTextThatABrowserAllowsAlwaysFits() throws {
    let browser = try TestServer().browser(at: "/list")
    let length = try #require(browser.page.first(/list\.field"[^>]* maxlength="([0-9]+)"/).flatMap { Int($0) })
    let text = String(repeating: "語", count: length)
    #expect(text.utf16.count == length)
    #expect(try browser.post([("list.field", text), ("page", browser.page.nonce ?? "")]).status == 303)
    #expect(try browser.post([("list.field", text + "語語")]).status == 413)
  }
}
