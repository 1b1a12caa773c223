@_exported public import AVFoundation
public import Foundation
public import TempuraUI

/// Shows the video of a player, with the browser's controls: see `AVPlayer`. If it is presented, it has a button *Done*.
open class AVPlayerViewController: UIViewController {
  public override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
    modalPresentationStyle = .fullScreen
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var delegate: (any AVPlayerViewControllerDelegate)?

  open var player: AVPlayer? {
    didSet { AVPlayer.move(self, from: oldValue, to: player) { [weak self] in self?.update() } }
  }

  deinit { player?.remove(self) }

  override open func loadView() {
    let view = VideoView()
    view.shownMedium = { [weak self] in self?.medium }
    self.view = view
  }

  override open func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if isBeingDismissed { player?.pause() }
  }

  private var medium: Medium? {
    player?.medium {
      $0.fit = videoGravity.fit
      ($0.hasControls, $0.allowsPictureInPicture) = (showsPlaybackControls, allowsPictureInPicturePlayback)
    }
  }

  private func update() { viewIfLoaded?.setNeedsRender() }

  /// A view for what covers the video. It is never shown, because it would cover the browser's controls.
  public private(set) final lazy var contentOverlayView: UIView? = UIView()

  /// Whether the film has the browser's controls. It always has them without a script.
  open var showsPlaybackControls = true { didSet { update() } }
  open var videoGravity = AVLayerVideoGravity.resizeAspect { didSet { update() } }
  open var allowsPictureInPicturePlayback = true { didSet { update() } }

  /// No effect, as the following ones.
  open var canStartPictureInPictureAutomaticallyFromInline = false
  open var entersFullScreenWhenPlaybackBegins = false
  open var exitsFullScreenWhenPlaybackEnds = false
  open var updatesNowPlayingInfoCenter = true
  open var requiresLinearPlayback = false

  open var isReadyForDisplay: Bool { true }
  open var videoBounds: CGRect { viewIfLoaded?.bounds ?? .zero }
}

/// Responds to a player. Its methods are never called.
public protocol AVPlayerViewControllerDelegate: AnyObject {
  func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator)
}

extension AVPlayerViewControllerDelegate {
  public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
  ) {}
}
