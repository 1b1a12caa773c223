import TempuraServer
import Testing

@testable import TempuraTesting

/// Reading pages, finding elements in them, and their forms.
@Suite struct PageReaderTests {
  private func page(_ body: String, style: String = "") -> Page {
    Page(
      url: "/", status: 200,
      root: PageReader.read(
        "<!DOCTYPE html>\n<html><head><title>A &amp; B</title><style>\(style)</style></head><body>\(body)</body></html>"
      ))
  }

  @Test func referencesAndCommentsAreRead() throws {
    let page = page("<p id=\"a\" title='it&#39;s &quot;q&quot;'>1 &lt; 2 &#x26; 3 &unknown; &</p><!-- <b> --><p>x</p>")
    let node = try #require(page.node(withID: "a"))
    #expect(page.title == "A & B")
    #expect(node["title"] == "it's \"q\"")
    #expect(node.plainText == "1 < 2 & 3 &unknown; &")
    #expect(page.textBlocks.map { page.text(of: $0) } == ["1 < 2 & 3 &unknown; &", "x"])
  }

  @Test func tagsAndAttributesAreReadInLowerCase() throws {
    let page = page("<DIV ID=A><P onClick='B'>c</p></Div>")
    let node = try #require(page.node(withID: "A"))
    #expect(node.tag == "div" && node.children.map(\.tag) == ["p"] && node.children[0]["onclick"] == "B")
  }

  @Test func emptyElementsAndAttributesWithoutValuesAreRead() throws {
    let page = page("<div><img src=a alt=A><input disabled name=\"n\" value=\"v\"><br><p>after</p></div>")
    #expect(page.nodes.map(\.tag).suffix(5) == ["div", "img", "input", "br", "p"])
    let input = try #require(page.nodes.first { $0.tag == "input" })
    #expect(input.has("disabled") && input.value == "v")
  }

  @Test func theFirstLineBreakOfATextareaIsIgnored() throws {
    let page = page("<textarea id=\"t\">\n\nsecond <b>\n</textarea>")
    #expect(try #require(page.node(withID: "t")).value == "\nsecond <b>\n")
  }

  @Test func eachBlockOfTextIsALine() {
    let page = page("<div id=\"d\"><p>One <b>two</b></p><p>three<br>four</p><p hidden>five</p></div>")
    #expect(page.text(of: page.node(withID: "d")!) == "One two\nthree\nfour")
  }

  @Test func transparentElementsAreHidden() {
    let page = page(
      "<p id=\"a\" class=\"x s1\">a</p><p id=\"b\" class=\"s2\">b</p>",
      style: ".s1{color:red;visibility:hidden;}\n.s2{color:red;}")
    #expect(page.obstacle(to: page.node(withID: "a")!) == .hidden)
    #expect(page.obstacle(to: page.node(withID: "b")!) == nil)
  }

  @Test func namesComeFromLabelsBeforeContents() {
    let page = page(
      """
      <p id="l">Wi-Fi</p><button id="a" aria-labelledby="l" aria-label="no">x</button><button id="b" aria-label="B">x</button>
      <button id="c"><img src="i" alt="Image"></button><button id="d"><span aria-hidden="true">+</span> Add  it</button>
      <input id="e" placeholder="Search">
      """)
    #expect(
      "abcde".map { page.name(of: page.node(withID: String($0))!) } == ["Wi-Fi", "B", "Image", "Add it", "Search"])
  }

  @Test func aFormSendsWhatABrowserSends() {
    let page = page(
      """
      <input type="hidden" form="screen" name="page" value="n"><form id="screen"><input name="a" value="1">
      <input name="b" value="2" disabled><textarea name="c">x
      y</textarea><select name="d"><option value="1">One</option><option value="2" selected>Two</option></select>
      <button name="tap" value="p" id="p"></button><button name="tap" value="q" id="q"></button></form><input name="z" value="9">
      """)
    let sent = page.form(pressing: page.node(withID: "q")).map { "\($0.name)=\($0.value)" }
    #expect(sent == ["page=n", "a=1", "c=x\r\ny", "d=2", "tap=q"])
  }

  @Test func aURLEncodedFormSendsTheNamesOfFiles() throws {
    let page = page(
      """
      <form id="screen" enctype="multipart/form-data"><input type="file" name="f" id="f"><input type="file" name="g">
      <button name="tap" value="o" id="o"></button>
      <button name="tap" value="c" id="c" formenctype="application/x-www-form-urlencoded"></button></form>
      """)
    try #require(page.node(withID: "f")).input.files = ["/tmp/a.txt", "/tmp/b.txt"]
    let opened = page.form(pressing: page.node(withID: "o")).filter(\.isFile)
    #expect(opened.map(\.name) == ["f", "f", "g"] && opened.map(\.value) == ["/tmp/a.txt", "/tmp/b.txt", ""])
    let cancelled = page.form(pressing: page.node(withID: "c"))
    #expect(cancelled.map(\.value) == ["a.txt", "b.txt", "", "c"] && !cancelled.contains { $0.isFile })
  }

  @Test func textsAreCutAtTheLengthOfTheField() {
    let field = PageNode(tag: "input", attributes: ["maxlength": "3"])
    #expect(Field(field).fitting("abcd") == "abc")
    #expect(Field(field).fitting("a👍🏽b") == "a")
  }

  @Test(arguments: [("0.33", 0.25), ("-1", 0), ("7", 1)])
  func slidersGoToTheNearestStep(_ wanted: String, _ nearest: Double) {
    let field = PageNode(tag: "input", attributes: ["type": "range", "min": "0", "max": "1", "step": "0.25"])
    #expect(Double(Field(field).nearest(Double(wanted)!)) == nearest)
  }

  @Test(arguments: [
    ("date", "2026-02-28", true), ("date", "2026-02-30", false), ("date", "28.2.2026", false), ("time", "23:59", true),
    ("time", "24:00", false), ("datetime-local", "2026-05-01T09:30", true), ("datetime-local", "2026-05-01", false),
    // A field does not accept digits of other scripts.
    ("time", "١٢:٣٠", false), ("time", "1٢:3٠", false), ("date", "٢٠٢٦-٠٢-٢٨", false),
    ("date", "2026-02-2\u{20E3}8", false),
    ("datetime-local", "٢٠٢٦-٠٥-٠١T09:30", false),
  ])
  func datesAreWrittenAsTheirFieldsWriteThem(_ type: String, _ value: String, _ fits: Bool) {
    #expect(Field(PageNode(tag: "input", attributes: ["type": type])).fits(value) == fits)
  }
}
