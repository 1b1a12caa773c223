internal import Foundation
package import HTML

/// Turns a tree of views into markup; what did not change since the last time is copied from it.
///
/// A view's `renderHTML(into:)` gets the renderer of its page and writes to it.
public final class HTMLRenderer {
  // As in views, accesses are not checked for overlaps: a page is thousands of small ones.
  @exclusivity(unchecked) private var buffer = HTMLBuffer(capacity: 0)

  /// The markup of the last rendering.
  @exclusivity(unchecked) package private(set) var markup = Markup(HTMLBuffer(capacity: 0))

  package private(set) var styles = StyleSheet()

  /// Templates for the content of views, by the names of their classes.
  private let templates: [String: Template]

  // The innermost view that is being rendered: where it starts, and where its last rendering started if that still counts.
  @exclusivity(unchecked) private var currentView: UIView?
  @exclusivity(unchecked) private var currentStart = 0
  @exclusivity(unchecked) private var currentPreviousStart: Int? = 0

  // Whether something in the view that is being rendered has to be rendered each time.
  @exclusivity(unchecked) private var isOpen = false

  // The views whose elements are headings of level 1.
  private var topHeadings: [TopHeading] = []

  private struct TopHeading {
    weak var view: UIView?
  }

  // The root of the last rendering, which is the one that the markup and the places in it belong to.
  private weak var lastRoot: UIView?

  package init(templates: [String: Template] = [:]) { self.templates = templates }

  // MARK: - Rendering a tree

  /// Brings the markup up to date with a tree.
  package func update(_ root: UIView) {
    if root !== lastRoot { root.renderedLength = 0 }
    lastRoot = root
    guard root.viewFlags.contains(.subtreeNeedsRender) || root.renderedLength == 0 else { return }
    if styles.count > Self.mostStyles {
      styles = StyleSheet()
      root.renderedLength = 0
    }
    buffer = HTMLBuffer(capacity: markup.bytes.count + 1024)
    currentView = nil
    currentStart = 0
    currentPreviousStart = 0
    render(root)
    var finished = HTMLBuffer(capacity: 0)
    swap(&finished, &buffer)
    markup = Markup(finished)
    if !topHeadings.isEmpty { topHeadings.removeAll { $0.view?.isDescendant(of: root) != true } }
    #if DEBUG
      root.checkIdentifiers()
    #endif
  }

  /// Lets the last rendering go. The next one is made from the views alone.
  package func forget() {
    markup = Markup(HTMLBuffer(capacity: 0))
    styles = StyleSheet()
    lastRoot = nil
  }

  /// Whether a view of the last rendering is a heading of level 1.
  package var hasTopHeading: Bool { topHeadings.contains { $0.view?.htmlTag.isTopHeading == true } }

  private static let mostStyles = 2000

  /// Writes the markup of a subview here: from its last rendering where nothing changed in it.
  ///
  /// The subviews may be rendered in any order, or only some of them. A view from elsewhere may be rendered, too; that is
  /// done anew for each page.
  public func render(_ view: UIView) {
    let start = buffer.count
    let isFromElsewhere = currentView.map { view.superview !== $0 } ?? false
    let isAgain = view.viewFlags.contains(.isRendered)
    if isFromElsewhere || isAgain { currentView?.viewFlags.insert(.isUnordered) }
    let isKnown = view.renderedLength > 0 && !isFromElsewhere && !isAgain
    let previousStart = isKnown ? currentPreviousStart.map { $0 + Int(view.renderedOffset) } : nil

    let outer = (currentView, currentStart, currentPreviousStart, isOpen)
    (currentView, currentStart, currentPreviousStart, isOpen) = (view, start, previousStart, false)
    if let previousStart, !view.viewFlags.contains(.subtreeNeedsRender) {
      copyPrevious(from: previousStart, count: Int(view.renderedLength))
    } else if let previousStart, view.canBePatched {
      patch(view, previousStart: previousStart)
    } else {
      view.viewFlags.remove(.isUnordered)
      view.resolvePathName()
      view.renderHTML(into: self)
      view.takeNoteOfSubviews()
    }
    let staysOpen = isOpen
    (currentView, currentStart, currentPreviousStart, isOpen) = outer
    isOpen = isOpen || staysOpen || isFromElsewhere

    view.viewFlags.subtract([.needsRender, .subtreeNeedsRender])
    if staysOpen { view.viewFlags.insert(.subtreeNeedsRender) }
    if isFromElsewhere {
      // Its place is in its superview, which has to find it there by itself.
      view.renderedLength = 0
      view.setNeedsRender()
    } else {
      if currentView != nil { view.viewFlags.insert(.isRendered) }
      view.renderedOffset = Int32(truncatingIfNeeded: start - currentStart)
      view.renderedLength = Int32(truncatingIfNeeded: buffer.count - start)
    }
  }

  /// Copies the view's own markup and puts the markup of the subviews that changed in its place.
  private func patch(_ view: UIView, previousStart: Int) {
    let previousEnd = previousStart + Int(view.renderedLength)
    var copied = previousStart
    var shift = buffer.count - previousStart
    for subview in view.subviews where subview.renderedLength > 0 {
      guard subview.viewFlags.contains(.subtreeNeedsRender) else {
        subview.renderedOffset += Int32(truncatingIfNeeded: shift - (currentStart - previousStart))
        continue
      }
      let subviewStart = previousStart + Int(subview.renderedOffset)
      let subviewEnd = subviewStart + Int(subview.renderedLength)
      copyPrevious(from: copied, count: subviewStart - copied)
      render(subview)
      subview.viewFlags.remove(.isRendered)
      copied = subviewEnd
      shift = buffer.count - subviewEnd
    }
    copyPrevious(from: copied, count: previousEnd - copied)
  }

  private func copyPrevious(from start: Int, count: Int) {
    guard count > 0 else { return }
    buffer.append(bytes: UnsafeRawBufferPointer(rebasing: markup.bytes[start..<start + count]))
  }

  // MARK: - Writing markup

  /// Writes markup that is a literal in the program.
  public func write(_ markup: StaticString) { buffer.append(markup) }

  /// Writes text, escaped.
  public func write(text: String) { buffer.append(text: text) }

  /// Writes an attribute: a space, its name, and the value, escaped.
  public func write(attribute name: StaticString, _ value: String) {
    buffer.append(" ")
    buffer.append(name)
    buffer.append("=\"")
    buffer.append(text: value)
    buffer.append("\"")
  }

  /// Writes an attribute whose value is the id of a view, or of a part of it.
  package func write(attribute name: StaticString, idOf view: UIView, part: String = "") {
    buffer.append(" ")
    buffer.append(name)
    buffer.append("=\"")
    view.writeID(into: &buffer)
    if !part.isEmpty {
      buffer.append(".")
      buffer.append(text: part)
    }
    buffer.append("\"")
  }

  /// Writes an element that stands for a view, with the view's attributes, and what `content` writes inside it.
  public func element(_ tag: StaticString, of view: UIView, content: () -> Void) {
    startTag(tag, of: view)
    guard view.hasGestures else {
      if templates.isEmpty || !writeTemplate(of: view) { content() }
      return endTag(tag)
    }
    writeGestures(of: view, tag: tag) {
      if templates.isEmpty || !writeTemplate(of: view) { content() }
    } endTag: {
      endTag(tag)
    }
  }

  private func endTag(_ tag: StaticString) {
    write("</")
    write(tag)
    write(">")
  }

  /// Writes the start tag of an element that stands for a view: all there is of elements such as `input`.
  public func startTag(_ tag: StaticString, of view: UIView) {
    if tag.isTopHeading, !topHeadings.contains(where: { $0.view === view }) {
      topHeadings.append(TopHeading(view: view))
    }
    write("<")
    write(tag)
    write(attribute: "id", idOf: view)
    writeClasses(of: view)
    view.renderCommonAttributes(into: self)
    view.renderAttributes(into: self)
    write(">")
  }

  /// Writes what a template says for the class of a view: its slots and variables are the view's properties.
  private func writeTemplate(of view: UIView) -> Bool {
    guard let template = templates[ClassNames.name(of: type(of: view))] else { return false }
    view.viewFlags.insert(.isUnordered)
    let properties = view.properties
    template.forEachPart { markup in
      buffer.append(bytes: markup)
    } name: { name, isSlot in
      if !isSlot { isOpen = true }  // nobody tells when a property of the app's changes
      switch properties[name] {
      case let subview as UIView where isSlot && subview.isDescendant(of: view): render(subview)
      case let text? where !isSlot: buffer.append(text: text as? String ?? String(describing: text))
      default:
        Misuse.report(
          "The template \(ClassNames.name(of: type(of: view))).html names \(name), and the class has no such "
            + (isSlot ? "subview." : "property."))
      }
    }
    return true
  }

  /// Writes the class of the style rule with these declarations, for an element that is no view.
  func writeClass(declarations: String) {
    guard !declarations.isEmpty else { return }
    buffer.append(" class=\"s")
    buffer.append(styles.number(of: declarations))
    buffer.append("\"")
  }

  private func writeClasses(of view: UIView) {
    buffer.append(" class=\"")
    buffer.append(markup: ClassNames.markup(of: type(of: view)))
    if view.isNamedAsProperty {
      buffer.append(" ")
      buffer.append(text: view.pathName)
    }
    var declarations = ""
    view.appendStyle(to: &declarations)
    if !declarations.isEmpty {
      buffer.append(" s")
      buffer.append(styles.number(of: declarations))
    }
    buffer.append("\"")
  }
}

extension StaticString {
  /// Whether this is `h1`.
  fileprivate var isTopHeading: Bool {
    utf8CodeUnitCount == 2 && utf8Start[0] == UInt8(ascii: "h") && utf8Start[1] == UInt8(ascii: "1")
  }
}

extension UIView {
  /// Whether the view's own markup still holds, with its subviews in their order and each in its place.
  fileprivate var canBePatched: Bool {
    viewFlags.isDisjoint(with: [.needsRender, .isUnordered])
      && !subviews.contains { $0.renderedLength == 0 && $0.viewFlags.contains(.subtreeNeedsRender) }
  }

  /// After the view's own markup was written: what became of the subviews in it.
  fileprivate func takeNoteOfSubviews() {
    var end: Int32 = 0
    for view in subviews {
      if view.viewFlags.contains(.isRendered) {
        view.viewFlags.remove(.isRendered)
        if view.renderedOffset < end { viewFlags.insert(.isUnordered) }
        end = view.renderedOffset + view.renderedLength
      } else {
        view.renderedLength = 0  // it is not in the markup, and its last place is of no use any more
      }
    }
  }

  /// Writes the attributes that any view may have.
  fileprivate func renderCommonAttributes(into html: HTMLRenderer) {
    if viewFlags.contains(.isHidden) { html.write(" hidden") }
    if !viewFlags.isDisjoint(with: [.isInteractionDisabled, .isInert]) { html.write(" inert") }
    if rareProperties.isEmpty { return }
    if let direction = semanticContentAttribute.html { html.write(attribute: "dir", direction) }
    if rareProperties.box(of: Accessibility.self) != nil { renderAccessibility(into: html) }
  }
}
