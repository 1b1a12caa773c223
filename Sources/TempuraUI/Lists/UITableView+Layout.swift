internal import Foundation

// Each row gets the width of the table, and its height as far as it is known, before it is laid out. If the app assigned
// frames of views in it by frames, the row then has exactly the height that the app gives it. Other rows flow, and the
// browser decides their heights.

extension UITableView {
  /// Marks the rows for a new arrangement, because a row came, went or wants to be laid out again.
  final func rowNeedsLayout() {
    guard !content.isArranging else { return }
    content.needsArrangement = true
    setNeedsLayout()
  }

  final var hasFlowingRows: Bool { arrangement.hasFlowingRows }

  final func displayRows() {
    guard let tableDelegate, content.hasUndisplayedRows else { return }
    forEachUndisplayedRow { view, path in
      if let cell = view as? UITableViewCell { tableDelegate.tableView(self, willDisplay: cell, forRowAt: path) }
    }
    for (index, section) in content.sections.enumerated() {
      if let view = section.header { tableDelegate.tableView(self, willDisplayHeaderView: view, forSection: index) }
      if let view = section.footer { tableDelegate.tableView(self, willDisplayFooterView: view, forSection: index) }
    }
  }

  /// The distance of the rows from the sides of the table.
  final var inset: CGFloat { style == .insetGrouped ? Self.screenMargin : 0 }

  /// Lays out the rows that need it, and notes where all rows are.
  final func arrangeRows() {
    let width = bounds.width
    guard width > 0, !content.isArranging, content.needsArrangement || arrangement.width != width else { return }
    content.isArranging = true
    content.needsArrangement = false
    arrangement.width = width
    // The data came before the first layout, or the width is another one. A delegate computes heights for the width.
    if arrangement.widthOfHeights != width { askForHeights() }
    layOutRows()
    updateArrangement()
    content.isArranging = false
    let size = CGSize(width: width, height: arrangement.height)
    if contentSize != size { contentSize = size }
  }

  private func layOutRows() {
    let room = max(bounds.width - 2 * inset, 0)
    for view in [tableHeaderView, tableFooterView] {
      if let view { layOutTableHeader(view) }
    }
    for section in content.sections {
      if let header = section.header { layOut(header, width: room, height: section.headerHeight) }
      for row in section.rows { if let cell = row.cell as? UITableViewCell { layOut(cell, width: room) } }
      if let footer = section.footer { layOut(footer, width: room, height: section.footerHeight) }
    }
  }

  /// Whether a row or header has changed, or gets another width, or another height than it has.
  private func isLayoutDue(of view: UIView, width: CGFloat, height: CGFloat) -> Bool {
    if view.isLayoutDue { return true }
    let size = view.untransformedFrame.size
    return size.width != width
      || height >= 0 && view.hasExactSize && size.height != height.saneLength
  }

  /// Lays out a cell, twice if it turns out only then that the app lays it out by frames.
  private func layOut(_ cell: UITableViewCell, width: CGFloat) {
    guard !cell.isArranged || isLayoutDue(of: cell, width: width, height: cell.height) else { return }
    cell.isArranged = true
    let (kind, y) = (ObjectIdentifier(type(of: cell)), cell.untransformedFrame.minY)
    func fit() {
      if !cell.hasExactSize {
        cell.setExactFrame(CGRect(x: inset, y: y, width: width, height: max(cell.height.saneLength, 44)))
      }
      // A text beside a button that a phone does not have may need another line.
      let room = width - cell.widthOfWebButtons
      let height = cell.height >= 0 ? cell.height.saneLength : Self.fittingHeight(of: cell, width: room)
      cell.setExactFrame(CGRect(x: inset, y: y, width: width, height: height))
      cell.setNeedsLayout()  // measuring may have moved the content
      cell.layoutSubtree()
    }
    if arrangement.sizedClasses.contains(kind) {
      fit()
      if cell.isLaidOutByFrames { return }
    }
    let height = cell.height >= 0 ? cell.height.saneLength : max(estimatedRowHeight.saneLength, 44)
    if !cell.hasExactSize {
      cell.setFlowingFrame(CGRect(x: inset, y: y, width: width, height: height))
    }
    cell.layoutSubtree()
    if cell.isLaidOutByFrames {
      arrangement.sizedClasses.insert(kind)
      fit()
    } else if cell.hasExactSize {
      cell.removeExactSize()
      cell.setNeedsLayout()
      cell.layoutSubtree()
    }
  }

  /// Returns the height of a row or header that sizes itself, as on iOS.
  private static func fittingHeight(of view: UIView, width: CGFloat) -> CGFloat {
    view.systemLayoutSizeFitting(
      CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height.saneLength
  }

  /// Lays out the header or footer of a section.
  private func layOut(_ view: UIView, width: CGFloat, height: CGFloat) {
    guard isLayoutDue(of: view, width: width, height: height) else { return }
    let old = view.untransformedFrame
    func isLaidOutByFrames() -> Bool {
      let cell = view as? UITableViewHeaderFooterView
      return view.isRowLaidOutByFrames(content: cell?.content, [cell?.backgroundView]) || view.hasAssignedFrame
    }
    let isSized = view.hasExactSize || isLaidOutByFrames()
    let first = height >= 0 ? height : old.height > 0 ? old.height : 28
    if isSized {
      view.setExactFrame(CGRect(x: inset, y: old.minY, width: width, height: first))
    } else {
      view.setFlowingFrame(CGRect(x: inset, y: old.minY, width: width, height: first))
    }
    view.layoutSubtree()
    guard isSized || isLaidOutByFrames() else { return }
    // The delegate's view without a class of its own keeps the height that it was made with.
    let isPlain = !(view is UITableViewHeaderFooterView) && old.height > 0
    let fitting = height >= 0 ? height : isPlain ? old.height : Self.fittingHeight(of: view, width: width)
    view.setExactFrame(CGRect(x: inset, y: old.minY, width: width, height: fitting))
    view.setNeedsLayout()
    view.layoutSubtree()
  }

  /// Lays out the view above or below all rows. It has the height of its frame, if it has one.
  private func layOutTableHeader(_ view: UIView) {
    let frame = view.untransformedFrame
    guard view.hasAssignedFrame || view.hasExactSize else {
      if view.frameUse == .sizedToFit {
        view.frameUse = .unused  // it is as wide as the table
        view.setNeedsRender()
      }
      if view.isLayoutDue || frame.width != bounds.width {
        view.setFlowingFrame(CGRect(x: 0, y: frame.minY, width: bounds.width, height: frame.height))
      }
      return
    }
    view.setExactFrame(CGRect(x: 0, y: frame.minY, width: bounds.width, height: frame.height))
  }

  // MARK: - Arrangement

  private func updateArrangement() {
    let hasFrames = hasSizedViews
    var new = TableArrangement(
      width: arrangement.width, widthOfHeights: arrangement.widthOfHeights, sizedClasses: arrangement.sizedClasses)
    new.hasSizedRows = hasFrames
    var y: CGFloat = 0
    func move(_ view: UIView, height: CGFloat) {
      if !view.hasExactSize { new.hasFlowingRows = true }
      let frame = view.untransformedFrame
      if hasFrames, frame.minY != y {
        view.setFlowingFrame(CGRect(origin: CGPoint(x: frame.minX, y: y), size: frame.size))
      }
      y += height
    }
    func move(_ supplement: UIView?, title: String?, height: CGFloat) {
      if let supplement {
        move(supplement, height: self.height(of: supplement, least: height))
      } else if title != nil {
        new.hasFlowingRows = true
        y += max(height.saneLength, 44)
      }
    }
    if let tableHeaderView { move(tableHeaderView, height: tableHeaderView.untransformedFrame.height) }
    for (index, section) in content.sections.enumerated() {
      if style != .plain, index > 0 { y += 16 }
      var areas = TableArrangement.Section(start: y)
      move(section.header, title: section.headerTitle, height: section.headerHeight)
      areas.headerEnd = y
      areas.rowEnds.reserveCapacity(section.rows.count)
      for row in section.rows {
        if let cell = row.cell as? UITableViewCell { move(cell, height: height(of: cell, least: cell.height)) }
        areas.rowEnds.append(y)
      }
      move(section.footer, title: section.footerTitle, height: section.footerHeight)
      areas.end = y
      new.sections.append(areas)
    }
    if let tableFooterView { move(tableFooterView, height: tableFooterView.untransformedFrame.height) }
    new.height = y
    arrangement = new
  }

  private var hasSizedViews: Bool {
    [tableHeaderView, tableFooterView].contains { $0?.hasExactSize == true }
      || content.sections.contains { section in
        [section.header, section.footer].contains { $0?.hasExactSize == true }
          || section.rows.contains { $0.cell?.hasExactSize == true }
      }
  }

  /// Returns the height of a row or header: the true one, or an estimate.
  private func height(of view: UIView, least: CGFloat) -> CGFloat {
    if view.hasExactSize { return view.untransformedFrame.height }
    if view is UITableViewCell { return max(least.saneLength, estimatedRowHeight.saneLength, 44) }
    return least >= 0 ? least.saneLength : max(view.untransformedFrame.height, 28)
  }
}
