internal import Foundation

extension HTMLRenderer {
  /// Writes a section of a list: its header, its rows and its footer.
  ///
  /// - Parameters:
  ///   - headerClass: The CSS classes of a header that is a view.
  ///   - declarations: CSS declarations for the `ul` of the rows.
  ///   - headerDeclarations: CSS declarations for the element around a header.
  func writeSection(
    _ section: ListSection, at index: Int, of list: UIView, headerClass: StaticString = "header",
    declarations: String = "", headerDeclarations: String = ""
  ) {
    write("<div class=\"section\"")
    if section.header != nil {
      write(" role=\"group\"")
      write(attribute: "aria-labelledby", idOf: list, part: "header-\(index)")
    }
    write(">")
    if let header = section.header {
      write("<div")
      writeClass(headerClass, height: section.headerHeight, of: header, declarations: headerDeclarations)
      write(attribute: "id", idOf: list, part: "header-\(index)")
      write(">")
      render(header)
      write("</div>")
    }
    if !section.rows.isEmpty {
      write("<ul")
      writeClass(declarations: declarations)
      write(">")
      for row in section.rows { if let cell = row.cell { render(cell) } }
      write("</ul>")
    }
    if let footer = section.footer {
      write("<div")
      writeClass("footer", height: section.footerHeight, of: footer)
      write(">")
      render(footer)
      write("</div>")
    }
    write("</div>")
  }

  /// Writes the class of the element around a header or footer. A view with a size of its own needs no other.
  private func writeClass(_ name: StaticString, height: CGFloat, of view: UIView, declarations: String = "") {
    write(" class=\"")
    write(name)
    if view.hasAssignedFrame {
      write(" bare")
      if !declarations.isEmpty { write(text: " s\(styles.number(of: declarations))") }
    } else if height >= 0 {
      write(text: " s\(styles.number(of: "min-height:\(CSS.px(height));"))")
    }
    write("\"")
  }
}
