public import Foundation

// The areas of rows and sections in the content, in points. They are true for rows that the app lays out by frames, and
// estimates for rows whose content flows.

extension UITableView {
  /// The areas of the sections, up to date with the rows.
  private var sections: [TableArrangement.Section] {
    loadIfNeeded()
    if content.needsArrangement || viewFlags.contains(.needsLayout) { layoutIfNeeded() }
    return arrangement.sections
  }

  private func rect(from start: CGFloat, to end: CGFloat) -> CGRect {
    CGRect(x: 0, y: start, width: bounds.width, height: max(end - start, 0))
  }

  /// Returns the area of a section, with its header and footer.
  public final func rect(forSection section: Int) -> CGRect {
    let sections = sections
    return sections.indices.contains(section) ? rect(from: sections[section].start, to: sections[section].end) : .zero
  }

  public final func rectForHeader(inSection section: Int) -> CGRect {
    let sections = sections
    return sections.indices.contains(section)
      ? rect(from: sections[section].start, to: sections[section].headerEnd) : .zero
  }

  public final func rectForFooter(inSection section: Int) -> CGRect {
    let sections = sections
    return sections.indices.contains(section) ? rect(from: sections[section].rowsEnd, to: sections[section].end) : .zero
  }

  /// Returns the area of a row; zero if there is no such row.
  public final func rectForRow(at indexPath: IndexPath) -> CGRect {
    let sections = sections
    guard indexPath.count == 2, sections.indices.contains(indexPath.section),
      sections[indexPath.section].rowEnds.indices.contains(indexPath.row)
    else { return .zero }
    let row = sections[indexPath.section].row(indexPath.row)
    return rect(from: row.start, to: row.end)
  }

  /// Returns the row at a point of the content.
  public final func indexPathForRow(at point: CGPoint) -> IndexPath? {
    let (sections, y) = (sections, point.y)
    guard point.x >= 0, point.x < max(bounds.width, 1) else { return nil }
    guard let section = sections.firstIndex(where: { y >= $0.headerEnd && y < $0.rowsEnd }) else { return nil }
    return sections[section].rowEnds.firstIndex { y < $0 }.map { IndexPath(row: $0, section: section) }
  }

  /// Returns the rows of which an area of the content contains a part.
  public final func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    var paths: [IndexPath] = []
    for (section, area) in sections.enumerated() where area.start < rect.maxY && area.end > rect.minY {
      for index in area.rowEnds.indices {
        let row = area.row(index)
        if row.start < rect.maxY, row.end > rect.minY { paths.append(IndexPath(row: index, section: section)) }
      }
    }
    return paths
  }

  /// Returns the offset at which a row is at a position of the visible area; nil if the browser has to find the row, because
  /// the heights of rows are estimates.
  final func offset(showing indexPath: IndexPath, at position: ScrollPosition) -> CGPoint? {
    guard hasAssignedFrame, bounds.height > 0, content[indexPath] != nil else { return nil }
    let rect = rectForRow(at: indexPath)
    guard !arrangement.hasFlowingRows else { return nil }
    let (inset, room) = (adjustedContentInset, bounds.height)
    var y = contentOffset.y
    switch position {
    case .none:
      if rect.minY < y + inset.top {
        y = rect.minY - inset.top
      } else if rect.maxY > y + room - inset.bottom {
        y = rect.maxY - room + inset.bottom
      }
    case .top: y = rect.minY - inset.top
    case .middle: y = rect.midY - room / 2
    case .bottom: y = rect.maxY - room + inset.bottom
    }
    let last = max(contentSize.height + inset.bottom - room, -inset.top)
    return CGPoint(x: contentOffset.x, y: min(max(y, -inset.top), last))
  }
}
