import HTML
import TempuraTesting
import Testing

@Suite struct MarkupDiffTests {
  /// The operations between two pages, each of which is one region. Checks that they lead from one to the other.
  private func diff(_ old: String, _ new: String) throws -> String? {
    var changes = MarkupRegions()
    changes.regions = [.init(old: .init(0, old.utf8.count), new: .init(0, new.utf8.count), pairs: 0..<0)]
    return try diff(old, new, changes)
  }

  private func diff(_ old: String, _ new: String, _ changes: MarkupRegions) throws -> String? {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let operations = old.withUnsafeBytes { old in
      new.withUnsafeBytes { MarkupDiff.operations(from: old, to: $0, changes: changes) }
    }
    guard let operations else { return nil }
    var document = PatchedDocument(markup: String(decoding: old, as: UTF8.self))
    try document.apply(operations)
    #expect(document.markup == PatchedDocument(markup: String(decoding: new, as: UTF8.self)).markup)
    return String(decoding: operations, as: UTF8.self)
  }

  private func list(_ items: String...) -> String {
    #"<ul id="l">"# + items.joined() + "</ul>"
  }

  private func items(_ ids: String) -> [String] { ids.map { #"<li id="\#($0)">\#($0)</li>"# } }

  private func list(of ids: String) -> String { #"<ul id="l">"# + items(ids).joined() + "</ul>" }

  // MARK: - Attributes and texts

  @Test func equalMarkupGivesNothing() throws {
    #expect(try diff(#"<p id="a" hidden>x</p>"#, #"<p id="a" hidden>x</p>"#) == "")
    #expect(try diff(#"<p id="a" class="b" hidden>x</p>"#, #"<p id="a" hidden class="b">x</p>"#) == "")
  }

  @Test func attributesAreSetAndRemoved() throws {
    #expect(
      try diff(#"<p id="a" class="x" hidden>t</p>"#, #"<p id="a" class="y" title="1 &lt; 2 &amp; &quot;3&quot;">t</p>"#)
        == #"["a","a","class","y","title","1 < 2 & \"3\"","hidden",null]"#)
    #expect(
      try diff(#"<input id="a" value="1">"#, #"<input id="a" value="1" disabled>"#) == #"["a","a","disabled",""]"#)
  }

  @Test func aTextIsReplaced() throws {
    #expect(try diff(#"<p id="a">one</p>"#, #"<p id="a">it&#39;s &lt;two&gt;</p>"#) == #"["t","a","it's <two>"]"#)
    #expect(try diff(#"<p id="a">one</p>"#, #"<p id="a"></p>"#) == #"["t","a",""]"#)
    #expect(try diff(#"<p id="a"></p>"#, "<p id=\"a\">\"\\\n\u{1F44D}</p>") == "[\"t\",\"a\",\"\\\"\\\\\\n\u{1F44D}\"]")
    #expect(try diff(#"<p id="a"><b>one</b> two</p>"#, #"<p id="a">three</p>"#) == #"["t","a","three"]"#)
  }

  @Test func theTextOfAFieldIsItsContentWithoutTheFirstLineFeed() throws {
    #expect(
      try diff("<div id=\"a\"><textarea>\none</textarea></div>", "<div id=\"a\"><textarea>\n\n&lt;two</textarea></div>")
        == #"["t",["a",0],"\n<two"]"#)
  }

  @Test func aTextWithUnknownReferencesIsReplacedAsMarkup() throws {
    #expect(try diff(#"<p id="a">one</p>"#, #"<p id="a">two&nbsp;</p>"#) == #"["h","a","two&nbsp;"]"#)
    #expect(
      try diff(#"<p id="a" title="1">one</p>"#, #"<p id="a" title="&nbsp;">one</p>"#)
        == #"["r","a","<p id=\"a\" title=\"&nbsp;\">one</p>"]"#)
  }

  @Test func elementsWithoutIDAreNamedByIndices() throws {
    let old = #"<div id="a">text<br><div><span>one</span><span class="k">two</span></div></div>"#
    #expect(
      try diff(old, old.replacing("two", with: "2").replacing("k", with: "y"))
        == #"["a",["a",1,1],"class","y"],["t",["",1,1],"2"]"#)
  }

  @Test func anIDIsNotRepeated() throws {
    let old = ##"<div id="a"><b>1</b><i>1</i><p id="b">1</p><u>1</u></div>"##
    #expect(
      try diff(old, old.replacing("1", with: "2"))
        == ##"["t",["a",0],"2"],["t",["",1],"2"],["t","b","2"],["t",["a",3],"2"]"##)
    #expect(
      try diff(old, old.replacing("1", with: "2").replacing("<b>2", with: "<b>&nbsp;"))
        == ##"["h",["a",0],"&nbsp;"],["t",["a",1],"2"],["t","b","2"],["t",["a",3],"2"]"##)
  }

  @Test func elementsBesideChangedTextAreReplaced() throws {
    #expect(
      try diff(#"<p id="a">one <b>two</b></p>"#, #"<p id="a">1 <b>two</b></p>"#) == #"["h","a","1 <b>two</b>"]"#)
    #expect(try diff(#"<p id="a">one <b>two</b></p>"#, #"<p id="a">one <b>2</b></p>"#) == #"["t",["a",0],"2"]"#)
    #expect(try diff(#"<p id="a">one</p>"#, #"<p id="a"><b>two</b></p>"#) == #"["h","a","<b>two</b>"]"#)
    #expect(
      try diff(#"<p id="a"><!-- x --><b>two</b></p>"#, #"<p id="a"><!-- x --><b>2</b></p>"#) == #"["t",["a",0],"2"]"#)
  }

  @Test func anotherTagReplacesTheElement() throws {
    #expect(try diff(#"<p id="a">x</p>"#, #"<h1 id="a">x</h1>"#) == #"["r","a","<h1 id=\"a\">x</h1>"]"#)
    #expect(
      try diff(#"<div id="a"><p>x</p><hr></div>"#, #"<div id="a"><b>x</b><hr></div>"#) == #"["r",["a",0],"<b>x</b>"]"#)
    #expect(try diff(#"<p id="a">x</p>"#, #"<p id="b">x</p>"#) == #"["r","a","<p id=\"b\">x</p>"]"#)
  }

  @Test func aPictureIsReplacedAsAWhole() throws {
    let old = #"<div id="a"><svg viewBox="0 0 1 1"><svg></svg><path d="M0"/></svg><hr></div>"#
    #expect(
      try diff(old, old.replacing("M0", with: "M1"))
        == #"["r",["a",0],"<svg viewBox=\"0 0 1 1\"><svg></svg><path d=\"M1\"/></svg>"]"#)
  }

  @Test func aStyleElementIsReplacedAsMarkup() throws {
    #expect(
      try diff("<div id=\"a\"><style>a>b{}</style></div>", "<div id=\"a\"><style>a<b{}</style></div>")
        == #"["h",["a",0],"a<b{}"]"#)
  }

  // MARK: - Children

  @Test func childrenAreRemoved() throws {
    #expect(try diff(list(of: "abcd"), list(of: "ac")) == #"["d","b","d"]"#)
    #expect(try diff(list(of: "abcd"), list(of: "")) == #"["t","l",""]"#)
    #expect(
      try diff(list(#"<li id="a"></li><hr>"#, "<hr>"), list(#"<li id="a"></li><hr>"#)) == #"["d",["l",2]]"#)
  }

  @Test func childrenAreInserted() throws {
    #expect(try diff(list(of: "ad"), list(of: "abcd")) == ##"["i","l","d","<li id=\"b\">b</li><li id=\"c\">c</li>"]"##)
    #expect(try diff(list(of: "a"), list(of: "ab")) == #"["i","l",null,"<li id=\"b\">b</li>"]"#)
    #expect(try diff(list(of: ""), list(of: "b")) == #"["i","l",null,"<li id=\"b\">b</li>"]"#)
    #expect(
      try diff(list("<hr>", items("b")[0]), list(items("a")[0], "<hr>", items("b")[0]))
        == #"["i","l",["l",0],"<li id=\"a\">a</li>"]"#)
  }

  @Test func asFewChildrenAsPossibleMove() throws {
    #expect(try diff(list(of: "abcdef"), list(of: "fabcde")) == #"["m","l","a","f"]"#)
    #expect(try diff(list(of: "abcdef"), list(of: "bcdefa")) == #"["m","l",null,"a"]"#)
    #expect(try diff(list(of: "abcdef"), list(of: "cdabef")) == #"["m","l","a","c","d"]"#)
    #expect(
      try diff(list(of: "abcdef"), list(of: "xbaye"))
        == ##"["d","c","d","f"],["i","l","a","<li id=\"x\">x</li>"],["m","l","a","b"],["i","l","e","<li id=\"y\">y</li>"]"##
    )
  }

  @Test func childrenWithoutIDNeverMove() throws {
    let (a, b, c) = (items("a")[0], items("b")[0], items("c")[0])
    #expect(try diff(list(a, "<hr>", b, c), list(c, "<hr>", a, b))?.contains(#"["h","l""#) == true)
    #expect(try diff(list(a, "<hr>", b, c), list("<hr>", b, a, c)) == #"["m","l","c","a"]"#)
  }

  @Test func changesInMovedChildrenAreFound() throws {
    #expect(
      try diff(list(of: "abc"), list(of: "cab").replacing(">b<", with: ">x<"))
        == #"["m","l","a","c"],["t","b","x"]"#)
  }

  @Test func whollyDifferentChildrenAreReplaced() throws {
    #expect(try diff(list(of: "ab"), list(of: "c")) == #"["h","l","<li id=\"c\">c</li>"]"#)
  }

  @Test func anIDThatIsNotUniqueReplacesTheRegion() throws {
    #expect(try diff(list(of: "aa"), list(of: "a")) == #"["h","l","<li id=\"a\">a</li>"]"#)
    #expect(try diff(list(of: "a"), list(of: "aa"))?.hasPrefix(#"["h","l","#) == true)
  }

  @Test func operationsThatAreLongerThanTheMarkupBecomeTheMarkup() throws {
    let many = String((0..<200).map { Character(Unicode.Scalar(UInt32(0x4E00 + $0))!) })
    let changed = list(of: many).replacing("</li>", with: "!</li>")
    #expect(try diff(list(of: many), changed)?.hasPrefix(#"["h","l","#) == true)
  }

  @Test func anElementThatGetsAnotherParentIsRemovedAndInserted() throws {
    let old = #"<div id="a"><ul id="l"><li id="x">x</li><li id="y">y</li></ul><ul id="m"><li id="z">z</li></ul></div>"#
    let new = #"<div id="a"><ul id="l"><li id="y">y</li></ul><ul id="m"><li id="z">z</li><li id="x">x</li></ul></div>"#
    #expect(try diff(old, new) == #"["d","x"],["i","m",null,"<li id=\"x\">x</li>"]"#)
    #expect(try diff(new, old) == #"["d","x"],["i","l","y","<li id=\"x\">x</li>"]"#)
  }

  @Test func anElementStaysWhenItLosesOrGetsAnElementAroundIt() throws {
    let screen = #"<div id="v"><p id="x">a long text that stays where it is</p></div>"#
    let plain = #"<div id="w"><main><form id="f">"# + screen + "</form></main></div>"
    let modal =
      #"<div id="w"><main>"# + screen.replacing("\"v\"", with: "\"v\" inert")
      + ##"</main><dialog><form id="f"><p id="y">OK</p></form></dialog></div>"##
    #expect(
      try diff(plain, modal)
        == ##"["m",["w",0],null,"v"],["d","f"],["i","w",null,"<dialog><form id=\"f\"><p id=\"y\">OK</p></form></dialog>"],"##
        + ##"["a","v","inert",""]"##)
    #expect(
      try diff(modal, plain)
        == ##"["d",["w",1]],["i",["w",0],null,"<form id=\"f\"></form>"],["m",["w",0,1],null,"v"],["a","v","inert",null]"##
    )
  }

  // MARK: - Markup that cannot be read

  @Test(arguments: [
    "<p id=\"a\">x", "x", "", "<p id=\"a\">x</b>", "<p id=\"a\">x</p><p></p>", "<p id=\"a\"><div/></p>",
    "<P id=\"a\">x</P>",
    "<p id='a'>x</p>", "<p id=a>x</p>", "<p id=\"a>x</p>", "<p id=\"a\"", "<", "<p", "</p>", "<p id=\"a\"><!-- </p>",
    "<p id=\"a\"><!", "<p id=\"a\"><textarea>", "<p id=\"a\"><svg></p>", "<p id=\"a\"></", "<p id=\"a\"><!-->",
    "<p>x</p>",
  ])
  func markupThatCannotBeReadNeedsTheWholePage(markup: String) throws {
    #expect(try diff(markup, #"<p id="a">y</p>"#) == nil)
    if markup != "<p>x</p>" { #expect(try diff(#"<p id="a">y</p>"#, markup) == nil) }
  }

  @Test func aDeepTreeNeedsNoDeepStack() throws {
    let depth = 50_000
    let (start, end) = (String(repeating: "<b>", count: depth), String(repeating: "</b>", count: depth))
    let operations = Array((#"<p id="a">"# + start + "x" + end + "</p>").utf8).withUnsafeBytes { old in
      Array((#"<p id="a">"# + start + "y" + end + "</p>").utf8).withUnsafeBytes { new in
        var changes = MarkupRegions()
        changes.regions = [.init(old: .init(0, old.count), new: .init(0, new.count), pairs: 0..<0)]
        return MarkupDiff.operations(from: old, to: new, changes: changes)
      }
    }
    #expect(operations.map { String(decoding: $0.prefix(8), as: UTF8.self) } == #"["h","a""#)
  }

  // MARK: - Pairs

  @Test func pairsAreNotRead() throws {
    // The content of the pairs is no markup at all.
    let old = #"<ul id="l"><li id="a"><<<1</li><li id="b"><<<2</li></ul>"#
    let new = #"<ul id="l" hidden><li id="b"><<<2</li><li id="a"><<<1</li></ul>"#
    let count = #"<li id="a"><<<1</li>"#.utf8.count
    var changes = MarkupRegions()
    changes.pairs = [
      .init(old: .init(11 + count, count), new: .init(18, count)),
      .init(old: .init(11, count), new: .init(18 + count, count)),
    ]
    changes.regions = [.init(old: .init(0, old.utf8.count), new: .init(0, new.utf8.count), pairs: 0..<2)]
    let operations = Array(old.utf8).withUnsafeBytes { old in
      Array(new.utf8).withUnsafeBytes { MarkupDiff.operations(from: old, to: $0, changes: changes) }
    }
    #expect(
      operations.map { String(decoding: $0, as: UTF8.self) } == #"["a","l","hidden",""],["m","l","a","b"]"#)
  }
}
