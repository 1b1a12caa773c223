internal import HTML

/// The style rules of a page for properties set in code: one class per distinct set of declarations.
///
/// Classes replace `style` attributes, because a content security policy that allows those also allows injected ones.
package final class StyleSheet {
  @exclusivity(unchecked) private var numbers: [String: Int] = [:]

  /// The rules in CSS.
  @exclusivity(unchecked) package private(set) var css = ""

  package init() {}

  /// The number of the class with these declarations. The name of the class is `s` followed by the number.
  package func number(of declarations: String) -> Int {
    if let number = numbers[declarations] { return number }
    let number = numbers.count
    numbers[declarations] = number
    css += ".s"
    css += String(number)
    css += "{"
    css += declarations
    css += "}\n"
    return number
  }

  /// The number of rules, including rules that no view uses any more: rules are never removed.
  package var count: Int { numbers.count }
}
