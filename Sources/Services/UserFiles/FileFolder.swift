public import Foundation
internal import StateFolder
public import TempuraServer
internal import TempuraUI

/// A folder with files of users: outside of their sessions, and outside of `Public`.
///
/// Each file has a random name, which the app keeps in its state. The app's `FileGuard` decides who may have it. All functions but
/// `url(of:)` and `file(of:)` use the disk, so call them in a side effect. Errors are those of Foundation's `FileManager`, such as
/// that the disk is full.
public struct FileFolder: Sendable {
  /// nil if there is no folder for what the program stores.
  let url: URL?

  /// A folder in `$STATE_DIRECTORY`, beside the default file for sessions. It is made with its first file. Without a home, `add` throws
  /// an error that says so.
  public init(_ name: String) { self.init(name, in: StateFolder.path) }

  /// A folder elsewhere, such as one that several servers share.
  public init(at url: URL) { self.url = url }

  init(_ name: String, in folder: String?) { url = folder.map { URL(fileURLWithPath: $0).appending(path: name) } }

  /// Adds a copy of a file, such as one that a user has picked.
  ///
  /// - Returns: The name of the copy.
  public func add(copyOf file: URL) throws -> String {
    let new = try newFile()
    try FileManager.default.copyItem(at: file, to: new)
    return new.lastPathComponent
  }

  /// Adds a file with a content.
  ///
  /// - Returns: The name of the file.
  public func add(_ content: Data) throws -> String {
    let new = try newFile()
    try content.write(to: new)
    return new.lastPathComponent
  }

  /// Adds a picture that a user has picked, with nothing but the picture.
  ///
  /// - Throws: `PictureError` if the file is no picture that browsers can show.
  public func addPicture(_ file: URL) throws -> UserPicture {
    let picture = try PictureFile(Data(contentsOf: file))
    return UserPicture(
      id: try add(picture.data), isPNG: picture.type == .png, width: picture.size.width, height: picture.size.height)
  }

  /// Removes a file, if there is one. Not one that a stored session may name: a change that removes its name may still be undone.
  ///
  /// - Parameter name: A name that `add` returned, or the `id` of a picture.
  public func remove(_ name: String) {
    if let file = url(of: name) { try? FileManager.default.removeItem(at: file) }
  }

  /// Where a file is; nil if `add` returns no such names.
  ///
  /// - Parameter name: A name that `add` returned. Not one that a client sent, unless the state has it.
  public func url(of name: String) -> URL? { UUID(uuidString: name) == nil ? nil : url?.appending(path: name) }

  /// What a `FileGuard` returns for a picture.
  public func file(of picture: UserPicture) -> UserFile? {
    url(of: picture.id).map { UserFile($0, type: picture.isPNG ? .png : .jpeg) }
  }

  private func newFile() throws -> URL {
    guard let url else { throw FileFolderError.noHome }
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return url.appending(path: UUID().uuidString)
  }
}

/// Why a file is not kept, for the log.
enum FileFolderError: Error, CustomStringConvertible {
  case noHome

  var description: String {
    "There is no folder for files of users, because this user has no home. Set STATE_DIRECTORY."
  }
}
