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
  public let url: URL

  /// A folder in `$STATE_DIRECTORY`, beside the default file for sessions. It is made with its first file.
  public init(_ name: String) { url = URL(fileURLWithPath: StateFolder.path).appending(path: name) }

  /// A folder elsewhere, such as one that several servers share.
  public init(at url: URL) { self.url = url }

  /// Adds a copy of a file, such as one that a user has picked.
  ///
  /// - Returns: The name of the copy.
  public func add(copyOf file: URL) throws -> String {
    let name = try newName()
    try FileManager.default.copyItem(at: file, to: url(of: name))
    return name
  }

  /// Adds a file with a content.
  ///
  /// - Returns: The name of the file.
  public func add(_ content: Data) throws -> String {
    let name = try newName()
    try content.write(to: url(of: name))
    return name
  }

  /// Adds a picture that a user has picked, with nothing but the picture.
  ///
  /// - Throws: `PictureError` if the file is no picture that browsers can show.
  public func addPicture(_ file: URL) throws -> UserPicture {
    let picture = try PictureFile(Data(contentsOf: file))
    return UserPicture(
      id: try add(picture.data), isPNG: picture.type == .png, width: picture.size.width, height: picture.size.height)
  }

  /// Removes a file. Does nothing if there is none. Remove its name from the state before, so that no page shows what is gone.
  ///
  /// - Parameter name: A name that `add` returned, or the `id` of a picture.
  public func remove(_ name: String) { try? FileManager.default.removeItem(at: url(of: name)) }

  /// Where a file is.
  ///
  /// - Parameter name: A name that `add` returned. Not one that a client sent, unless the state has it.
  public func url(of name: String) -> URL { url.appending(path: name) }

  /// What a `FileGuard` returns for a picture.
  public func file(of picture: UserPicture) -> UserFile {
    UserFile(url(of: picture.id), type: picture.isPNG ? .png : .jpeg)
  }

  private func newName() throws -> String {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return UUID().uuidString
  }
}
