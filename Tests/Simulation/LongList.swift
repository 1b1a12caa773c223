import Foundation
import SessionKernel
import TempuraServer
import TempuraUI

/// A list that is too long for a page.
struct LongList: Codable {
  /// How many rows it has before users change it.
  let count: Int
  /// Whether the app gives the rows identities.
  let hasIdentities: Bool
  /// Whether the app loads all rows again instead of updating some.
  let reloads: Bool
  /// Whether the list scrolls in a frame of its own, instead of with the page.
  let hasFrames: Bool

  /// The whole list of a session that has these tokens: each of them inserted, removed, moved or changed rows.
  func rows(after tokens: [String]) -> [Row] {
    var rows = (0..<count).map { Row(id: $0) }
    var known: Set<String> = []
    for token in tokens where known.insert(token).inserted {
      let hash = token.utf8.reduce(0) { Platform.scrambled($0 &+ UInt64($1)) }
      var chance = Chance(hash)
      let place = Row.id(in: token).flatMap { id in rows.firstIndex { $0.id == id } } ?? chance.below(rows.count)
      switch chance.below(8) {
      case 0, 1, 2:
        let new = (0..<(chance.oneIn(4) ? 30 : 1)).map { Row(id: Int(hash >> 24) * 100 + $0) }
        rows.insert(contentsOf: new, at: chance.oneIn(3) ? 0 : place)
      case 3: rows.remove(at: place)
      case 4:
        var row = rows.remove(at: place)
        row.moves += 1
        rows.insert(row, at: chance.below(rows.count + 1))
      default: rows[place].changes += 1
      }
    }
    return rows
  }
}

struct Row: Equatable {
  let id: Int
  var (moves, changes) = (0, 0)
  var text: String { "\(id).\(changes)" }

  init(id: Int) { self.id = id }

  /// The token of a form that tapped a row, which the app writes.
  static func token(_ token: String, of row: Row) -> String { "\(token.prefix { $0 != "#" })#\(row.id)" }
  static func id(in token: String) -> Int? {
    token.split(separator: "#").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
  }
}

/// Shows the rows as an app on iOS does.
final class RowTable: UITableView, UITableViewDataSource, UITableViewDelegate {
  let kind: LongList
  private var rows: [Row] = []
  var didTap: ((Row) -> Void)?

  init(_ kind: LongList) {
    self.kind = kind
    super.init(frame: .zero, style: .plain)
    register(RowCell.self, forCellReuseIdentifier: "row")
    (dataSource, delegate) = (self, self)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ tokens: [String]) {
    let (old, new) = (rows, kind.rows(after: tokens))
    guard new != old else { return }
    guard !kind.reloads, !old.isEmpty else {
      rows = new
      return reloadData()
    }
    performBatchUpdates {
      rows = new
      for change in new.map(\.id).difference(from: old.map(\.id)).inferringMoves() {
        switch change {
        case .insert(let row, _, nil): insertRows(at: [[0, row]], with: .none)
        case .remove(let row, _, nil): deleteRows(at: [[0, row]], with: .none)
        case .insert(let row, _, let from?): moveRow(at: [0, from], to: [0, row])
        case .remove: break
        }
      }
    }
    let changes = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.changes) })
    reloadRows(at: new.indices.filter { changes[new[$0].id] != new[$0].changes }.map { [0, $0] }, with: .none)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = dequeueReusableCell(withIdentifier: "row", for: indexPath)
    let row = rows[indexPath.row]
    cell.textLabel?.text = row.text
    (cell as? RowCell)?.didTap = { [unowned self] in didTap?(row) }
    return cell
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    kind.hasIdentities ? "\(rows[indexPath.row].id)" : nil
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { didTap?(rows[indexPath.row]) }
}

/// A row that can be selected, and has a button.
final class RowCell: UITableViewCell {
  var didTap: (() -> Void)?

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    let button = UIButton()
    button.setTitle("Tap", for: .normal)
    button.on(.touchUpInside) { [unowned self] _ in didTap?() }
    accessoryView = button
  }

  required init?(coder: NSCoder) { nil }
}
