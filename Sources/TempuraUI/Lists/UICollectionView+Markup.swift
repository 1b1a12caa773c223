internal import Foundation

// A single section without header and footer is a `ul`. Anything more is a `div` of sections, each with its own `ul`.

extension UICollectionView {
  final var isHorizontal: Bool { flowLayout?.scrollDirection == .horizontal }

  /// The configuration of a layout that is one list, whose rows flow.
  final var listConfiguration: UICollectionLayoutListConfiguration? {
    (collectionViewLayout as? UICollectionViewCompositionalLayout)?.listConfiguration
  }

  /// Whether the list is one `ul`: at most one section, without header, footer or other content.
  final var isPlainList: Bool {
    guard refreshControl == nil, backgroundView == nil, contentOffset == .zero, !isLaidOut,
      listConfiguration == nil
    else { return false }
    return content.sections.isEmpty
      || content.sections.count == 1 && content.sections[0].header == nil && content.sections[0].footer == nil
  }

  final func renderSections(into html: HTMLRenderer) {
    let others = otherViews
    for view in others.before where !(isLaidOut && view === refreshControl) { html.render(view) }
    for (index, section) in content.sections.enumerated() {
      let isPinned =
        layout.pinnedExtent(ofSection: index) != nil
        || listConfiguration?.tableStyle == .plain && listConfiguration?.headerMode == .supplementary
      let headerClass: StaticString = isPinned ? "header pinned" : "header"
      html.writeSection(
        section, at: index, of: self, headerClass: headerClass, declarations: listStyle(ofSection: index),
        headerDeclarations: styleOfPinnedHeader(ofSection: index) ?? "")
    }
    // Without a data source, the cells are ordinary subviews.
    let cells = content.sections.isEmpty ? others.after.filter { $0 is UICollectionViewCell } : []
    if !cells.isEmpty {
      html.write("<ul")
      html.writeClass(declarations: listStyle(ofSection: 0))
      html.write(">")
      for cell in cells { html.render(cell) }
      html.write("</ul>")
    }
    for view in others.after where cells.isEmpty || !(view is UICollectionViewCell) { html.render(view) }
    if !isLaidOut || !viewFlags.contains(.hasSubviewWithFrame) { renderScrollTarget(into: html) }
  }

  /// Returns the CSS declarations for the `ul` of a section: gaps, wrapping and padding.
  final func listStyle(ofSection section: Int) -> String {
    if isLaidOut, let layout = collectionViewLayout as? UICollectionViewCompositionalLayout {
      return layout.scrollArea(ofSection: section).map(style(ofScrolling:)) ?? ""
    }
    guard let flow = flowLayout, !isLaidOut else { return "" }
    let delegate = delegate as? any UICollectionViewDelegateFlowLayout
    let lines = delegate?.collectionView(self, layout: flow, minimumLineSpacingForSectionAt: section)
    let items = delegate?.collectionView(self, layout: flow, minimumInteritemSpacingForSectionAt: section)
    let (line, item) = (lines ?? flow.minimumLineSpacing, items ?? flow.minimumInteritemSpacing)
    let inset = delegate?.collectionView(self, layout: flow, insetForSectionAt: section) ?? flow.sectionInset
    var css = isHorizontal ? "gap:\(CSS.px(item)) \(CSS.px(line));" : "gap:\(CSS.px(line)) \(CSS.px(item));"
    if isHorizontal {
      css += "flex-flow:row;"
    } else if hasItemSizes {
      css += "flex-flow:row wrap;"
    }
    if inset != .zero { css += "padding:\(CSS.px(inset));" }
    return css
  }

  /// Returns the style of a section that scrolls across the list: its items move up by its position in the list.
  private func style(
    ofScrolling section: (
      area: CGRect, inset: CGFloat, behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior
    )
  ) -> String {
    let (area, inset, behavior) = section
    var css =
      "position:absolute;left:\(CSS.clampedRem(area.minX));top:\(CSS.clampedRem(area.minY));"
      + "width:\(CSS.clampedRem(area.width));height:\(CSS.clampedRem(area.height));overflow:auto hidden;"
      + "--up:\(CSS.clampedRem(-area.minY));"
    if behavior != .continuous {
      css += "scroll-snap-type:x mandatory;scroll-padding-inline:\(CSS.clampedRem(inset));"
      css += "--snap:\(behavior == .groupPagingCentered ? "center" : "start");"
    }
    return css
  }

  /// Whether items stand side by side: the layout or its delegate gives them a size, or they size themselves.
  private var hasItemSizes: Bool {
    if flowLayout?.isSelfSizing == true { return true }
    if let size = flowLayout?.assignedItemSize, size.width > 0,
      size.width < UICollectionViewFlowLayout.automaticSize.width
    {
      return true
    }
    return content.sections.contains { $0.rows.contains { ($0.cell as? UICollectionViewCell)?.itemSize != nil } }
  }

  /// Returns the size that the delegate or the layout gives an item; nil for the size of its content.
  final func size(ofItemAt indexPath: IndexPath) -> ItemSize? {
    guard let flow = flowLayout else { return nil }
    let size = givenSize(ofItemAt: indexPath, flow) ?? flow.assignedItemSize ?? .zero
    guard size.width > 0, size.width < UICollectionViewFlowLayout.automaticSize.width else { return nil }
    let room = frame.width - flow.sectionInset.left - flow.sectionInset.right
    return ItemSize(size: size, isFullWidth: !isHorizontal && frame.width > 0 && size.width >= room)
  }
}
