import Testing

@testable import HTML

/// Every mistake is told with its file and line, and with what to do.
@Suite struct TemplateErrorTests {
  private static let names = TemplateNames(
    variables: ["title", "language"], slots: ["screen"], required: ["screen"])

  private func mistake(_ source: String, partials: [String: String] = [:], names: TemplateNames? = names) -> String? {
    do {
      _ = try Template(source, file: "page.html", names: names) { name in
        partials[name].map { (file: "\(name).html", source: $0) }
      }
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("{{title", "page.html:1: A tag is opened here and never closed: }} is missing."),
    ("{{{screen}}", "page.html:1: A tag is opened here and never closed: }} is missing."),
    ("a\nb\n{{title }", "page.html:3: A tag is opened here and never closed: }} is missing."),
    ("{{", "page.html:1: A tag is opened here and never closed: }} is missing."),
    ("{{title\n<p>{{language}}", "page.html:1: A tag is opened here and never closed: }} is missing."),
    ("{{{screen\n<p>{{{screen}}}", "page.html:1: A tag is opened here and never closed: }} is missing."),
    ("{{}}", "page.html:1: A tag has no name between its braces."),
    ("{{{ }}}", "page.html:1: A tag has no name between its braces."),
    ("{{>}}", "page.html:1: A tag has no name between its braces."),
    ("{{&\n}}", "page.html:1: A tag has no name between its braces."),
    (
      "{{#list}}",
      "page.html:1: {{#list}} is a section; templates have no logic. "
        + "Decide in a view or a view model, and give the result a name."
    ),
    (
      "{{^ list }}",
      "page.html:1: {{^ list}} is a section; templates have no logic. "
        + "Decide in a view or a view model, and give the result a name."
    ),
    (
      "\n{{/list}}",
      "page.html:2: {{/list}} is a section; templates have no logic. "
        + "Decide in a view or a view model, and give the result a name."
    ),
    (
      "{{=<% %>=}}",
      "page.html:1: {{=<% %>=}} is a section; templates have no logic. "
        + "Decide in a view or a view model, and give the result a name."
    ),
    ("{{> nobody}}", "page.html:1: There is no template nobody.html to put in here."),
    ("{{titel}}", "page.html:1: There is no titel here. What there is: language, screen, title."),
    ("{{{titel}}}", "page.html:1: There is no titel here. What there is: language, screen, title."),
    ("{{& titel}}", "page.html:1: There is no titel here. What there is: language, screen, title."),
    ("{{screen}}", "page.html:1: screen is markup: write {{{screen}}}, with three braces."),
    ("{{{title}}}", "page.html:1: title is text, to be escaped: write {{title}}, with two braces."),
    ("{{& title}}", "page.html:1: title is text, to be escaped: write {{title}}, with two braces."),
    ("", "page.html:1: The template never says {{{screen}}}, so that part of the page would be missing."),
    (
      "{{! {{{screen}}} }}",
      "page.html:1: The template never says {{{screen}}}, so that part of the page would be missing."
    ),
  ])
  func everyMistakeIsWorded(source: String, expected: String) {
    #expect(mistake(source) == expected)
  }

  @Test func aVariableThatIsMissingIsNamedWithItsUse() {
    let names = TemplateNames(
      variables: ["id", "title"], slots: ["screen"], required: ["screen"],
      requiredVariables: ["id": "Write <i {{id}}>."])
    #expect(mistake("{{{screen}}}{{id}}", names: names) == nil)
    #expect(
      mistake("{{{screen}}}{{title}}{{! {{id}} }}", names: names)
        == "page.html:1: The template never says {{id}}. Write <i {{id}}>.")
  }

  @Test func aFileThatIsNoTextIsWorded() {
    #expect(
      TemplateError(file: "a.html", line: 1, problem: .unreadable).description
        == "a.html:1: The file cannot be read. It must be a regular file that the server's user may read.")
    let error = TemplateError(file: "a.html", line: 1, problem: .notText)
    #expect(error.description == "a.html:1: The file is not text in UTF-8.")
  }

  @Test func aMistakeInAPartialNamesThePartial() {
    #expect(
      mistake("{{{screen}}}\n{{> head}}", partials: ["head": "\n\n{{titel}}"])
        == "head.html:3: There is no titel here. What there is: language, screen, title.")
  }

  @Test func aTemplateInItselfIsFound() {
    #expect(
      mistake("\n{{> page}}", partials: ["page": ""]) == "page.html:2: The template page.html is put into itself.")
    #expect(
      mistake("{{> a}}", partials: ["a": "{{> b}}", "b": "x\n{{> a}}"])
        == "b.html:2: The template a.html is put into itself.")
  }

  @Test func linesAreCountedAcrossTagsOfSeveralLines() {
    #expect(mistake("{{\ntitle\n}}\n{{! a\nb\nc }}{{x}}")?.hasPrefix("page.html:6:") == true)
    #expect(mistake("{{{\nscreen\n}}} {{x}}")?.hasPrefix("page.html:3:") == true)
    #expect(mistake("a\r\nb\r\n{{x}}")?.hasPrefix("page.html:3:") == true)
    #expect(mistake("\n\n{{\n\nx}}")?.hasPrefix("page.html:3:") == true, "the line that the tag begins in")
  }

  @Test func theFirstMistakeIsTold() {
    #expect(mistake("{{first}}\n{{second}}")?.contains("no first") == true)
  }

  @Test func withoutNamesAnyNameIsTaken() {
    #expect(mistake("{{whatever}}{{{else}}}", names: nil) == nil)
    #expect(mistake("{{#section}}", names: nil) != nil)
  }
}
