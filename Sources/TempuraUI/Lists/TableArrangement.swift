internal import Foundation

/// The areas of the sections and rows of a table, from top to bottom, in points.
///
/// The heights of rows that the app lays out by frames are true. Those of rows that flow are estimates.
struct TableArrangement {
  struct Section {
    var start: CGFloat = 0
    var headerEnd: CGFloat = 0
    /// The end of each row. A row starts where the previous one ends.
    var rowEnds: [CGFloat] = []
    var end: CGFloat = 0

    var rowsEnd: CGFloat { rowEnds.last ?? headerEnd }

    func row(_ index: Int) -> (start: CGFloat, end: CGFloat) {
      (index == 0 ? headerEnd : rowEnds[index - 1], rowEnds[index])
    }
  }

  var sections: [Section] = []
  var height: CGFloat = 0
  /// The width for which the rows were laid out.
  var width: CGFloat = 0
  /// The width that the table had when it asked for the heights of its rows.
  var widthOfHeights: CGFloat = 0
  /// Whether the app lays out a row, a header or a footer by frames.
  var hasSizedRows = false
  /// Whether the content of a row, a header or a footer flows.
  var hasFlowingRows = false
  /// The classes of cells that the app laid out by frames. They get their size before their first layout.
  var sizedClasses: Set<ObjectIdentifier> = []
}
