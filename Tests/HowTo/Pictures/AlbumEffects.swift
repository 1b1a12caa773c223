import Foundation
import Hydra
import Katana
import UIKit
import UniformTypeIdentifiers

extension FileFolder {
  static let pictures = FileFolder("pictures")
}

/// Checks the picture that a user has sent, and stores it.
struct KeepPicture: SideEffect {
  let url: URL

  func sideEffect(_ context: SideEffectContext<AlbumState, EmptySideEffectDependencyContainer>) throws {
    do {
      let file = try PictureFile(Data(contentsOf: url))
      let name = try FileFolder.pictures.add(file.data)
      let picture = Picture(
        id: name, title: url.deletingPathExtension().lastPathComponent, isPNG: file.type == .png,
        width: file.size.width, height: file.size.height)
      try Hydra.await(context.dispatch(AddPicture(picture: picture)))
      guard context.getState().pictures.contains(picture) else {
        FileFolder.pictures.remove(name)
        throw PictureError.tooMany
      }
    } catch {
      let problem = (error as? PictureError)?.text ?? "The picture could not be stored. Please try again."
      try Hydra.await(context.dispatch(ShowPictureProblem(problem: problem)))
    }
  }
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
