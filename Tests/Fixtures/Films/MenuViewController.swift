import AVFoundation
import AVKit
import UIKit

/// Leads to the screens, and rings a bell.
final class MenuViewController: UIViewController, AVAudioPlayerDelegate {
  private let statusLabel = UILabel()
  private var bell: AVAudioPlayer?

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Films"
    view.backgroundColor = .systemBackground
    let stack = UIStackView()
    stack.axis = .vertical
    stack.spacing = 16
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
    ])
    add("Player", to: stack) { [weak self] in self?.show(PlayerViewController(), sender: nil) }
    add("Autoplay", to: stack) { [weak self] in
      let controller = PlayerViewController()
      controller.startsAtOnce = true
      self?.show(controller, sender: nil)
    }
    add("Feed", to: stack) { [weak self] in self?.show(FeedViewController(), sender: nil) }
    add("Full screen", to: stack) { [weak self] in self?.presentPlayer() }
    add("Ring", to: stack) { [weak self] in self?.ring() }
    statusLabel.text = "silent"
    stack.addArrangedSubview(statusLabel)
  }

  private func add(_ title: String, to stack: UIStackView, _ action: @escaping () -> Void) {
    let button = UIButton(type: .system, primaryAction: UIAction(title: title) { _ in action() })
    stack.addArrangedSubview(button)
  }

  private func presentPlayer() {
    let controller = AVPlayerViewController()
    controller.player = AVPlayer(url: Media.film)
    controller.allowsPictureInPicturePlayback = false
    present(controller, animated: true) { controller.player?.play() }
  }

  private func ring() {
    do {
      let bell = try AVAudioPlayer(contentsOf: Media.bell)
      bell.delegate = self
      bell.numberOfLoops = 1
      bell.play()
      self.bell = bell
      statusLabel.text = "ringing"
    } catch {
      statusLabel.text = "no bell: \(error)"
    }
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    statusLabel.text = "rang for \(Int((player.duration * 2).rounded())) s"
  }
}
