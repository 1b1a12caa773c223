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
      guard context.getState().pictures.contains(picture) else { throw AlbumError.tooMany }
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
