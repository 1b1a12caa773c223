public import Foundation

// The areas of rows and sections in the content, in points. They are estimates for rows that flow.

extension UITableView {
  /// The layout, up to date with the rows.
  private var tableLayout: TableLayout? {
    updateFrames()
    return layout as? TableLayout
  }

  /// Returns the area of a section, with its header and footer.
  public final func rect(forSection section: Int) -> CGRect {
    guard let (start, end) = tableLayout?.extent(ofSection: section), end > start else { return .zero }
    return CGRect(x: 0, y: start, width: bounds.width, height: end - start)
  }

  public final func rectForHeader(inSection section: Int) -> CGRect { rect(of: Self.headerKind, section) }
  public final func rectForFooter(inSection section: Int) -> CGRect { rect(of: Self.footerKind, section) }

  private func rect(of kind: String, _ section: Int) -> CGRect {
    tableLayout?.layoutAttributesForSupplementaryView(ofKind: kind, at: [section, 0])?.frame ?? .zero
  }

  /// Returns the area of a row; zero if there is no such row.
  public final func rectForRow(at indexPath: IndexPath) -> CGRect {
    tableLayout?.frameOfItem(at: indexPath) ?? .zero
  }

  /// Returns the row at a point of the content.
  public final func indexPathForRow(at point: CGPoint) -> IndexPath? {
    indexPathsForRows(in: CGRect(origin: point, size: CGSize(width: 0.01, height: 0.01)))?.first
  }

  /// Returns the rows of which an area of the content contains a part.
  public final func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { tableLayout?.items(in: rect) }
}
