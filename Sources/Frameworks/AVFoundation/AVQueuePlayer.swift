public import Foundation

/// A player of several media, one after the other.
open class AVQueuePlayer: AVPlayer {
  private var queue: [AVPlayerItem] = []

  public init(items: [AVPlayerItem]) {
    queue = items
    super.init(playerItem: items.first)
    actionAtItemEnd = .advance
  }

  override public init(playerItem item: AVPlayerItem?) {
    queue = item.map { [$0] } ?? []
    super.init(playerItem: item)
    actionAtItemEnd = .advance
  }

  override public convenience init() { self.init(playerItem: nil) }

  open func items() -> [AVPlayerItem] { queue }

  override func advance() {
    advanceToNextItem()
    if currentItem == nil { pause() }
  }

  open func advanceToNextItem() {
    queue = Array(queue.dropFirst())
    replaceCurrentItem(with: queue.first)
  }

  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    let index = afterItem.flatMap { after in queue.firstIndex { $0 === after } }.map { $0 + 1 } ?? queue.count
    queue.insert(item, at: index)
    if queue.count == 1 { replaceCurrentItem(with: item) }
  }

  open func remove(_ item: AVPlayerItem) {
    if item === currentItem { return advanceToNextItem() }
    queue.removeAll { $0 === item }
  }

  open func removeAllItems() {
    queue = []
    replaceCurrentItem(with: nil)
  }
}

/// Plays an item again and again, as long as the app keeps the looper: the browser begins anew without a gap, so that no notification
/// is posted.
open class AVPlayerLooper: NSObject {
  private weak var player: AVQueuePlayer?

  public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
    self.player = player
    super.init()
    if player.currentItem == nil { player.insert(itemToLoop, after: nil) }
    player.loop(true)
  }

  deinit { disableLooping() }

  open func disableLooping() { player?.loop(false) }
}
