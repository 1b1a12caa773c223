public import Foundation

// The places of rows and sections in the content, in points. They are true for rows that the app lays out by frames, and
// estimates for rows whose content flows.

extension UITableView {
  /// Brings the places up to date with the rows.
  private var places: [TablePlaces.Section] {
    loadIfNeeded()
    if content.needsArrangement || viewFlags.contains(.needsLayout) { layoutIfNeeded() }
    return arrangement.sections
  }

  private func rect(from start: CGFloat, to end: CGFloat) -> CGRect {
    CGRect(x: 0, y: start, width: bounds.width, height: max(end - start, 0))
  }

  /// Returns the area of a section, with its header and footer.
  public final func rect(forSection section: Int) -> CGRect {
    let places = places
    return places.indices.contains(section) ? rect(from: places[section].start, to: places[section].end) : .zero
  }

  public final func rectForHeader(inSection section: Int) -> CGRect {
    let places = places
    return places.indices.contains(section) ? rect(from: places[section].start, to: places[section].headerEnd) : .zero
  }

  public final func rectForFooter(inSection section: Int) -> CGRect {
    let places = places
    return places.indices.contains(section) ? rect(from: places[section].rowsEnd, to: places[section].end) : .zero
  }

  /// Returns the area of a row; zero if there is no such row.
  public final func rectForRow(at indexPath: IndexPath) -> CGRect {
    let places = places
    guard indexPath.count == 2, places.indices.contains(indexPath.section),
      places[indexPath.section].rowEnds.indices.contains(indexPath.row)
    else { return .zero }
    let row = places[indexPath.section].row(indexPath.row)
    return rect(from: row.start, to: row.end)
  }

  /// Returns the row at a point of the content.
  public final func indexPathForRow(at point: CGPoint) -> IndexPath? {
    let (places, y) = (places, point.y)
    guard point.x >= 0, point.x < max(bounds.width, 1) else { return nil }
    guard let section = places.firstIndex(where: { y >= $0.headerEnd && y < $0.rowsEnd }) else { return nil }
    return places[section].rowEnds.firstIndex { y < $0 }.map { IndexPath(row: $0, section: section) }
  }

  /// Returns the rows of which an area of the content contains a part.
  public final func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    var paths: [IndexPath] = []
    for (section, place) in places.enumerated() where place.start < rect.maxY && place.end > rect.minY {
      for index in place.rowEnds.indices {
        let row = place.row(index)
        if row.start < rect.maxY, row.end > rect.minY { paths.append(IndexPath(row: index, section: section)) }
      }
    }
    return paths
  }

  /// Returns the offset at which a row is at a position of the visible area; nil if the browser has to find the row, because
  /// the heights of rows are estimates.
  final func offset(showing indexPath: IndexPath, at position: ScrollPosition) -> CGPoint? {
    guard isPlacedByFrame, bounds.height > 0, content[indexPath] != nil else { return nil }
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
