internal import HTML

/// The style rules that come from properties set in code: one class per distinct set of declarations.
///
/// Inline `style` attributes would need a content security policy that lets injected markup style the page, too.
package final class StyleSheet {
  private var numbers: [String: Int] = [:]
  private var rules: [String] = []

  /// The rules in CSS.
  package private(set) var css = ""

  package init() {}

  /// The number of the class that has these declarations: `s` and the number is its name.
  package func number(of declarations: String) -> Int {
    if let number = numbers[declarations] { return number }
    let number = rules.count
    numbers[declarations] = number
    rules.append(declarations)
    css += ".s\(number){\(declarations)}\n"
    return number
  }

  /// How many rules there are. They only grow: whoever renders for long starts anew when most are out of use.
  package var count: Int { rules.count }
}
