internal import Basics
internal import Foundation
internal import HTML

extension HTMLRenderer {
  /// Writes literal markup.
  @inline(__always) public func write(_ markup: StaticString) { buffer.append(markup) }

  /// Writes markup that was made here.
  func write(markup: String) { buffer.append(markup: markup) }

  /// Writes text, escaped.
  public func write(text: String) { buffer.append(text: text) }

  /// Writes a space and an attribute, with its value escaped.
  public func write(attribute name: StaticString, _ value: String) {
    buffer.append(attribute: name, value)
  }

  /// Writes an attribute whose value is the id of a view or of one of its parts.
  package func write(attribute name: StaticString, idOf view: UIView, part: String = "") {
    buffer.append(attribute: name)
    view.writeID(into: &buffer, &naming)
    if !part.isEmpty {
      buffer.append(".")
      buffer.append(text: part)
    }
    buffer.append("\"")
  }

  /// Writes an element with a text.
  ///
  /// - Parameter id: The view and the name of its part whose id the element has.
  func write(_ text: String, in tag: StaticString, cssClass: StaticString? = nil, id: (UIView, part: String)? = nil) {
    buffer.append(startTag: tag)
    if let cssClass {
      buffer.append(" class=\"")
      buffer.append(cssClass)
      buffer.append("\"")
    }
    if let id { write(attribute: "id", idOf: id.0, part: id.part) }
    buffer.append(">")
    buffer.append(text: text)
    buffer.append(endTag: tag)
  }

  /// Writes the element of a view, with the view's attributes.
  ///
  /// - Parameter content: Writes the content of the element. A template for the view's class replaces it.
  public func element(_ tag: StaticString, of view: UIView, content: () -> Void) {
    let isAtStart = isPatchable(tag, of: view)
    startTag(tag, of: view)
    guard view.hasGestures else {
      writeContent(of: view, content)
      endTag(tag)
      if isAtStart { elementEnd = buffer.count }
      return
    }
    writeGestures(of: view, tag: tag) {
      writeContent(of: view, content)
    } endTag: {
      endTag(tag)
      if isAtStart { elementEnd = buffer.count }
    }
  }

  /// Writes the content of a view's element, and the layers behind it and in front of it.
  private func writeContent(of view: UIView, _ content: () -> Void) {
    if !view.rareProperties.isEmpty {
      writeDrawing(of: view)
      writeLayersBehind(view)
    }
    if templates.isEmpty || !writeTemplate(of: view) { content() }
    if !view.rareProperties.isEmpty { writeLayersInFront(view) }
  }

  private func endTag(_ tag: StaticString) {
    buffer.append(endTag: tag)
  }

  /// Writes the start tag of a view's element, with the view's attributes. An element such as `input` has no other tag.
  public func startTag(_ tag: StaticString, of view: UIView) {
    if tag.isTopHeading { topHeadings[ObjectIdentifier(view)] = TopHeading(view: view) }
    let isAtStart = isPatchable(tag, of: view)
    buffer.append(startTag: tag)
    buffer.append(attribute: "id")
    view.writeID(into: &buffer, &naming)
    buffer.append("\" class=\"")
    let touches = writeClasses(of: view)
    buffer.append("\"")
    if touches != 0 || view.hasGestures, let mark = view.touchMark(TouchHandling(rawValue: touches)) {
      buffer.append(attribute: "data-touches", mark)
    }
    view.renderCommonAttributes(into: self)
    view.renderAttributes(into: self)
    write(">")
    if isAtStart { elementEnd = buffer.count }
  }

  /// Whether the view's markup begins with an element that a patch can have without the elements around it.
  private func isPatchable(_ tag: StaticString, of view: UIView) -> Bool {
    view === currentView && buffer.count == currentStart && !tag.needsParent
  }

  /// Writes the template for a view's class, whose slots and variables are properties of the view.
  ///
  /// - Returns: false if there is no template for the class.
  private func writeTemplate(of view: UIView) -> Bool {
    guard let template = templates[ClassNames.name(of: type(of: view))] else { return false }
    view.viewFlags.insert(.isUnordered)
    let properties = PropertyTable.of(type(of: view)).values(in: view)
    template.forEachPart { markup in
      buffer.append(bytes: markup)
    } name: { name, isSlot in
      if !isSlot { changesUnnoticed = true }  // a property of the app's class may change without marking the view
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

  /// Writes a class attribute with these declarations, for an element that is not that of a view.
  func writeClass(declarations: String) {
    guard !declarations.isEmpty else { return }
    buffer.append(" class=\"s")
    buffer.append(styles.number(of: declarations))
    buffer.append("\"")
  }

  /// Writes the number of the class with these declarations.
  func write(styleNumber declarations: String) { buffer.append(styles.number(of: declarations)) }

  /// Writes the attributes with the URLs of an image: see ``UIImage/writeSource(into:in:isFilled:)``.
  func writeSource(of image: UIImage, in box: CGSize?, isFilled: Bool) {
    image.writeSource(into: &buffer, in: box, isFilled: isFilled)
  }

  /// - Returns: The raw value of `TouchHandling` of the view's class.
  private func writeClasses(of view: UIView) -> UInt8 {
    let type = type(of: view)
    let look = ClassNames.look(of: type) { TouchHandling(of: type).rawValue }
    buffer.append(markup: look.markup)
    if view.viewFlags.contains(.isPathNameClass) {
      buffer.append(" ")
      buffer.append(text: view.pathName)
    }
    if view.hasAssignedFrame { buffer.append(" placed") }
    if view.viewFlags.contains(.isFramed) { buffer.append(" framed") }
    if view.passesTouches { buffer.append(" passes") }
    declarations.removeAll()
    view.appendStyle(to: &declarations)
    if !declarations.isEmpty {
      buffer.append(" s")
      buffer.append(styles.number(of: declarations.bytes))
    }
    return look.touches
  }
}

extension StaticString {
  /// Whether this is `h1`.
  var isTopHeading: Bool { isElement("h1") }

  /// Whether parsers drop this element outside of certain others, or add those (HTML Standard, section 13.2.6.4.9 and later).
  fileprivate var needsParent: Bool {
    switch utf8Start.pointee {
    case UInt8(ascii: "t"), UInt8(ascii: "c"), UInt8(ascii: "o"): Self.parts.contains(where: isElement)
    default: false
    }
  }

  private static let parts: [StaticString] = [
    "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "col", "colgroup", "option", "optgroup",
  ]
}

extension UIView {
  /// Writes the attributes that all views may have.
  fileprivate func renderCommonAttributes(into html: HTMLRenderer) {
    if viewFlags.contains(.isHidden) { html.write(" hidden") }
    if !viewFlags.isDisjoint(with: [.isInteractionDisabled, .isInert]) { html.write(" inert") }
    if !rareProperties.isEmpty, let direction = semanticContentAttribute.html {
      html.write(attribute: "dir", direction)
    }
    if hasLastingMotion { html.writeMotion(lastingMotion) }
    guard hasAccessibility else { return }
    if accessibilityElementsHidden { html.write(" aria-hidden=\"true\"") }
    renderAccessibility(into: html)
  }
}
