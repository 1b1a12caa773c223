import Foundation
import Tempura

struct NewGroupLocalState: LocalState, Codable {
  var selectedIDs: [String] = []
  var search = ""
  var hasPhoto = false
}

struct NewGroupViewModel: ViewModelWithLocalState {
  let contacts: [Contact]
  let selected: [Contact]
  let hasPhoto: Bool

  init?(state: AppState?, localState: NewGroupLocalState) {
    guard let state else { return nil }
    contacts = state.contacts.filter {
      localState.search.isEmpty || $0.name.range(of: localState.search, options: .caseInsensitive) != nil
    }
    selected = localState.selectedIDs.compactMap { state.contact($0) }
    hasPhoto = localState.hasPhoto
  }
}
