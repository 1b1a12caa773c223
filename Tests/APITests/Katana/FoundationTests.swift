import Katana
import Testing

// The only import: an app's state needs no other.

private struct Diary: State {
  var entries: [Date: String] = [:]
}

private struct Write: StateUpdater {
  let text: String
  let date: Date

  func updateState(_ state: inout Diary) { state.entries[date] = text.trimmingCharacters(in: .whitespaces) }
}

@Suite struct FoundationTests {
  @Test func katanaExportsFoundation() {
    var diary = Diary()
    let date = Date(timeIntervalSince1970: 0)
    Write(text: " rain ", date: date).updateState(&diary)
    #expect(diary.entries == [date: "rain"])
  }
}
