internal import Foundation

extension ListArrangement {
  /// Places items, supplementary views and backgrounds as UIKit's compositional layout does.
  ///
  /// Groups follow one another in the direction of scrolling, or across it in a section that scrolls by itself. Views whose
  /// size is estimated have the size that they preferred when they were measured.
  init(groupsOf layout: UICollectionViewCompositionalLayout, in list: UICollectionView) {
    var groups = GroupArrangement(list, isHorizontal: layout.configuration.scrollDirection == .horizontal)
    groups.place(layout)
    self = groups.arrangement
  }
}

/// The computation of an arrangement of groups.
private struct GroupArrangement {
  typealias Element = ListArrangement.Element
  typealias Item = ListArrangement.Item

  private(set) var arrangement = ListArrangement()
  private let list: UICollectionView
  private let isHorizontal: Bool

  init(_ list: UICollectionView, isHorizontal: Bool) { (self.list, self.isHorizontal) = (list, isHorizontal) }

  mutating func place(_ layout: UICollectionViewCompositionalLayout) {
    let (configuration, inset) = (layout.configuration, list.adjustedContentInset)
    let room = CGSize(
      width: max(list.bounds.width - inset.left - inset.right, 0),
      height: max(list.bounds.height - inset.top - inset.bottom, 0))
    var position: CGFloat = 0
    addBoundaries(
      configuration.boundarySupplementaryItems, atStart: true, section: nil, at: &position, across: 0, room: room)
    for index in 0..<list.numberOfSections {
      if index > 0 { position += configuration.interSectionSpacing.saneDistance }
      let environment = LayoutEnvironment(
        container: LayoutContainer(contentSize: room), traitCollection: list.traitCollection)
      guard let section = layout.section(at: index, environment) else {
        arrangement.sections.append(ListArrangement.Section())
        continue
      }
      add(section, index, at: &position, room: room, environment)
    }
    addBoundaries(
      configuration.boundarySupplementaryItems, atStart: false, section: nil, at: &position, across: 0, room: room)
    arrangement.contentSize =
      isHorizontal ? CGSize(width: position, height: room.height) : CGSize(width: room.width, height: position)
  }

  // MARK: - Sections

  private mutating func add(
    _ section: NSCollectionLayoutSection, _ index: Int, at position: inout CGFloat, room: CGSize,
    _ environment: LayoutEnvironment
  ) {
    let insets = section.contentInsets
    let content = room.inset(by: insets)
    let start = position
    let lead = isHorizontal ? insets.top : insets.leading
    let boundaryRoom = section.supplementariesFollowContentInsets ? content : room
    let boundaryLead = section.supplementariesFollowContentInsets ? lead : 0
    addBoundaries(
      section.boundarySupplementaryItems, atStart: true, section: index, at: &position, across: boundaryLead,
      room: boundaryRoom)
    position += isHorizontal ? insets.leading : insets.top

    var arranged = ListArrangement.Section()
    arranged.behavior = section.orthogonalScrollingBehavior
    let scrolls = section.orthogonalScrollingBehavior != .none && !isHorizontal
    var next = 0
    let count = list.numberOfItems(inSection: index)
    let groupsAreInARow = isHorizontal != scrolls
    let origin = isHorizontal ? CGPoint(x: position, y: insets.top) : CGPoint(x: insets.leading, y: position)
    var (along, breadth): (CGFloat, CGFloat) = (0, 0)
    while next < count {
      if next > 0 { along += section.interGroupSpacing.saneDistance }
      let first = next
      let group = place(section.group, in: content, next: &next, count: count, section: index, environment)
      if next == first { break }  // an empty group would never end
      let (x, y) = groupsAreInARow ? (along, 0) : (0, along)
      for element in group.items {
        let moved = element.offsetBy(dx: origin.x + x, dy: origin.y + y)
        if moved.category == .cell { arranged.items.append(moved.item) } else { arrangement.others.append(moved) }
      }
      along += groupsAreInARow ? group.size.width : group.size.height
      breadth = max(breadth, groupsAreInARow ? group.size.height : group.size.width)
    }
    let length = scrolls ? breadth : along
    if scrolls, count > 0 {
      arranged.scrolls = CGRect(x: 0, y: position, width: room.width, height: length)
    }
    position += length + (isHorizontal ? insets.trailing : insets.bottom)
    addBoundaries(
      section.boundarySupplementaryItems, atStart: false, section: index, at: &position, across: boundaryLead,
      room: boundaryRoom)
    arranged.area =
      isHorizontal
      ? CGRect(x: start, y: 0, width: position - start, height: room.height)
      : CGRect(x: 0, y: start, width: room.width, height: position - start)
    arranged.pinsHeader =
      !isHorizontal
      && section.boundarySupplementaryItems.contains {
        $0.pinToVisibleBounds && $0.elementKind == UICollectionView.elementKindSectionHeader
      }
    for decoration in section.decorationItems {
      let frame = arranged.area.inset(by: decoration.contentInsets)
      arrangement.others.append(
        Element(
          .decorationView, decoration.elementKind, IndexPath(item: 0, section: index), Item(frame, decoration.zIndex)))
    }
    arrangement.sections.append(arranged)
  }

  /// Adds the headers or footers of a section, or of the layout.
  private mutating func addBoundaries(
    _ items: [NSCollectionLayoutBoundarySupplementaryItem], atStart: Bool, section: Int?, at position: inout CGFloat,
    across: CGFloat, room: CGSize
  ) {
    for (number, item) in items.enumerated() where item.alignment.isAtStart(isHorizontal: isHorizontal) == atStart {
      let path = section.map { IndexPath(item: 0, section: $0) } ?? IndexPath(index: number)
      let size = self.size(of: item, in: room, measured: preferredSize(item.elementKind, path))
      let thickness = isHorizontal ? size.width : size.height
      let free = isHorizontal ? room.height - size.height : room.width - size.width
      let offset = across + free * item.alignment.share(isHorizontal: isHorizontal)
      // A view that does not extend the section lies on its items.
      let along = item.extendsBoundary || atStart ? position : position - thickness
      let origin = isHorizontal ? CGPoint(x: along, y: offset) : CGPoint(x: offset, y: along)
      let frame = CGRect(origin: origin, size: size).offsetBy(dx: item.offset.x, dy: item.offset.y)
        .inset(by: item.contentInsets)
      let zIndex = item.pinToVisibleBounds ? max(item.zIndex, 10) : item.zIndex
      arrangement.others.append(
        Element(.supplementaryView, item.elementKind, path, Item(frame, zIndex, item.layoutSize)))
      if item.extendsBoundary { position += thickness + (isHorizontal ? item.offset.x : item.offset.y) }
    }
  }

  private func preferredSize(_ kind: String, _ path: IndexPath) -> CGSize? {
    list.supplement(ofKind: kind, at: path)?.preferredSize
  }

  // MARK: - Groups

  /// Returns the items of one group, with frames in the group, and the size of the group.
  ///
  /// - Parameter share: The width or the height that the group has in a group whose items share its length.
  private func place(
    _ group: NSCollectionLayoutGroup, in container: CGSize, share: (width: CGFloat?, height: CGFloat?) = (nil, nil),
    next: inout Int, count: Int, section: Int, _ environment: LayoutEnvironment
  ) -> (items: [Element], size: CGSize) {
    var size = group.layoutSize.size(in: container)
    size.width = share.width ?? size.width
    size.height = share.height ?? size.height
    let insets = group.contentInsets
    let room = size.inset(by: insets)
    if case .custom(let provider) = group.kind {
      var environment = environment
      environment.container = LayoutContainer(contentSize: size, contentInsets: insets)
      var items: [Element] = []
      for custom in provider(environment) where next < count {
        let frame = custom.frame.offsetBy(dx: insets.leading, dy: insets.top)
        items.append(Element(.cell, nil, IndexPath(item: next, section: section), Item(frame, custom.zIndex)))
        next += 1
      }
      return (items, size)
    }
    var isRow = false
    if case .horizontal = group.kind { isRow = true }
    let widthIsOpen = group.layoutSize.widthDimension.isEstimated && share.width == nil
    let heightIsOpen = group.layoutSize.heightDimension.isEstimated && share.height == nil
    let isOpen = isRow ? widthIsOpen : heightIsOpen
    let length = isRow ? room.width : room.height
    let spacing = group.interItemSpacing?.spacing ?? 0
    let tolerance: CGFloat = 0.01  // thirds do not add up exactly
    let ownShare = group.count.map { max((length - spacing * CGFloat($0 - 1)) / CGFloat($0), 0) }
    let most = group.count ?? (isOpen ? group.subitems.count : .max)

    var parts: [(items: [Element], lead: CGFloat, start: CGFloat)] = []
    var (along, breadth): (CGFloat, CGFloat) = (0, 0)
    while next < count, parts.count < min(most, 10_000), !group.subitems.isEmpty {
      let item = group.subitems[parts.count % group.subitems.count]
      let first = next
      let given = group.sharesLength && !isOpen ? ownShare : nil
      let placed: (items: [Element], size: CGSize)
      if let nested = item as? NSCollectionLayoutGroup {
        placed = place(
          nested, in: room, share: isRow ? (given, nil) : (nil, given), next: &next, count: count, section: section,
          environment)
      } else {
        placed = cell(item, at: IndexPath(item: next, section: section), in: room, length: given, isRow: isRow)
        next += 1
      }
      let edges = item.edgeSpacing
      let (before, after) = isRow ? (edges?.leading, edges?.trailing) : (edges?.top, edges?.bottom)
      let (side, otherSide) = isRow ? (edges?.top, edges?.bottom) : (edges?.leading, edges?.trailing)
      let extent =
        (isRow ? placed.size.width : placed.size.height) + (before?.spacing ?? 0) + (after?.spacing ?? 0)
      let gap = parts.isEmpty ? 0 : spacing
      if !parts.isEmpty, group.count == nil, !isOpen, along + gap + extent > length + tolerance {
        next = first
        break
      }
      parts.append((placed.items, side?.spacing ?? 0, along + gap + (before?.spacing ?? 0)))
      along += gap + extent
      breadth = max(
        breadth,
        (isRow ? placed.size.height : placed.size.width) + (side?.spacing ?? 0) + (otherSide?.spacing ?? 0))
      if next == first { break }
    }
    // Flexible distances share what is left.
    let isFlexible = group.interItemSpacing?.isFlexibleSpacing == true
    let stretch = isFlexible && parts.count > 1 && !isOpen ? max(length - along, 0) / CGFloat(parts.count - 1) : 0
    var items: [Element] = []
    for (number, part) in parts.enumerated() {
      let start = part.start + stretch * CGFloat(number)
      let (x, y) = isRow ? (start, part.lead) : (part.lead, start)
      items += part.items.map { $0.offsetBy(dx: insets.leading + x, dy: insets.top + y) }
    }
    if widthIsOpen { size.width = (isRow ? along : breadth) + insets.leading + insets.trailing }
    if heightIsOpen { size.height = (isRow ? breadth : along) + insets.top + insets.bottom }
    return (items, size)
  }

  /// Returns the cell of an item, and its supplementary views.
  private func cell(
    _ item: NSCollectionLayoutItem, at path: IndexPath, in room: CGSize, length: CGFloat?, isRow: Bool
  ) -> (items: [Element], size: CGSize) {
    var size = self.size(of: item, in: room, measured: list.row(at: path)?.measuredSize)
    if let length { if isRow { size.width = length } else { size.height = length } }
    let area = CGRect(origin: .zero, size: size)
    let cell = Item(area.inset(by: item.contentInsets), 0, item.layoutSize)
    var items = [Element(.cell, nil, path, cell)]
    for supplement in item.supplementaryItems {
      let own = self.size(of: supplement, in: size, measured: preferredSize(supplement.elementKind, path))
      let frame = supplement.containerAnchor.frame(own, in: cell.frame)
      let badge = Item(frame, supplement.zIndex, supplement.layoutSize)
      items.append(Element(.supplementaryView, supplement.elementKind, path, badge))
    }
    return (items, size)
  }

  /// Returns the size of an item: as measured where it is estimated.
  private func size(of item: NSCollectionLayoutItem, in room: CGSize, measured: CGSize?) -> CGSize {
    var size = item.layoutSize.size(in: room)
    guard let measured else { return size }
    let insets = item.contentInsets
    if item.layoutSize.widthDimension.isEstimated {
      size.width = min(measured.width + insets.leading + insets.trailing, max(room.width, 1))
    }
    if item.layoutSize.heightDimension.isEstimated { size.height = measured.height + insets.top + insets.bottom }
    return size
  }
}

extension ListArrangement.Item {
  /// An item whose size the layout decides about, but for what is estimated.
  fileprivate init(_ frame: CGRect, _ zIndex: Int, _ size: NSCollectionLayoutSize? = nil) {
    self.init(frame: frame, zIndex: zIndex, fixes: .both)
    fixes.width = size?.widthDimension.isEstimated != true
    fixes.height = size?.heightDimension.isEstimated != true
  }
}

extension ListArrangement.Element {
  fileprivate func offsetBy(dx: CGFloat, dy: CGFloat) -> Self {
    var moved = self
    moved.item.frame = item.frame.offsetBy(dx: dx, dy: dy)
    return moved
  }
}

extension CGRect {
  fileprivate func inset(by insets: NSDirectionalEdgeInsets) -> CGRect {
    CGRect(origin: CGPoint(x: minX + insets.leading, y: minY + insets.top), size: size.inset(by: insets))
  }
}

extension NSRectAlignment {
  /// Whether a view comes before the items of its section.
  fileprivate func isAtStart(isHorizontal: Bool) -> Bool {
    switch self {
    case .top, .topLeading, .topTrailing, .none: !isHorizontal || self == .topLeading
    case .leading: true
    case .bottomLeading: isHorizontal
    case .bottom, .bottomTrailing, .trailing: false
    }
  }

  /// The part of the free room across the list that is before the view.
  fileprivate func share(isHorizontal: Bool) -> CGFloat {
    switch self {
    case .topLeading: 0
    case .bottomLeading: isHorizontal ? 1 : 0
    case .topTrailing: isHorizontal ? 0 : 1
    case .bottomTrailing: 1
    default: 0.5
    }
  }
}
