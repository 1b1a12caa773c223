internal import Foundation
internal import Basics
internal import TempuraUI

/// Tells `UIImage(named:)` which files there are.
enum Images {
  /// As much of a file as has to be read to know the size of an image.
  private static let beginning = 4096

  static func find(in folder: String?) {
    let names = folder.flatMap { try? FileManager.default.subpathsOfDirectory(atPath: $0) } ?? []
    let own = Set(names)
    let catalog = ImageCatalog(paths: own.union(BuiltInFiles.publicFiles.keys)) { path in
      if let folder, own.contains(path) {
        let file = FileHandle(forReadingAtPath: folder + "/" + path)
        return try? file?.read(upToCount: beginning)
      }
      return BuiltInFiles.publicFiles[path].map { Data($0.prefix(beginning)) }
    }
    UIImage.catalog.withLock { $0 = catalog }
  }
}
