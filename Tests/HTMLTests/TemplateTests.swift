import Testing

@testable import HTML

@Suite struct TemplateTests {
  private func written(
    _ source: String, names: TemplateNames? = nil, partials: [String: String] = [:]
  ) throws(TemplateError) -> String {
    let template = try Template(source, file: "page.html", names: names) { name in
      partials[name].map { (file: "\(name).html", source: $0) }
    }
    var buffer = HTMLBuffer()
    template.write(into: &buffer) { name, _ in
      "<\(name)>"
    } slot: { name, buffer in
      buffer.append(markup: "[\(name)]")
    }
    return buffer.string
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{{a}}", "&lt;a&gt;"), ("{{ a }}", "&lt;a&gt;"), ("{{\n\ta\n}}", "&lt;a&gt;"),
    ("{{{a}}}", "[a]"), ("{{{ a }}}", "[a]"), ("{{&a}}", "[a]"), ("{{& a }}", "[a]"),
    ("{{! words }}", ""), ("{{!}}", ""), ("{{! two\nlines }}x", "x"), ("{{!# not a section }}", ""),
    ("a{{b}}c{{{d}}}e", "a&lt;b&gt;c[d]e"), ("{{a}}{{b}}", "&lt;a&gt;&lt;b&gt;"), ("{{{a}}}{{{b}}}", "[a][b]"),
    ("{{a}}}", "&lt;a&gt;}"), ("{ {a} }", "{ {a} }"), ("}}", "}}"), ("{", "{"), ("{a}{{b}}", "{a}&lt;b&gt;"),
  ])
  func everyKindOfTagIsReplaced(source: String, expected: String) throws {
    #expect(try written(source) == expected)
  }

  @Test func markupIsCopiedAsItIs() throws {
    let source = "<!DOCTYPE html>\r\n<p class='x'>&amp; 世界 👍🏽</p>\r\n"
    #expect(try written(source).utf8.elementsEqual(source.utf8))
  }

  @Test func aTagMayStandBeforeACombiningCharacter() throws {
    #expect(try written("{{a}}\u{301}").unicodeScalars.elementsEqual("&lt;a&gt;\u{301}".unicodeScalars))
    #expect(try written("{{{a}}}\u{FE0F}").unicodeScalars.elementsEqual("[a]\u{FE0F}".unicodeScalars))
  }

  @Test func partialsAreWrittenInTheirPlace() throws {
    #expect(try written("1{{> head}}2", partials: ["head": "-{{a}}-"]) == "1-&lt;a&gt;-2")
    #expect(try written("{{>head}}{{>head}}", partials: ["head": "x"]) == "xx")
  }

  @Test func partialsMayHavePartials() throws {
    #expect(try written("{{> a}}", partials: ["a": "<{{> b}}>", "b": "({{> c}})", "c": "{{{x}}}"]) == "<([x])>")
  }

  @Test func namesThatAreThereAreTaken() throws {
    let names = TemplateNames(variables: ["title"], slots: ["screen"], required: ["screen"])
    #expect(try written("{{title}}{{{screen}}}{{& screen}}", names: names) == "&lt;title&gt;[screen][screen]")
  }

  @Test func aRequiredSlotMayStandInAPartial() throws {
    let names = TemplateNames(variables: [], slots: ["screen"], required: ["screen"])
    #expect(try written("{{> body}}", names: names, partials: ["body": "{{{screen}}}"]) == "[screen]")
  }

  @Test func partsAreHandedOverOneByOne() throws {
    let template = try Template("<p>{{a}}</p>{{{b}}}", file: "x", names: nil)
    var parts: [String] = []
    template.forEachPart {
      parts.append(String(decoding: $0, as: UTF8.self))
    } name: {
      parts.append("\($0) \($1)")
    }
    #expect(parts == ["<p>", "a false", "</p>", "b true"])
  }
}
