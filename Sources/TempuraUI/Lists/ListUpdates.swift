internal import Foundation

/// How rows come into a list and leave it, while others move to their new places.
enum RowMotion: String { case fade, left, right, top, bottom }

/// Updates that an app announces to a list. As in UIKit, deletions, reloads and the sources of moves use index paths
/// from before the updates. Insertions and the destinations of moves use index paths from after them.
struct ListUpdates {
  // Sets, because each `IndexSet` is an object, also an empty one.
  var deletedSections: Set<Int> = []
  var insertedSections: Set<Int> = []
  var reloadedSections: Set<Int> = []
  var movedSections: [(from: Int, to: Int)] = []
  var deletedRows: Set<IndexPath> = []
  var insertedRows: Set<IndexPath> = []
  var reloadedRows: Set<IndexPath> = []
  var movedRows: [(from: IndexPath, to: IndexPath)] = []
  /// How rows come and go; nil if they are not animated.
  var animation: RowMotion?

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty
      && deletedRows.isEmpty && insertedRows.isEmpty && reloadedRows.isEmpty && movedRows.isEmpty
  }

  /// Returns the sections after the updates. New and reloaded sections have `isNew` set and no rows yet; new rows have
  /// no cells yet.
  ///
  /// - Returns: nil if an update names a section or row that does not exist.
  func applied(to old: [ListSection]) -> [ListSection]? {
    guard namesOnlyExistingRows(in: old) else { return nil }
    for path in reloadedRows { old[path.section].rows[path.row]?.isStale = true }
    let gone = Dictionary(grouping: deletedRows.union(movedRows.map(\.from)), by: \.section)
    var moved: [(path: IndexPath, row: ListRow?)] = movedRows.map { ($0.to, old[$0.from.section].rows[$0.from.row]) }
    moved += insertedRows.map { ($0, nil) }

    var remaining = old
    for index in remaining.indices {
      if reloadedSections.contains(index) {
        remaining[index] = ListSection(identity: old[index].identity, isNew: true)
      } else if let gone = gone[index] {
        let rows = Set(gone.map(\.row))
        remaining[index].rows = remaining[index].rows.indices.filter { !rows.contains($0) }.map { old[index].rows[$0] }
      }
    }
    var coming: [(index: Int, section: ListSection)] = movedSections.map { ($0.to, remaining[$0.from]) }
    coming += insertedSections.map { ($0, ListSection(isNew: true)) }
    let leaving = deletedSections.union(movedSections.map(\.from))
    var new = remaining.indices.filter { !leaving.contains($0) }.map { remaining[$0] }
    for (index, section) in coming.sorted(by: { $0.index < $1.index }) {
      guard (0...new.count).contains(index) else { return nil }
      new.insert(section, at: index)
    }
    for (path, row) in moved.sorted(by: { $0.path < $1.path }) {
      guard path.count == 2, new.indices.contains(path.section) else { return nil }
      if new[path.section].isNew { continue }  // All rows of a new section are loaded later.
      guard (0...new[path.section].rows.count).contains(path.row) else { return nil }
      new[path.section].rows.insert(row, at: path.row)
    }
    return new
  }

  private func namesOnlyExistingRows(in old: [ListSection]) -> Bool {
    let sections = deletedSections.union(reloadedSections).union(movedSections.map(\.from))
    let rows = deletedRows.union(reloadedRows).union(movedRows.map(\.from))
    return movedSections.allSatisfy { $0.from >= 0 } && sections.allSatisfy { old.indices.contains($0) }
      && rows.allSatisfy { path in
        path.count == 2 && old.indices.contains(path.section) && old[path.section].rows.indices.contains(path.row)
      }
  }
}
