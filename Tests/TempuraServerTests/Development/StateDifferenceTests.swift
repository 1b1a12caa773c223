import Foundation
import Recordings
import Testing

@testable import TempuraServer

@Suite struct StateDifferenceTests {
  private struct Item: Equatable {
    var id: Int
    var title: String
    // By its id only, as apps do.
    static func == (a: Item, b: Item) -> Bool { a.id == b.id }
  }

  private enum Phase {
    case idle
    case loading(progress: Int)
  }

  private final class Cycle {
    var other: Cycle?
  }

  private struct Example {
    var items = (1...5).map { Item(id: $0, title: "Item \($0)") }
    var choice: Int?
    var byName: [String: Int] = ["a": 1, "b": 2]
    var tags: Set<String> = ["x"]
    var phase = Phase.idle
    var nested = Item(id: 9, title: "")
    var date = Date(timeIntervalSince1970: 0)
    var cycle = Cycle()
    var list: [[Int]] = [[1], [2]]
  }

  @Test func differencesAreNamed() {
    let cut = "“\(String(repeating: "x", count: 39))…”"
    let rows: [((inout Example) -> Void, [String])] = [
      ({ _ in }, []),
      ({ $0.items.append(Item(id: 6, title: "")) }, ["items[5] added"]),
      ({ $0.items.insert(Item(id: 0, title: ""), at: 0) }, ["items[0] added"]),
      ({ $0.items.removeSubrange(1...2) }, ["items[1...2] removed"]),
      ({ $0.items[3].title = "New" }, ["items[3].title = “New”"]),
      ({ $0.items[0].title = String(repeating: "x", count: 90) }, ["items[0].title = \(cut)"]),
      ({ $0.choice = 3 }, ["choice = 3"]),
      (
        { $0.byName = ["b": 3, "c": 1] }, ["byName[a] removed", "byName[b] = 3", "byName[c] added"]
      ),
      ({ $0.tags = ["y", "z"] }, ["tags: 2 added", "tags: 1 removed"]),
      ({ $0.phase = .loading(progress: 1) }, ["phase = .loading"]),
      ({ $0.nested.title = "secret" }, ["nested.title = “•••”"]),
      ({ $0.date += 86_400 }, ["date = 1970-01-02 00:00:00 +0000"]),
      ({ $0.cycle = Cycle() }, ["cycle changed"]),
      ({ $0.cycle.other = $0.cycle }, []),
      ({ $0.list[1][0] = 3 }, ["list[1][0] = 3"]),
    ]
    for (change, lines) in rows {
      let old = Example()
      var new = old
      change(&new)
      let differences = StateDifference.between(old, new, Redaction { $0.replacing("secret", with: "•••") })
      #expect(differences == lines.map { "state.\($0)" })
      new.cycle.other = nil
    }
  }

  @Test func onlyAFewAreNamed() {
    let old = Example()
    var new = old
    new.items = new.items.map { Item(id: $0.id + 1, title: "") }
    let paths = ["items[0].id = 2", "items[0].title = “”", "items[1].id = 3", "items[1].title = “”"]
    #expect(StateDifference.between(old, new) == paths.map { "state.\($0)" } + ["…"])
  }

  @Test func changesOfValuesThatMayBeMissingAreNamed() {
    var (old, new) = (Example(), Example())
    new.cycle = old.cycle
    (old.choice, new.phase) = (1, .loading(progress: 2))
    old.phase = .loading(progress: 1)
    #expect(StateDifference.between(old, new) == ["state.choice = nil", "state.phase.loading.progress = 2"])
  }
}
