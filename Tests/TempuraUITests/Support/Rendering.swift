import HTML
import TempuraGraphics

@testable import TempuraUI

extension HTMLRenderer {
  /// The markup of the last rendering.
  var html: String { markup.string }

  /// The same with the declarations of the style sheet in the place of its numbers, which depend on what came before.
  var htmlWithStyles: String {
    var declarations: [Substring: Substring] = [:]
    for line in styles.css.split(separator: "\n") {
      let brace = line.firstIndex(of: "{") ?? line.endIndex
      declarations[line[..<brace].dropFirst()] = line[brace...]
    }
    var parts = html.split(separator: "\"", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() where parts[index - 1].hasSuffix("class=") {
      let start = parts[index].lastIndex(of: " ").map { parts[index].index(after: $0) } ?? parts[index].startIndex
      if let rule = declarations[parts[index][start...]] { parts[index] = parts[index][..<start] + rule }
    }
    return parts.joined(separator: "\"")
  }
}

/// What a tree looks like to someone who never saw it before.
func html(_ view: UIView) -> String { renderingFromScratch(view).html }

/// A rendering of a tree as if for the first time, which leaves no trace in the tree.
func renderingFromScratch(_ root: UIView) -> HTMLRenderer {
  var restorers: [() -> Void] = []
  func remember(_ view: UIView) {
    let (flags, offset, length) = (view.viewFlags, view.renderedOffset, view.renderedLength)
    restorers.append {
      let traces: UIView.Flags = [.needsRender, .subtreeNeedsRender, .isUnordered, .isRendered, .isElement]
      view.viewFlags = view.viewFlags.subtracting(traces).union(flags.intersection(traces))
      view.renderedOffset = offset
      view.renderedLength = length
    }
    view.renderedLength = 0
    view.viewFlags.insert([.needsRender, .subtreeNeedsRender])
    for subview in view.subviews { remember(subview) }
  }
  remember(root)
  let renderer = HTMLRenderer()
  renderer.update(root)
  for restore in restorers { restore() }
  return renderer
}

/// The content of an element that a view renders as, without the element.
func content(_ view: UIView) -> String {
  let all = html(view)
  guard let start = all.firstIndex(of: ">"), let end = all.lastIndex(of: "<"), start < end else { return "" }
  return String(all[all.index(after: start)..<end])
}

/// The attributes of a view's element, without id and class.
func attributes(_ view: UIView) -> String {
  let tag = html(view).prefix { $0 != ">" }
  guard let range = tag.firstRange(of: /class="[^"]*"/) else { return String(tag) }
  return String(tag[range.upperBound...].drop { $0 == " " })
}

/// The attributes of the element inside that a field's value is typed in, without id and name.
func fieldAttributes(_ field: UIView) -> String {
  let tag = content(field).prefix { $0 != ">" }
  guard let range = tag.firstRange(of: /name="[^"]*"/) else { return String(tag) }
  return String(tag[range.upperBound...].drop { $0 == " " })
}

/// The declarations that a view has in the style sheet.
func css(_ view: UIView) -> String {
  var css = CSSText()
  view.appendStyle(to: &css)
  return css.string
}

/// Sends a value for a part of a field as a form does.
///
/// - Returns: What is wrong with it, if anything is.
@discardableResult func send(_ text: String, to field: any InputField, part: String = "") -> String? {
  let input = FieldInput.text(text)
  guard !field.isUnchanged(by: input, part: part) else { return nil }
  if let problem = field.problem(with: input, part: part) { return problem }
  field.enter(input, part: part)
  return nil
}

/// Taps a part of a view, if it takes taps.
///
/// - Returns: Whether it did.
@discardableResult func tap(_ view: UIView, _ part: String = "") -> Bool {
  guard let target = view.tapTarget(ofPart: part), target.refusal == nil else { return false }
  target.tap()
  return true
}
