public import Foundation

// Selection, editing and moving of rows. Each gesture of iOS is a button in the row.

extension UITableView {
  // MARK: - Selection

  /// The first selected row; nil if there is none.
  public final var indexPathForSelectedRow: IndexPath? {
    selectedRows.first
  }

  /// The selected rows; nil if there are none.
  public final var indexPathsForSelectedRows: [IndexPath]? {
    let paths = selectedRows
    return paths.isEmpty ? nil : paths
  }

  /// Selects a row without calling the delegate. If `indexPath` is nil, deselects all rows.
  public final func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    select(indexPath)
    if let indexPath, scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row without calling the delegate.
  public final func deselectRow(at indexPath: IndexPath, animated: Bool) { deselect(indexPath) }

  // MARK: - Parts of rows

  /// Returns the effect of a tap on a part of a row; nil if the row has no such part now.
  final func action(ofPart part: String, at indexPath: IndexPath) -> (() -> Void)? {
    switch part {
    case "": canSelect(indexPath) ? { self.tapRow(at: indexPath) } : nil
    case "row-accessory":
      content[indexPath].flatMap { ($0.cell as? UITableViewCell)?.shownAccessoryType.isButton == true } == true
        ? { self.tableDelegate?.tableView(self, accessoryButtonTappedForRowWith: indexPath) } : nil
    case "row-delete": hasEditingButton(.delete, at: indexPath) ? { self.commit(.delete, at: indexPath) } : nil
    case "row-insert": hasEditingButton(.insert, at: indexPath) ? { self.commit(.insert, at: indexPath) } : nil
    default:
      if let move = RowMove(part: part) {
        destination(ofRowAt: indexPath, by: move).map { to in { self.move(from: indexPath, to: to) } }
      } else {
        swipeAction(part, at: indexPath)
      }
    }
  }

  private func commit(_ style: UITableViewCell.EditingStyle, at indexPath: IndexPath) {
    dataSource?.tableView(self, commit: style, forRowAt: indexPath)
  }

  /// Returns whether the row has a button for an editing style, in the row or among its actions.
  final func hasEditingButton(_ style: UITableViewCell.EditingStyle, at indexPath: IndexPath) -> Bool {
    guard let dataSource, dataSource.tableView(self, canEditRowAt: indexPath) else { return false }
    return (tableDelegate?.tableView(self, editingStyleForRowAt: indexPath) ?? .delete) == style
      && (isEditing || style == .delete && !hasTrailingActions(at: indexPath))
  }

  /// Returns the style of the editing button in the row. If the user can select several rows during editing, there are
  /// no such buttons.
  final func editingStyle(at indexPath: IndexPath) -> UITableViewCell.EditingStyle {
    guard isEditing, !allowsMultipleSelectionDuringEditing else { return .none }
    return hasEditingButton(.delete, at: indexPath)
      ? .delete : hasEditingButton(.insert, at: indexPath) ? .insert : .none
  }

  /// Returns whether the row shows with a circle whether it is selected.
  final func hasSelectionCircle(at indexPath: IndexPath) -> Bool {
    isEditing && allowsMultipleSelectionDuringEditing && dataSource?.tableView(self, canEditRowAt: indexPath) == true
  }

  final func deletionTitle(at indexPath: IndexPath) -> String {
    tableDelegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: indexPath) ?? localized(.buttonDelete)
  }

  // MARK: - Moving

  final func canMove(at indexPath: IndexPath) -> Bool {
    isEditing && dataSource?.tableView(self, canMoveRowAt: indexPath) == true
  }

  /// Returns the index path of a row after a move; nil at the start or end of the table. From the edge of a section, the next step
  /// leads into the neighbouring section.
  final func destination(ofRowAt indexPath: IndexPath, by move: RowMove) -> IndexPath? {
    guard canMove(at: indexPath) else { return nil }
    /// The last place of the row in a section.
    func last(in section: Int) -> Int { content.sections[section].rows.count - (section == indexPath.section ? 1 : 0) }
    var (section, row) = (indexPath.section, indexPath.row)
    for _ in 0..<move.steps {
      if move.isUp, row > 0 {
        row -= 1
      } else if move.isUp, section > 0 {
        section -= 1
        // A finger passes a row at each step.
        row = max(last(in: section) - (move.steps > 1 ? 1 : 0), 0)
      } else if !move.isUp, row < last(in: section) {
        row += 1
      } else if !move.isUp, section + 1 < content.sections.count {
        section += 1
        row = move.steps > 1 ? min(1, last(in: section)) : 0
      } else {
        break
      }
    }
    let destination = IndexPath(row: row, section: section)
    return destination == indexPath ? nil : destination
  }

  private func move(from indexPath: IndexPath, to proposed: IndexPath) {
    let destination =
      tableDelegate?.tableView(self, targetIndexPathForMoveFromRowAt: indexPath, toProposedIndexPath: proposed)
      ?? proposed
    guard destination != indexPath, let row = content[indexPath] else { return }
    dataSource?.tableView(self, moveRowAt: indexPath, to: destination)
    // Unlike on iOS, the app may already have moved the row in the table itself.
    if content[indexPath] === row { moveRow(at: indexPath, to: destination) }
    setNeedsRenderOfRows()
  }

  // MARK: - Swipes

  private func hasTrailingActions(at indexPath: IndexPath) -> Bool {
    tableDelegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath) != nil
  }

  /// Returns the actions of a row's context menu.
  private func menuActions(at indexPath: IndexPath) -> [UIContextualAction] {
    let point = content[indexPath]?.cell?.untransformedFrame ?? .zero
    let configuration = tableDelegate?.tableView(
      self, contextMenuConfigurationForRowAt: indexPath, point: CGPoint(x: point.midX, y: point.midY))
    return (configuration?.entries ?? []).map { menu, entry in
      let isDestructive = entry.action.attributes.contains(.destructive)
      let action = UIContextualAction(style: isDestructive ? .destructive : .normal, title: entry.action.title) {
        _, _, _ in
        menu.choose(entry)
      }
      action.image = entry.action.image
      action.place = .contextMenu
      return action
    }
  }

  /// Returns the actions of a row, with the names of their parts: those of swipes and of its context menu, or in editing mode
  /// those that its minus shows. An action of the menu that a swipe has, too, is seen after a long press only.
  final func swipeActions(at indexPath: IndexPath) -> [(part: String, action: UIContextualAction)] {
    guard let tableDelegate else { return [] }
    let trailing = tableDelegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath)
    var actions = trailing?.actions(at: .trailing) ?? []
    if isEditing {
      guard editingStyle(at: indexPath) == .delete else { return [] }
    } else {
      let leading = tableDelegate.tableView(self, leadingSwipeActionsConfigurationForRowAt: indexPath)
      actions.insert(contentsOf: leading?.actions(at: .leading) ?? [], at: 0)
      var known = actions.map(\.name)
      if hasEditingButton(.delete, at: indexPath) { known.append(deletionTitle(at: indexPath)) }
      for action in menuActions(at: indexPath) {
        if known.contains(action.name) { action.place = .repeatedInContextMenu }
        actions.append(action)
      }
    }
    return actions.named
  }

  private func swipeAction(_ part: String, at indexPath: IndexPath) -> (() -> Void)? {
    guard part.hasPrefix("row-action-") else { return nil }
    let action = swipeActions(at: indexPath).first { $0.part == part }?.action
    guard let action, let cell = content[indexPath]?.cell else { return nil }
    return { action.handler(action, cell) { _ in } }
  }
}

extension UITableViewCell.AccessoryType {
  var isButton: Bool { self == .detailButton || self == .detailDisclosureButton }
}
