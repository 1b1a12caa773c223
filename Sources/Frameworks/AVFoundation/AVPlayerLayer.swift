public import Foundation
public import TempuraUI

/// How a video fills its layer.
public enum AVLayerVideoGravity: String, Sendable {
  case resizeAspect = "AVLayerVideoGravityResizeAspect", resizeAspectFill = "AVLayerVideoGravityResizeAspectFill",
    resize = "AVLayerVideoGravityResize"

  /// The value of `object-fit` in CSS.
  package var fit: String { self == .resize ? "fill" : self == .resizeAspect ? "contain" : "cover" }
}

/// A layer that shows the film of a player. It has the browser's controls only without a script, and if the browser refuses to play.
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
    didSet {
      AVPlayer.move(self, from: oldValue, to: player) { [weak self] in self?.mediumChanged() }
      medium = { [weak self] in self?.player?.medium { $0.fit = self?.videoGravity.fit ?? "" } }
    }
  }

  open var videoGravity = AVLayerVideoGravity.resizeAspect { didSet { mediumChanged() } }

  /// Always true: a browser loads the video.
  open var isReadyForDisplay: Bool { true }

  /// The area of the video: the whole layer.
  open var videoRect: CGRect { bounds }
}
