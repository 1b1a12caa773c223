import Foundation
import Hydra
import Katana
import UserFiles

extension FileFolder {
  static let pictures = FileFolder("pictures")
}

/// Checks the picture that a user has sent, and stores it.
struct KeepPicture: SideEffect {
  let url: URL

  func sideEffect(_ context: SideEffectContext<AlbumState, EmptySideEffectDependencyContainer>) throws {
    do {
      let file = try FileFolder.pictures.addPicture(url)
      let picture = Picture(file: file, title: url.deletingPathExtension().lastPathComponent)
      try Hydra.await(context.dispatch(AddPicture(picture: picture)))
      guard context.getState().pictures.contains(picture) else {
        FileFolder.pictures.remove(file.id)
        throw AlbumError.tooMany
      }
    } catch {
      let problem =
        error is PictureError || error is AlbumError
        ? "\(error)" : "The picture could not be stored. Please try again."
      try Hydra.await(context.dispatch(ShowPictureProblem(problem: problem)))
    }
  }
}

enum AlbumError: Error, CustomStringConvertible {
  case tooMany

  var description: String { "There is room for \(AlbumState.maxCount) pictures. Delete one first." }
}

/// Removes the file after its description, so that no page shows a picture that is gone.
struct DeletePicture: SideEffect {
  let id: Picture.ID

  func sideEffect(_ context: SideEffectContext<AlbumState, EmptySideEffectDependencyContainer>) throws {
    guard context.getState().pictures.contains(where: { $0.id == id }) else { return }
    try Hydra.await(context.dispatch(RemovePicture(id: id)))
    FileFolder.pictures.remove(id)
  }
}
