internal import Basics
internal import Foundation

// Which rows of a long list have cells: see `ListWindow`.

extension SectionedList {
  /// Finds out which rows of a long list are seen, as long as no page tells. Returns whether they are others than before.
  final func findSeenRows() -> Bool {
    guard content.count > ListWindow.maxWhole, !content.isStale, !content.window.isTold, bounds.width > 0 else {
      return false
    }
    guard let seen = isLaidOut ? rowsInBounds : guessedRows, seen != content.window.seen else { return false }
    // A page without a script has these rows, and its button goes on behind them, also if the window turns out to be larger.
    let grows = renderedLength == 0 || !content.window.shown.contains(seen)
    moveWindow { $0.see(seen, isTold: false, grows: grows, of: content.count) }
    return true
  }

  /// The rows in the visible area of a list that is laid out.
  private var rowsInBounds: Range<Int>? {
    guard bounds.height > 0 else { return nil }
    // A row that only touches the area is not in it.
    let area = bounds.insetBy(dx: 0.5, dy: 0.5)
    let paths =
      layout.isArranged
      ? layout.arrangement?.items(in: area)
      : layout.layoutAttributesForElements(in: area)?.filter { $0.representedElementCategory == .cell }.map(\.indexPath)
    let numbers = (paths ?? []).compactMap { content.number(of: $0) }
    guard let first = numbers.min(), let last = numbers.max() else { return nil }
    return first..<last + 1
  }

  /// The rows that fill the screen from the first seen one on, in a list whose rows flow.
  private var guessedRows: Range<Int> {
    let first = content.window.seen.lowerBound
    return first..<first + rowsOnScreen
  }

  private var rowsOnScreen: Int {
    let room = hasAssignedFrame && bounds.height > 0 ? bounds.height : UIScreen.main.bounds.height
    return Int(min(max(room / max(pitch, 1), 1), 200).rounded(.up))
  }

  /// The length that a row takes in the direction of scrolling, if rows flow: as the page measured it, or a guess.
  private var pitch: CGFloat {
    if let pitch = content.window.pitch { return pitch }
    guard let first = content.cells.first, let path = content.indexPath(of: first) else { return 44 }
    let size = layout.flowingSize(of: first, at: path)
    guard !isHorizontal else { return max(size.width, 1) }
    let room = bounds.width - layout.sideInsets
    return max(size.height, 1) / max((room / max(size.width, 1)).rounded(.down), 1)
  }

  /// The length of all rows if they flow; nil for a short list that no page has measured.
  final var lengthOfFlowingRows: CGFloat? {
    content.isWhole && content.window.pitch == nil ? nil : (pitch * CGFloat(content.count)).saneLength
  }

  /// The area around the rows that have cells; nil if all have.
  final var areaOfWindow: CGRect? {
    guard !content.isWhole else { return nil }
    guard layout.isArranged, let arrangement = layout.arrangement else {
      return bounds.insetBy(dx: -3 * bounds.width, dy: -3 * bounds.height)
    }
    var area = CGRect.null
    for section in content.shownSections {
      guard let frames = arrangement[section: section] else { continue }
      for row in content.sections[section].rows(in: content.window) where frames.items.indices.contains(row) {
        area = area.union(frames.items[row].frame)
      }
    }
    return area
  }

  /// Guesses the length of rows that were never measured by those that were. Returns whether there is a guess now.
  final func estimateRows() -> Bool {
    guard content.estimate == nil, !content.isWhole else { return false }
    var (sum, count): (CGFloat, CGFloat) = (0, 0)
    forEachRow { row, _, _ in
      guard let size = row.measuredSize else { return }
      sum += size.height
      count += 1
    }
    guard count > 0 else { return false }
    content.estimate = (sum / count).rounded()
    return true
  }

  // MARK: - What pages and apps ask for

  /// Takes over which rows a page shows.
  final func seeRows(_ viewport: Viewport) {
    loadIfNeeded()
    guard !viewport.rows.isEmpty else { return }
    if let pitch = viewport.pitch, pitch != content.window.pitch, !isLaidOut {
      content.window.pitch = pitch
      setNeedsLayout()
    }
    guard content.count > ListWindow.maxWhole else { return }
    moveWindow {
      $0.see(viewport.rows, isTold: true, wanted: viewport.wanted, keepsAll: viewport.keepsAll, of: content.count)
    }
    if content.hasUndisplayedRows { setNeedsLayout() }
  }

  /// Makes sure that a row has a cell, because the app scrolls there.
  final func makeCells(around indexPath: IndexPath, at position: UICollectionView.ScrollPosition) {
    loadIfNeeded()
    guard let number = content.number(of: indexPath), content.count > ListWindow.maxWhole else { return }
    let count = max(content.window.seen.count, min(rowsOnScreen, 50))
    let isAtEnd = !position.isDisjoint(with: [.bottom, .right])
    let isInMiddle = !position.isDisjoint(with: [.centeredVertically, .centeredHorizontally])
    let first = max(number - (isAtEnd ? count - 1 : isInMiddle ? count / 2 : 0), 0)
    moveWindow {
      $0.see(first..<first + count, isTold: false, of: content.count)
      $0.holdSeen()
    }
  }

  /// Makes cells for rows of a long list that an old page names. Returns the names of those that have cells now.
  final func makeCells(forRowsNamed names: Set<String>) -> Set<String> {
    loadIfNeeded()
    func shown() -> Set<String> { names.intersection(content.cells.map(\.pathName)) }
    guard !content.isWhole, shown().count < names.count else { return shown() }
    let paths = content.indexPaths(0..<min(content.count, Self.maxSearched))
    if paths.first.flatMap({ sourceIdentity(at: $0) }) != nil {
      // One move: a form may name thousands of rows.
      let numbers = paths.indices.filter { sourceIdentity(at: paths[$0]).map(names.contains) == true }
      moveWindow { for number in numbers { $0.include(number, in: content.count) } }
    } else if names.contains(where: { $0.hasPrefix(ItemIdentity.namePrefix) }) {
      // The name is made of what the row shows.
      let window = content.window
      while shown().count < names.count, !content.isWhole, content.window.shown.count < ListWindow.maxCells {
        moveWindow {
          let isAtEnd = $0.shown.upperBound == content.count
          let row = isAtEnd ? $0.shown.lowerBound : $0.shown.upperBound
          $0.extend(isAtEnd ? .before : .after, of: row, by: ListWindow.minCells, in: content.count)
        }
      }
      if shown().isEmpty {
        moveWindow {
          $0 = window
          $0.fit(to: content.count, anchor: nil)
        }
      }
    }
    return shown()
  }

  private static var maxSearched: Int { 20_000 }

  // MARK: - The room around the rows

  /// The tap on a button of the room, whose value says at which row it goes on. After a restart, the list may show fewer rows than the
  /// page.
  final func tapTarget(ofRoom part: String) -> TapTarget? {
    if let target = tapTarget(ofSectionTitle: part) { return target }
    var words = part.split(separator: "-")[...]
    guard words.popFirst() == "rows", let first = words.first else { return nil }
    if first == "all" { words.removeFirst() }
    guard let edge = words.popFirst().flatMap(ListWindow.Edge.init), !room(edge).isEmpty else { return nil }
    let row = words.first.flatMap { Int($0) } ?? endOfRows(edge)
    let number = first == "all" ? ListWindow.maxCells : ListWindow.minCells
    guard 0..<content.count ~= row, let path = content.indexPaths(row..<row + 1).first else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable) {
      self.moveWindow { $0.extend(edge, of: row, by: number, in: self.content.count) }
      // The reader stays at the row that was last, or first.
      self.scroll(to: self.content[path]?.cell, at: .top, animated: false)
    }
  }

  /// The tap on a title of the section index.
  private func tapTarget(ofSectionTitle part: String) -> TapTarget? {
    guard part.hasPrefix("index-"), let section = Int(part.dropFirst(6)), content.sections.indices.contains(section),
      !content.isWhole
    else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable) {
      self.scroll(toRowAt: IndexPath(row: 0, section: section), at: .top, animated: false)
    }
  }

  /// The rows without cells before or after those that have some.
  private func room(_ edge: ListWindow.Edge) -> Range<Int> {
    let (shown, count) = (content.window.shown, content.count)
    return edge == .before ? 0..<min(shown.lowerBound, count) : min(shown.upperBound, count)..<count
  }

  /// The first row behind those that have cells, or the first that has one.
  private func endOfRows(_ edge: ListWindow.Edge) -> Int {
    edge == .after ? room(edge).lowerBound : room(edge).upperBound
  }

  /// Writes the room for the rows without cells before or after those that have some.
  final func renderRoom(_ edge: ListWindow.Edge, isItem: Bool, into html: HTMLRenderer) {
    let rows = room(edge)
    guard !rows.isEmpty else { return }
    html.write(isItem ? "<li" : "<div")
    html.write(" class=\"room s")
    html.write(styleNumber: css(ofRoom: edge, rows.count))
    html.write("\"")
    html.write(attribute: "data-room", String(rows.count))
    html.write(">")
    for isAll in [false, true] {
      if isAll, rows.count <= ListWindow.minCells || content.count > ListWindow.maxCells { continue }
      let name = isAll ? "rows-all-\(edge.rawValue)" : "rows-\(edge.rawValue)"
      html.writeButton(tapping: "\(name)-\(endOfRows(edge))", of: self) {
        html.write(attribute: "id", idOf: self, part: name)
      } content: {
        html.writeSpan(
          localized(isAll ? .buttonShowAllRows : edge == .after ? .buttonShowMoreRows : .buttonShowEarlierRows))
      }
    }
    html.write(isItem ? "</li>" : "</div>")
  }

  private func css(ofRoom edge: ListWindow.Edge, _ count: Int) -> String {
    guard isLaidOut else {
      let name: StaticString = isHorizontal ? "--room-width:" : "--room-height:"
      return "\(name)\(CSS.clampedRem(pitch * CGFloat(count)));"
    }
    let area = areaOfWindow ?? .zero
    let (start, end) = isHorizontal ? (area.minX, area.maxX) : (area.minY, area.maxY)
    let (before, rest) = CGRect(origin: .zero, size: layout.collectionViewContentSize.sane).divided(
      atDistance: edge == .before ? start : end, from: isHorizontal ? .minXEdge : .minYEdge)
    let frame = edge == .before ? before : rest
    let (width, height) = (CSS.clampedRem(frame.width), CSS.clampedRem(frame.height))
    return "position:absolute;left:\(CSS.clampedRem(frame.minX));top:\(CSS.clampedRem(frame.minY));"
      + "width:\(width);height:\(height);--room-width:\(width);--room-height:\(height);"
  }

  /// Whether rows follow each other from side to side.
  final var isHorizontal: Bool { (layout as? UICollectionViewFlowLayout)?.scrollDirection == .horizontal }
}
