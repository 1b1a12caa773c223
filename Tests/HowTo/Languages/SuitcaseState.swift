import Foundation
import Katana
import UIKit

struct SuitcaseState: State, Codable, Equatable {
  /// The language that the user chose; nil for the browser's.
  var language: String?
  var things = ["Passport", "Toothbrush", "Charger"].map { Thing(key: $0) }
  var departure = Date(timeIntervalSince1970: 1_786_665_600)
  var kilograms = 12.5
}

struct Thing: Codable, Equatable {
  /// The key of its name.
  var key: String
  var isPacked = false
}

struct ChooseLanguage: StateUpdater {
  let language: String?

  func updateState(_ state: inout SuitcaseState) {
    state.language = language.flatMap { SuitcaseAppDelegate.languages.contains($0) ? $0 : nil }
  }
}

struct Pack: StateUpdater {
  let key: String

  func updateState(_ state: inout SuitcaseState) {
    guard let index = state.things.firstIndex(where: { $0.key == key }) else { return }
    state.things[index].isPacked.toggle()
  }
}
