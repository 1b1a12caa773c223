import AVFoundation
import UIKit

final class PlayerView: UIView {
  override class var layerClass: AnyClass { AVPlayerLayer.self }
  var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }
}

/// A player with controls of its own.
final class PlayerViewController: UIViewController {
  var startsAtOnce = false

  private let player = AVPlayer(url: Media.film)
  private let playerView = PlayerView()
  private let playButton = UIButton(type: .system)
  private let muteButton = UIButton(type: .system)
  private let loopSwitch = UISwitch()
  private let slider = UISlider()
  private let timeLabel = UILabel()
  private let chapterLabel = UILabel()
  private let endLabel = UILabel()
  private var timeObserver: Any?
  private var chapterObserver: Any?
  private var endObserver: NSObjectProtocol?
  private var ends = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Player"
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Info",
      primaryAction: UIAction { [weak self] _ in
        let controller = UIViewController()
        controller.title = "Info"
        self?.show(controller, sender: nil)
      })
    playerView.playerLayer.player = player
    playerView.playerLayer.videoGravity = .resizeAspectFill
    playButton.setTitle("Play", for: .normal)
    playButton.addAction(UIAction { [weak self] _ in self?.togglePlay() }, for: .touchUpInside)
    muteButton.setTitle("Mute", for: .normal)
    muteButton.addAction(UIAction { [weak self] _ in self?.toggleMute() }, for: .touchUpInside)
    loopSwitch.accessibilityLabel = "Loop"
    slider.accessibilityLabel = "Position"
    slider.addAction(UIAction { [weak self] _ in self?.seek() }, for: .valueChanged)
    timeLabel.text = "0.0 of ?"
    chapterLabel.text = "chapter 1"
    endLabel.text = "0 ends"

    let stack = UIStackView(arrangedSubviews: [
      playerView, timeLabel, slider, playButton, muteButton, loopSwitch, chapterLabel, endLabel,
    ])
    stack.axis = .vertical
    stack.spacing = 8
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
      playerView.heightAnchor.constraint(equalToConstant: 200),
    ])

    let interval = CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
    timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
      self?.show(time)
    }
    let chapter = CMTime(seconds: 2, preferredTimescale: 600)
    chapterObserver = player.addBoundaryTimeObserver(forTimes: [NSValue(time: chapter)], queue: .main) { [weak self] in
      self?.chapterLabel.text = "chapter 2"
    }
    endObserver = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: .main
    ) { [weak self] _ in self?.didEnd() }
    if startsAtOnce { player.play() }
  }

  deinit {
    if let timeObserver { player.removeTimeObserver(timeObserver) }
    if let chapterObserver { player.removeTimeObserver(chapterObserver) }
    if let endObserver { NotificationCenter.default.removeObserver(endObserver) }
  }

  private func show(_ time: CMTime) {
    guard let duration = player.currentItem?.duration, duration.isNumeric else { return }
    timeLabel.text = String(format: "%.1f of %.1f", time.seconds, duration.seconds)
    slider.value = Float(time.seconds / duration.seconds)
    playButton.setTitle(player.timeControlStatus == .paused ? "Play" : "Pause", for: .normal)
  }

  private func togglePlay() {
    if player.rate == 0 { player.play() } else { player.pause() }
    playButton.setTitle(player.rate == 0 ? "Play" : "Pause", for: .normal)
  }

  private func toggleMute() {
    player.isMuted.toggle()
    muteButton.setTitle(player.isMuted ? "Unmute" : "Mute", for: .normal)
  }

  private func seek() {
    guard let duration = player.currentItem?.duration, duration.isNumeric else { return }
    let time = CMTime(seconds: Double(slider.value) * duration.seconds, preferredTimescale: 600)
    player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] finished in
      if finished { self?.chapterLabel.text = "sought" }
    }
  }

  private func didEnd() {
    ends += 1
    endLabel.text = "\(ends) ends"
    playButton.setTitle("Play", for: .normal)
    guard loopSwitch.isOn else { return }
    player.seek(to: .zero)
    player.play()
  }
}
