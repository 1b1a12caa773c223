internal import Foundation

extension HTMLRenderer {
  /// Writes a section of a list: its header, its rows and its footer.
  ///
  /// - Parameters:
  ///   - headerClass: The CSS classes of a header that is a view.
  ///   - declarations: CSS declarations for the `ul` of the rows.
  func writeSection(
    _ section: ListSection, at index: Int, of list: UIView, headerClass: StaticString = "header",
    declarations: String = ""
  ) {
    write("<div class=\"section\"")
    if section.header != nil || section.headerTitle != nil {
      write(" role=\"group\"")
      write(attribute: "aria-labelledby", idOf: list, part: "header-\(index)")
    }
    write(">")
    if let header = section.header {
      write("<div")
      writeClass(headerClass, height: section.headerHeight)
      write(attribute: "id", idOf: list, part: "header-\(index)")
      write(">")
      render(header)
      write("</div>")
    } else if let title = section.headerTitle {
      write("<h2")
      writeClass("header", height: section.headerHeight)
      write(attribute: "id", idOf: list, part: "header-\(index)")
      write(">")
      write(text: title)
      write("</h2>")
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
      writeClass("footer", height: section.footerHeight)
      write(">")
      render(footer)
      write("</div>")
    } else if let title = section.footerTitle {
      write("<p")
      writeClass("footer", height: section.footerHeight)
      write(">")
      write(text: title)
      write("</p>")
    }
    write("</div>")
  }

  private func writeClass(_ name: StaticString, height: CGFloat) {
    write(" class=\"")
    write(name)
    if height >= 0 { write(text: " s\(styles.number(of: "min-height:\(CSS.px(height));"))") }
    write("\"")
  }
}
