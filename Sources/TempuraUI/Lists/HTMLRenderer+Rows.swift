internal import Foundation

// The buttons of rows, in tables and in collection views.

extension HTMLRenderer {
  /// Writes a button of a row. Its accessible name is its title, followed by the content of the row.
  func writeRowButton(
    _ part: String, of row: UIView, content: UIView, title: String, cssClass: StaticString?, declarations: String = "",
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

  /// Writes the menu of a row, and the button that opens it.
  ///
  /// - Parameters:
  ///   - part: The name of the part that is the button.
  ///   - isSwiped: Whether the menu looks like the actions that a swipe of a row shows.
  ///   - items: Writes the buttons of the menu.
  func writeRowMenu(
    _ part: String, of row: UIView, content: UIView, title: String, cssClass: StaticString, isSwiped: Bool = false,
    items: () -> Void
  ) {
    writeMenu("\(part)-menu", openedBy: part, of: row, cssClass: cssClass, isSwiped: isSwiped) {
      self.writeRowName(part, of: row, content: content)
    } face: {
      self.writeUnseen(title)
    } content: {
      items()
    }
  }

  /// Writes the menu of a row's actions, some of which a swipe shows on iOS.
  ///
  /// - Parameter deletion: The title of the action that deletes the row; nil if there is none.
  func writeRowActions(
    _ actions: [(part: String, action: UIContextualAction)], of row: UIView, content: UIView, deletion: String? = nil
  ) {
    guard deletion != nil || !actions.isEmpty else { return }
    writeRowMenu(
      "row-actions", of: row, content: content, title: localized(.partActions), cssClass: "opens-menu more over"
    ) {
      self.writeRowActionButtons(actions, of: row, content: content, deletion: deletion)
    }
  }

  func writeRowActionButtons(
    _ actions: [(part: String, action: UIContextualAction)], of row: UIView, content: UIView, deletion: String?
  ) {
    for (part, action) in actions {
      writeRowButton(
        part, of: row, content: content, title: action.name, cssClass: action.cssClass, declarations: action.css,
        image: action.image)
    }
    guard let deletion else { return }
    writeRowButton("row-delete", of: row, content: content, title: deletion, cssClass: "swipe destructive")
  }
}
