internal import Foundation

extension UICollectionView {
  final var hasSource: Bool { dataSource != nil }
  final func rowsDidChange() {
    // The data source is asked again for the views beside the items. Decorations need no data.
    for (key, view) in arrangement.elements where !key.isDecoration {
      arrangement.elements[key] = nil
      view.removeFromSuperview()
    }
    setNeedsRender()
  }

  final func sourceSectionCount() -> Int { dataSource?.numberOfSections(in: self) ?? 0 }

  final func sourceRowCount(inSection section: Int) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }

  final func sourceIdentity(at indexPath: IndexPath) -> String? {
    dataSource?.collectionView(self, identityForItemAt: indexPath)
  }

  final func sourceIdentity(ofSection section: Int) -> String? {
    (dataSource as? any SectionIdentifying)?.identity(ofSection: section)
  }

  final func makeCell(at indexPath: IndexPath) -> UIView {
    let cell = dataSource?.collectionView(self, cellForItemAt: indexPath) ?? UICollectionViewCell()
    cell.itemSize = size(ofItemAt: indexPath)
    cell.preferredSize = nil
    return cell
  }

  final func setHeaderAndFooter(of section: inout ListSection, at index: Int) {
    if let list = listConfiguration {
      let size = CGSize(width: 1, height: 1)
      section.header = supplement(
        Self.elementKindSectionHeader, list.headerMode == .supplementary ? size : .zero, index, reusing: section.header)
      section.footer = supplement(
        Self.elementKindSectionFooter, list.footerMode == .supplementary ? size : .zero, index, reusing: section.footer)
      return
    }
    guard let flow = flowLayout else { return }
    let delegate = delegate as? any UICollectionViewDelegateFlowLayout
    let header =
      delegate?.collectionView(self, layout: flow, referenceSizeForHeaderInSection: index) ?? flow.headerReferenceSize
    let footer =
      delegate?.collectionView(self, layout: flow, referenceSizeForFooterInSection: index) ?? flow.footerReferenceSize
    section.header = supplement(Self.elementKindSectionHeader, header, index, reusing: section.header)
    section.footer = supplement(Self.elementKindSectionFooter, footer, index, reusing: section.footer)
  }

  private func supplement(_ kind: String, _ size: CGSize, _ section: Int, reusing old: UIView?) -> UIView? {
    guard size.width > 0 || size.height > 0 else { return nil }
    content.reusableView = old
    return dataSource?.collectionView(
      self, viewForSupplementaryElementOfKind: kind, at: IndexPath(item: 0, section: section))
  }
}
