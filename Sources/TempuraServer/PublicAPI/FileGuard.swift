internal import Basics
public import Foundation
public import Katana
public import TempuraUI

/// An app delegate that serves files to those of its users who may have them, such as pictures that users have uploaded.
///
/// The URL of a file is `/files/NAME`, and `UIImage(userFile:)` is the image at this URL. Unlike files in `Public`, files of users
/// are outside of the folders that the server knows. See docs/how-to/pictures.md.
///
///     extension AppDelegate: FileGuard {
///       static func file(named name: String, in state: AppState) -> UserFile? {
///         state.pictures.contains(name) ? UserFile(pictureFolder.appending(path: name), type: .png) : nil
///       }
///     }
public protocol FileGuard {
  associatedtype GuardedState: State

  /// Returns the file of a name; nil if there is none, or if the user of the state may not have it. The answer is 404 in both
  /// cases. Called for each request, in a turn of the session, without a launch of the app. It must not block.
  ///
  /// - Parameter name: The name in the URL, which anybody can type. It has no slash, and does not begin with a dot.
  static func file(named name: String, in state: GuardedState) -> UserFile?
}

/// A file that a user may have.
public struct UserFile: Sendable {
  /// Where the file is.
  public var url: URL
  /// Its type, which the app knows from the content. Browsers show pictures in PNG, JPEG, GIF and WebP, sound, video and plain
  /// text. They save files of other types. The server ignores `Range`: Safari plays no video, and other browsers may be unable
  /// to seek.
  public var type: UTType
  /// The name under which a browser saves the file. Default: nil, the name of the URL.
  public var downloadName: String?

  public init(_ url: URL, type: UTType, downloadName: String? = nil) {
    self.url = url
    self.type = type
    self.downloadName = downloadName
  }
}

extension FileGuard {
  static func find(_ name: String, in state: any State) -> UserFile? {
    guard let state = state as? GuardedState else {
      Misuse.report(
        "\(Self.self).file(named:in:) takes a \(GuardedState.self), but the store has a \(type(of: state)), so users get no files. "
          + "Use the state of the store.")
      return nil
    }
    return file(named: name, in: state)
  }
}
