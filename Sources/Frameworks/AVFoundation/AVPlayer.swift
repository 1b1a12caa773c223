public import Foundation
package import TempuraUI

// A page plays a video by itself when the user starts it, and does not tell the server. So a player only knows what to play.

/// A medium.
open class AVAsset: NSObject {
  final let location: URL

  fileprivate init(at location: URL) { self.location = location }

  public convenience init(url URL: URL) { self.init(at: URL) }

  /// Unknown, because the server does not read media.
  open var duration: CMTime { .indefinite }
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

  public final let asset: AVAsset

  public init(asset: AVAsset) { self.asset = asset }

  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  /// Always ready: a browser loads the medium.
  open var status: Status { .readyToPlay }
  open var error: (any Error)? { nil }
  open var duration: CMTime { asset.duration }
  open func currentTime() -> CMTime { .zero }
}

extension NSNotification.Name {
  /// Never posted, as the following one: a page does not tell how far a video was played.
  public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
}

/// A player of a video that an `AVPlayerViewController` or an `AVPlayerLayer` shows. A file in the folder `Public` of the app
/// is a video with the browser's controls, by which the user plays it. A URL of another server is a link.
open class AVPlayer: NSObject {
  public enum Status: Int, Sendable { case unknown, readyToPlay, failed }
  public enum TimeControlStatus: Int, Sendable { case paused, waitingToPlayAtSpecifiedRate, playing }
  public enum ActionAtItemEnd: Int, Sendable { case advance, pause, none }

  private var item: AVPlayerItem?
  private var displays: [ObjectIdentifier: () -> Void] = [:]

  override public init() { super.init() }

  public init(playerItem item: AVPlayerItem?) { self.item = item }

  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  open var currentItem: AVPlayerItem? { item }

  open func replaceCurrentItem(with item: AVPlayerItem?) {
    self.item = item
    for update in displays.values { update() }
  }

  /// What a page shows for the medium.
  package final var video: VideoSource? { item.flatMap { VideoSource($0.asset.location) } }

  /// Moves a display from one player to another, each nil if there is none.
  ///
  /// - Parameter update: Shows the medium of the player. Called now, and when the medium is replaced.
  package static func move(
    _ display: AnyObject, from old: AVPlayer?, to new: AVPlayer?, update: @escaping () -> Void
  ) {
    guard new !== old else { return }
    update()
    old?.remove(display)
    new?.displays[ObjectIdentifier(display)] = update
  }

  package final func remove(_ display: AnyObject) { displays[ObjectIdentifier(display)] = nil }

  // MARK: - Without effect on a page

  /// No effect, as the following methods and properties: the user plays the video.
  open func play() { rate = 1 }
  open func pause() { rate = 0 }
  open func playImmediately(atRate rate: Float) { self.rate = rate }

  /// What the app last asked for.
  open var rate: Float = 0
  open var defaultRate: Float = 1
  open var volume: Float = 1
  open var isMuted = false
  open var actionAtItemEnd = ActionAtItemEnd.pause
  open var automaticallyWaitsToMinimizeStalling = true
  open var allowsExternalPlayback = true
  open var preventsDisplaySleepDuringVideoPlayback = true

  open var status: Status { .readyToPlay }
  open var error: (any Error)? { nil }
  /// Whether the app last called `play()`.
  open var timeControlStatus: TimeControlStatus { rate == 0 ? .paused : .playing }

  /// Always zero.
  open func currentTime() -> CMTime { .zero }
  open func seek(to time: CMTime) {}
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {}

  /// - Parameter completionHandler: Called with false.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) { completionHandler(false) }

  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(false) }

  /// - Parameter block: Never called.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any { NSObject() }

  /// - Parameter block: Never called.
  open func addBoundaryTimeObserver(forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void)
    -> Any
  { NSObject() }

  open func removeTimeObserver(_ observer: Any) {}
}

/// A player of several media. A page shows the first one.
open class AVQueuePlayer: AVPlayer {
  private var queue: [AVPlayerItem] = []

  public init(items: [AVPlayerItem]) {
    queue = items
    super.init(playerItem: items.first)
  }

  override public init(playerItem item: AVPlayerItem?) {
    queue = item.map { [$0] } ?? []
    super.init(playerItem: item)
  }

  override public convenience init() { self.init(playerItem: nil) }

  open func items() -> [AVPlayerItem] { queue }

  open func advanceToNextItem() {
    queue = Array(queue.dropFirst())
    replaceCurrentItem(with: queue.first)
  }

  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    let index = afterItem.flatMap { after in queue.firstIndex { $0 === after } }.map { $0 + 1 } ?? queue.count
    queue.insert(item, at: index)
    if queue.count == 1 { replaceCurrentItem(with: item) }
  }

  open func removeAllItems() {
    queue = []
    replaceCurrentItem(with: nil)
  }
}
