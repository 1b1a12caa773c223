import Katana
import Recordings
import Testing

@testable import TempuraServer

/// What a recording, and the terminal, say of the changes of a state.
@Suite struct RecordedChangesTests {
  private struct Item: Equatable {
    var id: Int
    var title = ""
  }

  private struct Example: State {
    var items = (1...5).map { Item(id: $0, title: "Item \($0)") }
    var choice: Int?
    var names: [String: String] = ["a": "A"]
  }

  private func changes(_ change: (inout Example) -> Void) -> [String] {
    let recording = Recording(app: "", release: "", stateVersion: 1, stateType: "", delegate: "", language: "")
    let recorder = SessionRecorder(recording, file: "a file")
    recorder.add(secrets: ["secret"])
    var new = Example()
    change(&new)
    return recorder.difference(from: Example(), to: new)
  }

  @Test func changesAreNamed() {
    let rows: [((inout Example) -> Void, [String])] = [
      ({ _ in }, []),
      ({ $0.items.append(Item(id: 6)) }, ["items[5] added"]), ({ $0.items.remove(at: 1) }, ["items[1] removed"]),
      ({ $0.items[3].title = "New" }, [#"items[3].title = "New""#]),
      (
        { $0.items[0].title = String(repeating: "x", count: 90) },
        ["items[0].title = \"\(String(repeating: "x", count: 38))…"]
      ),
      ({ $0.choice = 3 }, ["choice = 3"]),
      ({ $0.names = ["a": "a secret", "secret": ""] }, [#"names["a"] = "a •••""#, #"names["•••"] added"#]),
    ]
    for (change, lines) in rows { #expect(changes(change) == lines.map { "state.\($0)" }) }
  }

  @Test func onlyAFewAreNamed() {
    let paths = ["items[0].id = 2", "items[0].title = \"\"", "items[1].id = 3", "items[1].title = \"\""]
    #expect(changes { $0.items = $0.items.map { Item(id: $0.id + 1) } } == paths.map { "state.\($0)" } + ["…"])
  }
}
