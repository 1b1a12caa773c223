// swift-format-ignore-file
import Foundation
import Katana
import TempuraTesting
import Testing

@testable import Todo

// A run of To Do, release 1, that was recorded.

@Suite struct RecordedUpdatersTests {
  @Test func theRecordedUpdaters() async throws {
    let state = try JSONDecoder().decode(AppState.self, from: Data(#"{"items":[{"id":"a1b2c3d4e5f6a7b8","text":"Pet my \"unicorn\"","completed":false,"archived":false},{"id":"b1b2c3d4e5f6a7b8","text":"Visit mars","completed":false,"archived":false}],"people":{}}"#.utf8))
    let driver = StoreDriver<AppState, NoDependencies>(state: state)
    await driver.dispatch(AddItem(text: "Buy “milk”\\")) {
      try $0.insertJSON(driver.state.json(at: "items[0]"), at: "items[0]")
      try $0.setJSON(at: "items[0].text", to: #""Buy “milk”\\""#)
      try $0.setJSON(at: "items[0].completed", to: "false")
      try $0.setJSON(at: "items[0].archived", to: "false")
    }
    try await driver.dispatch(ToggleItem(itemID: driver.state.value(at: "items[0].id"))) {
      try $0.setJSON(at: "items[0].completed", to: "true")
    }
    await driver.dispatch(EditItem(id: "b1b2c3d4e5f6a7b8", text: "Visit Venus")) {
      try $0.setJSON(at: "items[2].text", to: #""Visit Venus""#)
    }
    await driver.dispatch(ToggleItem(itemID: "a1b2c3d4e5f6a7b8")) {
      try $0.setJSON(at: "items[1].completed", to: "true")
    }
    try await driver.dispatch(ToggleArchiveItems(ids: [driver.state.value(at: "items[0].id"), "a1b2c3d4e5f6a7b8"], archived: true)) {
      try $0.setJSON(at: "items[0].archived", to: "true")
      try $0.setJSON(at: "items[1].archived", to: "true")
    }
    await driver.finish()
  }
}

private final class NoDependencies: SideEffectDependencyContainer {
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}
