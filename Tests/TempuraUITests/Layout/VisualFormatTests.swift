import Foundation
import Testing

@testable import TempuraUI

/// The constraints of visual formats.
@Suite struct VisualFormatTests {
  let superview = UIView()
  let views: [String: UIView]

  init() {
    views = ["a": UIView(), "b": UIView(), "c_1": UIView()]
    for view in views.values { superview.addSubview(view) }
  }

  private func constraints(
    _ format: String, _ options: NSLayoutConstraint.FormatOptions = [], _ metrics: [String: Any] = [:]
  ) throws -> [String] {
    try NSLayoutConstraint.makeConstraints(format, options, metrics, views).map(text)
  }

  private func text(_ constraint: NSLayoutConstraint) -> String {
    func name(_ item: AnyObject?) -> String {
      item === superview ? "super" : views.first { $0.value === item }?.key ?? "?"
    }
    let relation = [-1: "<=", 0: "==", 1: ">="][constraint.relation.rawValue] ?? ""
    let other = constraint.secondItem.map { "\(name($0)).\(constraint.secondAttribute)+" } ?? ""
    let priority = constraint.priority == .required ? "" : "@\(CSS.number(CGFloat(constraint.priority.rawValue)))"
    return "\(name(constraint.firstItem)).\(constraint.firstAttribute)\(relation)\(other)"
      + CSS.number(constraint.constant) + priority
  }

  static let formats: [(String, [String])] = [
    ("[a]", []),
    ("[a(44)]", ["a.width==44"]),
    ("V:[a(==20.5)]", ["a.height==20.5"]),
    ("[a(>=10,<=size@250)]", ["a.width>=10", "a.width<=30@250"]),
    ("[a(b@low)]", ["a.width==b.width+0@100"]),
    ("|[a]|", ["a.leading==super.leading+0", "super.trailing==a.trailing+0"]),
    ("H:|-[a]-|", ["a.leading==super.leadingMargin+0", "super.trailingMargin==a.trailing+0"]),
    ("V:|-[a]-|", ["a.top==super.topMargin+0", "super.bottomMargin==a.bottom+0"]),
    ("|-16-[a]-size-|", ["a.leading==super.leading+16", "super.trailing==a.trailing+30"]),
    ("[a][b]", ["b.leading==a.trailing+0"]),
    ("[a]-[c_1]", ["c_1.leading==a.trailing+8"]),
    ("V:[a]-(>=4@750,<=size)-[b]", ["b.top>=a.bottom+4@750", "b.top<=a.bottom+30"]),
    ("[a]-(-5)-[b]", ["b.leading==a.trailing+-5"]),
    ("[a]-(>=0)-|", ["super.trailing>=a.trailing+0"]),
  ]

  @Test(arguments: formats) func aFormatMakesConstraints(format: String, expected: [String]) throws {
    #expect(try constraints(format, [], ["size": 30, "low": Float(100)]) == expected)
  }

  @Test func optionsAlignViewsAndTurnRowsAround() throws {
    #expect(
      try constraints("[a][b][c_1]", .alignAllTop) == [
        "b.leading==a.trailing+0", "c_1.leading==b.trailing+0", "a.top==b.top+0", "b.top==c_1.top+0",
      ])
    #expect(try constraints("|-2-[a]-3-[b]", .directionLeftToRight) == ["a.left==super.left+2", "b.left==a.right+3"])
    #expect(try constraints("|-2-[a]-3-[b]", .directionRightToLeft) == ["super.right==a.right+2", "a.left==b.right+3"])
  }

  static let wrong: [(String, String)] = [
    ("", #"The visual format "" is wrong after "": it needs | or [ there."#),
    ("|", #"The visual format "|" is wrong after "|": it needs a view, such as [label] there."#),
    ("[a", #"The visual format "[a" is wrong after "[a": it needs ] there."#),
    ("[a]-8[b]", #"The visual format "[a]-8[b]" is wrong after "[a]-8": it needs - there."#),
    ("[a] [b]", #"The visual format "[a] [b]" is wrong after "[a]": it needs [ or | there."#),
    ("[a]|[b]", #"The visual format "[a]|[b]" is wrong after "[a]|": it needs the end after the superview there."#),
    ("[4]", #"The visual format "[4]" is wrong after "[": it needs the name of a view there."#),
    (
      "[a(>=)]",
      #"The visual format "[a(>=)]" is wrong after "[a(>=": it needs a number or the name of a metric there."#
    ),
    ("[x]", #"The visual format "[x]" has the view x, which is not in views."#),
    ("[a]-x-[b]", #"The visual format "[a]-x-[b]" has the metric x, which is not a number in metrics."#),
  ]

  @Test(arguments: wrong) func aWrongFormatIsExplained(format: String, sentence: String) {
    #expect(throws: VisualFormatError.self) {
      do { _ = try constraints(format) } catch {
        #expect("\(error)" == sentence)
        throw error
      }
    }
  }

  @Test func whatAFormatCannotSayIsExplained() {
    let view = UIView()
    #expect(throws: VisualFormatError.noSuperview("|[a]", "a")) {
      try NSLayoutConstraint.makeConstraints("|[a]", [], [:], ["a": view])
    }
    #expect(throws: VisualFormatError.alignment("[a][b]")) { try constraints("[a][b]", .alignAllLeading) }
  }
}
