internal import Foundation

/// The layout of a table: rows, headers and footers as wide as the table, one below the other.
final class TableLayout: UICollectionViewFlowLayout {
  private var table: UITableView? { list as? UITableView }

  override var isArranged: Bool { true }

  // On a page that flows, the style sheet pins the headers of plain tables.
  override var pinsHeaders: Bool { false }

  // The style sheet has the distances of rows that flow.
  override func css(ofSection section: Int, isLaidOut: Bool) -> String { "" }

  override func sizedItem(at indexPath: IndexPath) -> ListArrangement.Item {
    guard let table else { return ListArrangement.Item(frame: .zero) }
    let row = table.content.sections.row(at: indexPath)
    let given = row?.cell == nil ? nil : row?.givenSize
    let measured = table.applied.hasFrames ? row?.measuredSize?.height : nil
    let height = given?.size.height.saneLength ?? measured ?? table.expectedHeight(ofRowAt: indexPath)
    return ListArrangement.Item(
      frame: CGRect(x: 0, y: 0, width: table.roomForRows, height: height),
      fixes: .init(width: true, height: given != nil))
  }

  override func flowingSize(of cell: ListItemView, at indexPath: IndexPath) -> CGSize {
    sizedItem(at: indexPath).frame.size
  }

  override func distances(inSection index: Int) -> LineDistances {
    guard let table else { return LineDistances() }
    var distances = LineDistances()
    distances.inset = UIEdgeInsets(top: 0, left: table.inset, bottom: 0, right: table.inset)
    distances.margin = table.inset
    distances.lead = table.style != .plain && index > 0 ? 16 : 0
    return distances
  }

  override func boundaries(
    ofSection index: Int
  ) -> (header: ListArrangement.Boundary?, footer: ListArrangement.Boundary?) {
    guard let table, table.content.sections.indices.contains(index) else { return (nil, nil) }
    let section = table.content.sections[index]
    // Sections that are not shown have no views yet.
    if !section.hasViews { return table.boundariesWithoutViews(ofSection: index) }
    func boundary(_ view: UIView?, _ given: CGFloat) -> ListArrangement.Boundary? {
      guard let view else { return nil }
      let own = view.frameUse == .assigned ? view.untransformedFrame.height : view.preferredSize?.height ?? 28
      return ListArrangement.Boundary(
        thickness: given >= 0 ? given : own, fixes: .init(width: true, height: given >= 0))
    }
    return (boundary(section.header, section.headerHeight), boundary(section.footer, section.footerHeight))
  }

  override var lead: CGFloat { table?.height(ofOther: table?.tableHeaderView) ?? 0 }
  override var trail: CGFloat { table?.height(ofOther: table?.tableFooterView) ?? 0 }

  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { preferredAttributes.size.height != originalAttributes.size.height }
}
