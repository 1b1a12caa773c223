internal import Foundation

// The buttons of rows, in tables and in collection views.

extension HTMLRenderer {
  /// Writes a button of a row. Its accessible name is its title, followed by the content of the row.
  func writeRowButton(
    _ part: String, of row: UIView, content: UIView, title: String, cssClass: StaticString, declarations: String = "",
    image: UIImage? = nil, isEnabled: Bool = true
  ) {
    writeButton(tapping: part, of: row, cssClass: cssClass, declarations: declarations, isEnabled: isEnabled) {
      self.write(attribute: "id", idOf: row, part: part)
      self.writeRowName(part, of: row, content: content)
    } content: {
      if let image { self.write(image: image) }
      self.writeSpan(title)
    }
  }

  private func writeRowName(_ part: String, of row: UIView, content: UIView) {
    let name = content.subviews.isEmpty ? "" : " \(content.elementID)"
    write(attribute: "aria-labelledby", "\(row.elementID).\(part)\(name)")
  }

  /// Writes the list of a row's actions, which a swipe reveals on iOS.
  ///
  /// - Parameter others: Writes more buttons after those of the actions.
  func writeRowActions(
    _ actions: [(part: String, action: UIContextualAction)], of row: UIView, others: () -> Void = {}
  ) {
    let content = (row as? UITableViewCell)?.contentView ?? (row as? UICollectionViewCell)?.contentView ?? row
    let isOver = (row as? UITableViewCell).map { $0.isSizedByFrame && $0.hasHeightOfDelegate } ?? false
    write(isOver ? "<details class=\"actions over\"><summary" : "<details class=\"actions\"><summary")
    write(attribute: "id", idOf: row, part: "row-actions")
    writeRowName("row-actions", of: row, content: content)
    write(">")
    writeSpan(localized(.partActions))
    write("</summary><div>")
    for (part, action) in actions {
      writeRowButton(
        part, of: row, content: content, title: action.name,
        cssClass: action.style == .destructive ? "destructive" : "normal", declarations: action.css,
        image: action.image)
    }
    others()
    write("</div></details>")
  }
}
