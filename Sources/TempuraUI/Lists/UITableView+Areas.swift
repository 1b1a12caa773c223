public import Foundation

// The areas of rows and sections in the content, in points. They are estimates for rows that flow.

extension UITableView {
  /// The arrangement, up to date with the rows.
  private var arrangement: ListArrangement? {
    updateFrames()
    return layout.arrangement
  }

  /// Returns the area of a section, with its header and footer.
  public final func rect(forSection section: Int) -> CGRect {
    guard let area = arrangement?[section: section]?.area, area.height > 0 else { return .zero }
    return CGRect(x: 0, y: area.minY, width: bounds.width, height: area.height)
  }

  public final func rectForHeader(inSection section: Int) -> CGRect { rect(of: Self.headerKind, section) }
  public final func rectForFooter(inSection section: Int) -> CGRect { rect(of: Self.footerKind, section) }

  private func rect(of kind: String, _ section: Int) -> CGRect {
    arrangement?.element(.supplementaryView, kind, [section, 0])?.item.frame ?? .zero
  }

  /// Returns the area of a row; zero if there is no such row.
  public final func rectForRow(at indexPath: IndexPath) -> CGRect { arrangement?[indexPath]?.frame ?? .zero }

  /// Returns the row at a point of the content.
  public final func indexPathForRow(at point: CGPoint) -> IndexPath? {
    indexPathsForRows(in: CGRect(origin: point, size: CGSize(width: 0.01, height: 0.01)))?.first
  }

  /// Returns the rows of which an area of the content contains a part.
  public final func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { arrangement?.items(in: rect) }
}
