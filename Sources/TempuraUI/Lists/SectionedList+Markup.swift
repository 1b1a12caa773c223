internal import Foundation

extension SectionedList {
  /// Writes the list: what is above the rows, the sections, and what is below them.
  ///
  /// - Parameter style: The style of a table, by which the style sheet draws the rows.
  final func renderList(into html: HTMLRenderer, style: UITableView.Style?) {
    let isLaidOut = isLaidOut
    // The button that refreshes a list that is laid out is above the content, whose views have frames.
    if isLaidOut, let refreshControl { html.render(refreshControl) }
    renderScrolledContent(into: html, style: style.map { "\($0)" }) {
      let others = otherViews
      for view in others.before where !(isLaidOut && view === refreshControl) { html.render(view) }
      renderSectionIndex(into: html)
      renderRoom(.before, isItem: false, into: html)
      if isOneList {
        html.writeRows(content.cells, css: layout.css(ofSection: 0, isLaidOut: isLaidOut))
      } else {
        for index in content.shownSections {
          renderSection(content.sections[index], at: index, isLaidOut: isLaidOut, into: html)
        }
      }
      renderRoom(.after, isItem: false, into: html)
      for view in others.after { html.render(view) }
    }
  }

  private func renderSection(_ section: ListSection, at index: Int, isLaidOut: Bool, into html: HTMLRenderer) {
    html.write("<div class=\"section\"")
    if section.header != nil {
      html.write(" role=\"group\"")
      html.write(attribute: "aria-labelledby", idOf: self, part: "header-\(index)")
    }
    html.write(">")
    if let header = section.header {
      let pinned = isLaidOut ? styleOfPinnedHeader(ofSection: index) : nil
      html.write("<div")
      html.writeClass(
        pinned != nil || layout.pinsHeaders ? "header pinned" : "header", height: section.headerHeight, of: header,
        css: pinned ?? "")
      html.write(attribute: "id", idOf: self, part: "header-\(index)")
      html.write(">")
      html.render(header)
      html.write("</div>")
    }
    let cells = section.rows(in: content.window).compactMap { section.rows[$0]?.cell }
    html.writeRows(cells, css: layout.css(ofSection: index, isLaidOut: isLaidOut))
    if let footer = section.footer {
      html.write("<div")
      html.writeClass("footer", height: section.footerHeight, of: footer)
      html.write(">")
      html.render(footer)
      html.write("</div>")
    }
    html.write("</div>")
  }

  /// Returns the CSS of the element around the pinned header of a section; nil if the header is not pinned. That element covers
  /// the section, and the header sticks to the top there.
  private func styleOfPinnedHeader(ofSection section: Int) -> String? {
    guard let (start, end) = layout.pinnedExtent(ofSection: section) else { return nil }
    let frame = supplement(ofKind: Self.headerKind, at: [section, 0])?.untransformedFrame
    let width = frame.map { CSS.clampedRem($0.width) } ?? "100%"
    return
      "position:absolute;left:\(CSS.clampedRem(frame?.minX ?? 0));top:\(CSS.clampedRem(start));width:\(width);height:\(CSS.clampedRem(max(end - start, 0)));z-index:10;pointer-events:none;"
  }
}

extension HTMLRenderer {
  /// Writes the list of rows.
  fileprivate func writeRows(_ cells: [ListItemView], css: String) {
    guard !cells.isEmpty else { return }
    write("<ul")
    writeClass(declarations: css)
    write(">")
    for cell in cells { render(cell) }
    write("</ul>")
  }

  /// Writes the class of the element around a header or footer. A view with a size of its own needs no other.
  fileprivate func writeClass(_ name: StaticString, height: CGFloat, of view: UIView, css: String = "") {
    write(" class=\"")
    write(name)
    if view.hasAssignedFrame {
      write(" bare")
      if !css.isEmpty { write(text: " s\(styles.number(of: css))") }
    } else if height >= 0 {
      write(text: " s\(styles.number(of: "min-height:\(CSS.px(height));"))")
    }
    write("\"")
  }
}
