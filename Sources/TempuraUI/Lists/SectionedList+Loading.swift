internal import Basics
internal import Foundation

// From the data source to cells: for all rows of a short list, for those in the window of a long one.

extension SectionedList {
  /// Loads all sections and rows if the content is stale. Items that stay keep their cells.
  package final func loadIfNeeded() {
    guard content.isStale, !content.isLoading, hasSource || !content.sections.isEmpty else { return }
    content.isStale = false
    let old = content.sections
    var new: [ListSection] = []
    for index in 0..<(hasSource ? max(sourceSectionCount(), 0) : 0) {
      var section = ListSection(identity: sourceIdentity(ofSection: index), isNew: true)
      section.header = old.indices.contains(index) ? old[index].header : nil
      section.footer = old.indices.contains(index) ? old[index].footer : nil
      new.append(section)
    }
    loadMissingViews(of: &new, reusing: old)
  }

  /// Makes the missing cells, headers and footers, and shows the sections.
  ///
  /// - Parameter old: The sections before a reload. Their rows are shown again by identity, and others give their cell to the
  ///   row at their index path.
  final func loadMissingViews(of sections: inout [ListSection], reusing old: [ListSection] = []) {
    content.isLoading = true
    var known: [String: ListRow] = [:]
    for section in old {
      for case let row? in section.rows { if let identity = row.identity { known[identity] = row } }
    }
    for index in sections.indices where sections[index].isNew {
      sections[index].rows = Array(repeating: nil, count: max(sourceRowCount(inSection: index), 0))
    }
    sections.numberRows()
    let (count, anchor) = (sections.rowCount, anchor(in: sections))
    apply(&sections, reusing: old, known) { $0.fit(to: count, anchor: anchor) }
    layout.forgetArrangement()
    rowsDidChange()
  }

  /// Moves the window, and makes the cells that are missing then.
  final func moveWindow(_ change: (inout ListWindow) -> Void) {
    guard !content.isLoading else { return }
    // The app may have changed its data without saying so. It must not be asked for rows that are gone.
    if !content.isStale, !matchesDataSource(content.sections) { setNeedsReload() }
    loadIfNeeded()
    var (window, sections) = (content.window, content.sections)
    change(&window)
    content.hasUndisplayedRows = content.hasUndisplayedRows || window.seen != content.window.seen
    guard window.shown != content.window.shown else { return content.window = window }
    content.isLoading = true
    apply(&sections, isSame: true) { $0 = window }
    setNeedsRender()
    setNeedsLayout()
  }

  /// Makes the cells that are missing in a new window, and shows the sections.
  private func apply(
    _ sections: inout [ListSection], reusing old: [ListSection] = [], _ known: [String: ListRow] = [:],
    isSame: Bool = false,
    window change: (inout ListWindow) -> Void
  ) {
    // Before rows get other cells: `otherViews` must not contain old ones.
    let others = otherViews
    var before: [(row: ListRow, cell: ListItemView, path: IndexPath)] = []
    var known = known
    let wasSeen = content.window.seen
    forEachRow { row, cell, path in
      before.append((row, cell, path))
      cell.place = (-1, -1)
    }
    change(&content.window)
    for (section, content) in sections.enumerated() {
      for index in content.rows(in: self.content.window) {
        if let row = content.rows[index], !row.isStale { row.cell?.place = (Int32(section), Int32(index)) }
      }
    }
    // Their cells can be reused now. After a reload, rows find their cells by identity first.
    var unseen: [IndexPath] = []
    if isSame { unseen = dropRows(that: before, isLong: true, seen: wasSeen) }
    let prefetched = rowsToPrefetch(in: sections)
    if !isSame { for index in sections.indices { sections[index].hasViews = false } }
    var fingerprints: Set<String>?  // of the rows before
    for section in sections.indices {
      let isNew = sections[section].isNew
      sections[section].isNew = false
      for index in sections[section].rows(in: content.window) {
        let path = IndexPath(row: index, section: section)
        let row: ListRow
        if isNew {
          let identity = sourceIdentity(at: path)
          row = identity.flatMap { known.removeValue(forKey: $0) } ?? ListRow()
          (row.identity, row.isStale, row.isSelected) = (identity, true, false)
          sections[section].rows[index] = row
        } else {
          row = sections[section].rows[index] ?? ListRow()
          sections[section].rows[index] = row
          guard row.isStale else { continue }
          row.identity = sourceIdentity(at: path)
        }
        let shown = row.identity == nil ? row.cell.map { (fingerprint: row.fingerprint, name: $0.pathName) } : nil
        if shown != nil, fingerprints == nil { fingerprints = Set(before.map(\.row.fingerprint)) }
        let previous = row.cell == nil && row.identity == nil ? old.row(at: path) : nil
        if row.isDisplayed, let old = row.cell { didEndDisplaying(old, at: path) }
        row.isDisplayed = false
        content.reusableView = row.cell ?? (previous?.identity == nil ? previous?.cell : nil)
        let cell = makeCell(at: path)
        guard !isShown(cell, in: sections) else {
          Misuse.report(
            "The data source of \(type(of: self)) returned one \(type(of: cell)) for several rows, so only the first row is "
              + "shown: return a different cell for each row."
          )
          row.cell = nil
          continue
        }
        cell.place = (Int32(section), Int32(index))
        row.cell = cell
        row.isStale = false
        setGivenSize(of: row, at: path)
        content.hasUndisplayedRows = true
        if row.identity == nil { row.fingerprint = ItemIdentity.fingerprint(of: cell) }
        guard let shown, shown.fingerprint != row.fingerprint else { continue }
        // Content that another row had may have moved: then a former name could be that of another item.
        let isInPlace = fingerprints?.contains(row.fingerprint) == false
        row.formerNames = isInPlace ? row.formerNames.suffix(3) + [shown.name] : []
      }
    }
    content.reusableView = nil
    if !isSame {
      unseen = dropRows(that: before, isLong: sections.rowCount > ListWindow.maxWhole, seen: wasSeen)
    }
    if content.window.shown.count == sections.rowCount,
      sections.contains(where: { $0.rows.contains { $0?.cell == nil } })
    {
      for section in sections.indices { sections[section].rows.removeAll { $0?.cell == nil } }
      sections.numberRows()
      content.window.fit(to: sections.rowCount, anchor: nil)
    }
    content.show(sections, isSame: isSame)
    for section in content.shownSections where !content.sections[section].hasViews {
      var changed = content.sections[section]
      setHeaderAndFooter(of: &changed, at: section)
      changed.hasViews = true
      content.set(changed, at: section)
    }
    content.isLoading = false
    replaceSubviews(around: others)
    // At the end: the app may load data then, and insert rows.
    if !unseen.isEmpty { cancelPrefetching(unseen) }
    if !prefetched.isEmpty { prefetch(prefetched) }
  }

  /// Returns the rows that get cells before they are seen.
  private func rowsToPrefetch(in sections: [ListSection]) -> [IndexPath] {
    let window = content.window
    guard window.shown.count < sections.rowCount else { return [] }
    var paths: [IndexPath] = []
    for (section, rows) in sections.enumerated() {
      for row in rows.rows(in: window)
      where rows.rows[row]?.cell == nil && !window.seen.contains(rows.start + row) {
        paths.append(IndexPath(row: row, section: section))
      }
    }
    return paths
  }

  /// Takes the cells from rows that have left the window. Other rows reuse them. Returns those rows of a long list that were not
  /// seen.
  private func dropRows(
    that were: [(row: ListRow, cell: ListItemView, path: IndexPath)], isLong: Bool, seen: Range<Int>
  ) -> [IndexPath] {
    var unseen: [IndexPath] = []
    for (row, cell, path) in were where cell.place.section < 0 {
      if row.isDisplayed { didEndDisplaying(cell, at: path) }
      if isLong, content.number(of: path).map(seen.contains) != true { unseen.append(path) }
      if row.cell === cell { (row.cell, row.isStale, row.isDisplayed) = (nil, true, false) }
      if scrollTarget === cell { scrollTarget = nil }
      if isLong, content.reusableCells.count < maxReusableCells { content.reusableCells.append(cell) }
    }
    return unseen
  }

  /// Returns where the first seen row is among new sections; nil if the reader is at the start of the list, or none of the rows is
  /// there. Rows that come above do not move the reader.
  private func anchor(in sections: [ListSection]) -> Int? {
    guard !content.isWhole, content.window.seen.lowerBound > 0 else { return nil }
    let first = content.window.seen.lowerBound
    for (offset, path) in content.indexPaths(content.window.seen).enumerated() {
      guard let row = content[path], let number = number(of: row, near: first + offset, in: sections) else { continue }
      return max(number - offset, 0)
    }
    return nil
  }

  /// Returns where a row is among new sections: the same row, or one with its identity not far away.
  private func number(of row: ListRow, near place: Int, in sections: [ListSection]) -> Int? {
    for section in sections {
      if let index = section.rows.firstIndex(where: { $0 === row }) { return section.start + index }
    }
    guard let identity = row.identity else { return nil }
    let count = sections.rowCount
    for distance in 0..<maxAnchorDistance {
      for candidate in [place + distance, place - distance] where 0..<count ~= candidate {
        guard let section = sections.firstIndex(where: { $0.range.contains(candidate) }) else { continue }
        let path = IndexPath(row: candidate - sections[section].start, section: section)
        if sourceIdentity(at: path) == identity { return candidate }
      }
    }
    return nil
  }

  /// Whether a cell already shows another row of the sections that are being loaded.
  private func isShown(_ cell: ListItemView, in sections: [ListSection]) -> Bool {
    let row = sections.row(at: IndexPath(row: Int(cell.place.row), section: Int(cell.place.section)))
    return row?.cell === cell && row?.isStale == false
  }

  /// Asks for the given size of a row again. A row without one is measured again. Until then its former size is the best estimate.
  final func setGivenSize(of row: ListRow, at indexPath: IndexPath) {
    row.givenSize = givenSize(ofRowAt: indexPath)
    if row.measuredSize != nil { row.cell?.setNeedsLayout() }
    row.cell?.itemSize = row.givenSize
  }

  /// The subviews that are not in `content`: those before the sections and those after them.
  final var otherViews: (before: [UIView], after: [UIView]) {
    if subviews.isEmpty { return ([], []) }
    let (above, below) = outerViews
    var before = [refreshControl, above, backgroundView].compactMap(\.self)
    if !applied.elements.isEmpty { before += decorations }
    let after = below.map { [$0] } ?? []
    let own = before + content.views + after
    if subviews.elementsEqual(own, by: ===) { return (before, after) }
    let known = Set(own.map(ObjectIdentifier.init))
    return (before, after + subviews.filter { !known.contains(ObjectIdentifier($0)) })
  }

  private func replaceSubviews(around others: (before: [UIView], after: [UIView])) {
    let views = others.before + content.views + others.after
    if !subviews.elementsEqual(views, by: ===) { setSubviews(views) }
    var rows: [(row: ListRow, cell: ListItemView)] = []
    forEachRow { row, cell, _ in rows.append((row, cell)) }
    let names = names(of: rows.map(\.row))
    var isReported = false
    for ((row, cell), name) in zip(rows, names) {
      if let identity = row.identity, identity != name, !isReported {
        isReported = true
        Misuse.report(
          "\(type(of: self)) has several rows with one identity, such as two \(type(of: cell)), "
            + "so a tap may reach the wrong row: give each item its own identity.")
      }
      if cell.pathName != name || cell.pathOwner !== self {
        cell.dropInput()
        cell.setPathName(ofItem: name, in: self)
      }
      if cell.viewFlags.contains(.isSelected) != row.isSelected { show(row.isSelected, by: cell) }
    }
    nameHeadersAndFooters()
  }

  /// Returns the names of the rows that have cells.
  private func names(of rows: [ListRow]) -> [String] {
    let identities = rows.map(\.name)
    guard content.count > ListWindow.maxWhole else { return ItemIdentity.names(for: identities) }
    // Rows that had cells may have the content of others, too.
    let isNamedByContent = rows.contains { $0.identity == nil }
    let known = isNamedByContent ? content.sections.flatMap { $0.rows.compactMap { $0?.name } } : identities
    return ItemIdentity.names(for: identities, from: content.window.shown.lowerBound, of: content.count, among: known)
  }

  private func nameHeadersAndFooters() {
    let sections = content.sections[content.shownSections]
    guard sections.contains(where: { $0.header != nil || $0.footer != nil }) else { return }
    let identities = sections.map { section -> String in
      section.identity ?? (section.header ?? section.footer).map(ItemIdentity.fingerprint(of:)) ?? ""
    }
    for (section, name) in zip(sections, ItemIdentity.names(for: identities)) {
      section.header?.setPathName(ofItem: "section_\(name)_header", in: self)
      section.footer?.setPathName(ofItem: "section_\(name)_footer", in: self)
    }
  }
}

/// The number of cells that wait for other rows.
private let maxReusableCells = 50

/// How far from its old place a reload looks for a row.
private let maxAnchorDistance = 1000
