import Foundation
import Katana
import UserFiles

struct AlbumState: State, Codable, Equatable {
  static let maxCount = 24

  var pictures: [Picture] = []
  var problem: String?
}

struct Picture: Codable, Equatable, Identifiable {
  var file: UserPicture
  /// What the picture shows, for users who do not see it.
  var title: String

  var id: String { file.id }
}

/// Does nothing if there are enough pictures: another tab may have added some.
struct AddPicture: StateUpdater {
  let picture: Picture

  func updateState(_ state: inout AlbumState) {
    guard state.pictures.count < AlbumState.maxCount else { return }
    state.pictures.insert(picture, at: 0)
    state.problem = nil
  }
}

/// The file stays: if this cannot be stored, it is undone.
struct RemovePicture: StateUpdater {
  let id: Picture.ID

  func updateState(_ state: inout AlbumState) { state.pictures.removeAll { $0.id == id } }
}

struct ShowPictureProblem: StateUpdater {
  let problem: String?

  func updateState(_ state: inout AlbumState) { state.problem = problem }
}
