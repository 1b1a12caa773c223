public import Foundation
public import TempuraUI

/// How a video fills its layer.
public enum AVLayerVideoGravity: String, Sendable {
  case resizeAspect = "AVLayerVideoGravityResizeAspect", resizeAspectFill = "AVLayerVideoGravityResizeAspectFill",
    resize = "AVLayerVideoGravityResize"
}

/// A layer that shows the video of a player, with the browser's controls: the user plays it.
open class AVPlayerLayer: CALayer {
  override public init() { super.init() }
  override public init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(player: AVPlayer?) {
    self.init()
    show(player)
  }

  deinit { player?.remove(self) }

  // In a method, because an assignment in an initialiser does not call `didSet`.
  private func show(_ player: AVPlayer?) { self.player = player }

  open var player: AVPlayer? {
    didSet { AVPlayer.move(self, from: oldValue, to: player) { [weak self] in self?.update() } }
  }

  private func update() { video = player?.video }

  /// No effect: the whole video is visible.
  open var videoGravity = AVLayerVideoGravity.resizeAspect

  /// Always true: a browser loads the video.
  open var isReadyForDisplay: Bool { true }

  /// The area of the video: the whole layer.
  open var videoRect: CGRect { bounds }
}
