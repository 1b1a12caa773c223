/// An error in a template, with its line and how to correct it.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    case unclosedTag
    case emptyTag
    case logic(String)
    case unknownPartial(String)
    case circularPartial(String)
    case unknownName(String, known: [String])
    case slotAsVariable(String)
    case variableAsSlot(String)
    case missingSlot(String)
    case missingVariable(String, advice: String)
    case notText
    case unreadable
  }

  package let file: String
  package let line: Int
  package let problem: Reason

  package init(file: String, line: Int, problem: Reason) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  package var description: String { "\(file):\(line): \(sentence)" }

  private var sentence: String {
    switch problem {
    case .unclosedTag: "A tag is opened here and never closed: }} is missing."
    case .emptyTag: "A tag has no name between its braces."
    case .logic(let tag):
      "{{\(tag)}} is a section; templates have no logic. Decide in a view or a view model, and give the result a name."
    case .unknownPartial(let name): "There is no template \(name).html to put in here."
    case .circularPartial(let name): "The template \(name).html is put into itself."
    case .unknownName(let name, let known):
      "There is no \(name) here. What there is: \(known.sorted().joined(separator: ", "))."
    case .slotAsVariable(let name): "\(name) is markup: write {{{\(name)}}}, with three braces."
    case .variableAsSlot(let name): "\(name) is text, to be escaped: write {{\(name)}}, with two braces."
    case .missingSlot(let name): "The template never says {{{\(name)}}}, so that part of the page would be missing."
    case .missingVariable(let name, let advice): "The template never says {{\(name)}}. \(advice)"
    case .notText: "The file is not text in UTF-8."
    case .unreadable: "The file cannot be read. It must be a regular file that the server's user may read."
    }
  }
}
