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
  ///   - items: Writes the buttons of the menu.
  func writeRowMenu(
    _ part: String, of row: UIView, content: UIView, title: String, cssClass: StaticString, items: () -> Void
  ) {
    writeMenu("\(part)-menu", openedBy: part, of: row, cssClass: cssClass) {
      self.writeRowName(part, of: row, content: content)
    } face: {
      self.writeUnseen(title)
    } content: {
      items()
    }
  }

  /// Writes a symbol or a text beside the content of a row.
  ///
  /// - Parameters:
  ///   - label: What the symbol says.
  ///   - id: The row and the name of its part whose id the element has.
  func writeAccessory(
    _ look: StaticString, declarations: String = "", text: String = "", label: String? = nil,
    id: (UIView, part: String)? = nil
  ) {
    write("<span class=\"accessory ")
    write(look)
    if !declarations.isEmpty { write(text: " s\(styles.number(of: declarations))") }
    write("\"")
    if let label {
      write(" role=\"img\"")
      write(attribute: "aria-label", label)
    }
    if let id { write(attribute: "id", idOf: id.0, part: id.part) }
    write(">")
    write(text: text)
    write("</span>")
  }

  /// Writes the menu that moves a row. A finger drags the row by the button of the menu.
  func writeReorderControl(of row: UIView, content: UIView, canMoveUp: Bool = true, canMoveDown: Bool = true) {
    writeRowMenu("row-move", of: row, content: content, title: localized(.buttonMove), cssClass: "opens-menu reorder") {
      for (part, title, isEnabled) in [
        ("row-up", ServerText.buttonMoveUp, canMoveUp), ("row-down", .buttonMoveDown, canMoveDown),
      ] {
        self.writeRowButton(
          part, of: row, content: content, title: localized(title), cssClass: nil, isEnabled: isEnabled)
      }
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
    writeRowButton("row-delete", of: row, content: content, title: deletion, cssClass: "swipe full destructive")
  }
}

/// A move of a row by one row, or by several: `row-up`, `row-down-3`. The latter have no button: a finger drags the row.
struct RowMove {
  let isUp: Bool
  let steps: Int

  static let up = RowMove(isUp: true, steps: 1)
  static let down = RowMove(isUp: false, steps: 1)

  /// A bound for what clients send.
  private static let maximumSteps = 10_000
}

extension RowMove {
  /// - Parameter part: The name of a part of the row. Nil if it is no move.
  init?(part: String) {
    let words = part.split(separator: "-", omittingEmptySubsequences: false)
    guard 2...3 ~= words.count, words[0] == "row", words[1] == "up" || words[1] == "down" else { return nil }
    guard let steps = words.count < 3 ? 1 : Int(words[2]), 1...Self.maximumSteps ~= steps else { return nil }
    self.init(isUp: words[1] == "up", steps: steps)
  }
}
