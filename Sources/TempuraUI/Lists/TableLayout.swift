internal import Foundation

/// The layout of a table: rows, headers and footers as wide as the table, one below the other.
final class TableLayout: UICollectionViewFlowLayout {
  private var table: UITableView? { list as? UITableView }

  override func size(ofItemAt indexPath: IndexPath) -> CGSize {
    guard let table, let cell = table.content[indexPath]?.cell as? UITableViewCell else { return .zero }
    let least = max(table.estimatedRowHeight.saneLength, 44)
    let height =
      cell.height >= 0 ? cell.height.saneLength : table.isLaidOut ? cell.preferredSize?.height ?? least : least
    return CGSize(width: table.roomForRows, height: height)
  }

  override func metrics(ofSection index: Int) -> FlowArrangement.Metrics {
    guard let table else { return FlowArrangement.Metrics() }
    let section = table.content.sections[index]
    var metrics = FlowArrangement.Metrics()
    metrics.inset = UIEdgeInsets(top: 0, left: table.inset, bottom: 0, right: table.inset)
    metrics.margin = table.inset
    metrics.lead = table.style != .plain && index > 0 ? 16 : 0
    func height(_ view: UIView?, _ given: CGFloat) -> CGFloat? {
      guard let view else { return nil }
      if given >= 0 { return given.saneLength }
      return view.frameUse == .assigned ? view.untransformedFrame.height : view.preferredSize?.height ?? 28
    }
    metrics.header = height(section.header, section.headerHeight)
    metrics.footer = height(section.footer, section.footerHeight)
    return metrics
  }

  override var lead: CGFloat { table?.height(ofOther: table?.tableHeaderView) ?? 0 }
  override var trail: CGFloat { table?.height(ofOther: table?.tableFooterView) ?? 0 }

  override func fix(_ attributes: UICollectionViewLayoutAttributes) {
    attributes.hasFixedWidth = true
    guard let table, let section = attributes.indexPath.first, table.content.sections.indices.contains(section) else {
      return
    }
    let given: CGFloat? =
      switch attributes.representedElementKind {
      case nil: (table.content[attributes.indexPath]?.cell as? UITableViewCell)?.height
      case UICollectionView.elementKindSectionHeader: table.content.sections[section].headerHeight
      default: table.content.sections[section].footerHeight
      }
    attributes.hasFixedHeight = given ?? -1 >= 0
  }

  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { preferredAttributes.size.height != originalAttributes.size.height }
}
