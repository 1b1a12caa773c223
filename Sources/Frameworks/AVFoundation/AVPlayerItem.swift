public import Foundation

/// A medium.
open class AVAsset: NSObject {
  final let location: URL

  fileprivate init(at location: URL) { self.location = location }

  public convenience init(url URL: URL) { self.init(at: URL) }

  /// What the page told, in seconds.
  final var length: Double?

  /// Indefinite until the page tells of it. The server does not read media.
  open var duration: CMTime { length.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .indefinite }
  open var isPlayable: Bool { true }
}

/// A medium with a URL.
open class AVURLAsset: AVAsset {
  /// - Parameter options: No effect.
  public init(url URL: URL, options: [String: Any]? = nil) { super.init(at: URL) }

  public final var url: URL { location }
}

/// A medium in a player.
open class AVPlayerItem: NSObject {
  public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

  public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
  public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime

  public final let asset: AVAsset

  public init(asset: AVAsset) { self.asset = asset }

  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  final weak var player: AVPlayer?

  /// Ready, unless the page could not load the medium.
  open var status: Status { error == nil ? .readyToPlay : .failed }
  open internal(set) var error: (any Error)?
  open var duration: CMTime { asset.duration }
  open func currentTime() -> CMTime { player?.currentTime() ?? .zero }

  open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
    guard let player else { return completionHandler?(false) ?? () }
    player.seek(to: time) { completionHandler?($0) }
  }
}

extension NSNotification.Name {
  /// Posted when the page has played an item to its end. The object is the item, as that of the following one.
  public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// Posted when the page cannot play an item.
  public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
}
