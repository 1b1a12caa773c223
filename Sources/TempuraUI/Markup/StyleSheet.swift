internal import Basics
internal import Foundation
internal import HTML

/// The style rules of a page for properties set in code: one class per distinct set of declarations.
///
/// Classes replace `style` attributes, because a content security policy that allows those also allows injected ones.
package final class StyleSheet {
  /// Where the declarations of a class are in the rules.
  private struct Rule {
    let hash: UInt
    let start: Int32
    let count: Int32
  }

  // The rules by their numbers, and a hash table of the numbers with linear probing: -1 where there is none. To search in a
  // dictionary of strings took as long as to write the declarations.
  @exclusivity(unchecked) private var rules: [Rule] = []
  @exclusivity(unchecked) private var slots: [Int32] = []

  @exclusivity(unchecked) private var buffer = HTMLBuffer(capacity: 0)

  /// The rules in CSS.
  package var css: String {
    if let written { return written }
    let css = buffer.string
    written = css
    return css
  }

  // The text of the rules, until another one is added.
  @exclusivity(unchecked) private var written: String?

  /// The rules in CSS. The pointer is valid until a rule is added.
  package var bytes: UnsafeRawBufferPointer { buffer.bytes }

  package init() {}

  /// The number of rules, including rules that no view uses any more: rules are never removed.
  package var count: Int { rules.count }

  /// The number of the class with these declarations. The name of the class is `s` followed by the number.
  package func number(of declarations: String) -> Int {
    var declarations = declarations
    return declarations.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
  }

  func number(of declarations: UnsafeRawBufferPointer) -> Int {
    if 2 * rules.count >= slots.count { grow() }
    let hash = declarations.quickHash.hash
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if rules[number].hash == hash, isRule(rules[number], declarations) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(rules.count)
    return add(declarations, hash)
  }

  private func isRule(_ rule: Rule, _ declarations: UnsafeRawBufferPointer) -> Bool {
    guard Int(rule.count) == declarations.count, let start = declarations.baseAddress else { return false }
    return memcmp(bytes.baseAddress! + Int(rule.start), start, declarations.count) == 0
  }

  private func add(_ declarations: UnsafeRawBufferPointer, _ hash: UInt) -> Int {
    let number = rules.count
    written = nil
    if rules.isEmpty {
      rules.reserveCapacity(16)
      buffer.reserve(1000)
    }
    buffer.append(".s")
    buffer.append(number)
    buffer.append("{")
    let start = buffer.count
    buffer.append(bytes: declarations)
    buffer.append("}\n")
    rules.append(Rule(hash: hash, start: Int32(start), count: Int32(declarations.count)))
    return number
  }

  private func grow() {
    slots = Array(repeating: -1, count: max(2 * slots.count, 32))
    for (number, rule) in rules.enumerated() {
      var slot = Int(truncatingIfNeeded: rule.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
