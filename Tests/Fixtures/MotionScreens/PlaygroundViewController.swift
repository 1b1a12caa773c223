import UIKit

/// A box, and a button for each way to move it. The label says which completions ran.
final class PlaygroundViewController: UIViewController {
  private let stage = UIView()
  private let box = UIView()
  private let statusLabel = UILabel()
  private let bar = UIView()
  private let extraLabel = UILabel()
  private let flipView = UIView()
  private let front = UILabel()
  private let back = UILabel()
  private lazy var barWidth = bar.widthAnchor.constraint(equalToConstant: 60)
  private let start = CGRect(x: 20, y: 60, width: 60, height: 60)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    statusLabel.text = "Ready"
    statusLabel.accessibilityIdentifier = "play.status"
    box.backgroundColor = .systemBlue
    box.accessibilityIdentifier = "play.box"
    box.frame = start
    stage.backgroundColor = .secondarySystemBackground
    stage.addSubview(box)
    bar.backgroundColor = .systemGreen
    bar.accessibilityIdentifier = "play.bar"
    bar.translatesAutoresizingMaskIntoConstraints = false
    stage.addSubview(bar)
    front.text = "Front"
    front.backgroundColor = .systemYellow
    back.text = "Back"
    back.backgroundColor = .systemMint
    for each in [front, back] {
      each.textAlignment = .center
      each.frame = CGRect(x: 0, y: 0, width: 90, height: 60)
    }
    flipView.frame = CGRect(x: 240, y: 170, width: 90, height: 60)
    flipView.accessibilityIdentifier = "play.flip"
    flipView.addSubview(front)
    stage.addSubview(flipView)

    let stack = UIStackView(arrangedSubviews: [statusLabel, stage, extraLabel])
    stack.axis = .vertical
    stack.spacing = 8
    extraLabel.text = "More about it"
    extraLabel.accessibilityIdentifier = "play.extra"
    let actions: [[(String, () -> Void)]] = [
      [("Frame", moveFrame), ("Alpha", fade), ("Transform", rotate), ("Colour", colour)],
      [("Spring", spring), ("Keyframes", keyframes), ("Repeat", repeats), ("Delay", delayed)],
      [("Chain", chain), ("Remove", remove), ("Constraint", constraint), ("Hide", hide)],
      [("Dissolve", dissolve), ("Flip", flip), ("Animator", animator), ("Reset", reset)],
    ]
    for row in actions {
      let buttons = row.map { title, action in
        let button = UIButton(type: .system, primaryAction: UIAction(title: title) { _ in action() })
        button.titleLabel?.font = .systemFont(ofSize: 15)
        return button
      }
      let line = UIStackView(arrangedSubviews: buttons)
      line.distribution = .fillEqually
      stack.addArrangedSubview(line)
    }
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
      stage.heightAnchor.constraint(equalToConstant: 260),
      bar.leadingAnchor.constraint(equalTo: stage.leadingAnchor, constant: 20),
      bar.topAnchor.constraint(equalTo: stage.topAnchor, constant: 16),
      bar.heightAnchor.constraint(equalToConstant: 16),
      barWidth,
    ])
  }

  private func moveFrame() {
    UIView.animate(withDuration: 0.5) {
      self.box.frame = CGRect(x: 240, y: 170, width: 80, height: 80)
    } completion: { _ in
      self.statusLabel.text = "Frame is there"
    }
  }

  private func fade() {
    UIView.animate(
      withDuration: 0.5, animations: { self.box.alpha = 0.1 },
      completion: { finished in self.statusLabel.text = "Alpha \(finished)" })
  }

  private func rotate() {
    UIView.animate(withDuration: 0.5, delay: 0, options: [.curveEaseInOut, .beginFromCurrentState]) {
      self.box.transform = CGAffineTransform(translationX: 100, y: 40).rotated(by: .pi / 2).scaledBy(x: 1.5, y: 1.5)
    } completion: { _ in
      self.statusLabel.text = "Transformed"
    }
  }

  private func colour() {
    UIView.animate(withDuration: 0.5) {
      self.box.backgroundColor = .systemRed
      self.box.layer.cornerRadius = 30
    } completion: { _ in
      self.statusLabel.text = "Coloured"
    }
  }

  private func spring() {
    UIView.animate(withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.35, initialSpringVelocity: 0) {
      self.box.center.x = 220
    } completion: { _ in
      self.statusLabel.text = "Sprung"
    }
  }

  private func keyframes() {
    UIView.animateKeyframes(withDuration: 1.2, delay: 0, options: .calculationModeLinear) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.33) { self.box.center.x = 260 }
      UIView.addKeyframe(withRelativeStartTime: 0.33, relativeDuration: 0.33) { self.box.center.y = 200 }
      UIView.addKeyframe(withRelativeStartTime: 0.66, relativeDuration: 0.34) {
        self.box.center.x = 50
        self.box.alpha = 0.5
      }
    } completion: { _ in
      self.statusLabel.text = "Keyframes done"
    }
  }

  private func repeats() {
    UIView.animate(withDuration: 0.5, delay: 0, options: [.repeat, .autoreverse, .curveEaseInOut]) {
      self.box.alpha = 0.2
    }
    statusLabel.text = "Repeating"
  }

  private func delayed() {
    statusLabel.text = "Waiting"
    UIView.animate(withDuration: 0.3, delay: 0.5, options: .curveLinear) {
      self.box.frame.origin.y = 180
    } completion: { _ in
      self.statusLabel.text = "Came late"
    }
  }

  private func chain() {
    UIView.animate(
      withDuration: 0.3, animations: { self.box.center.x = 250 },
      completion: { _ in
        self.statusLabel.text = "One"
        UIView.animate(
          withDuration: 0.3, animations: { self.box.center.y = 200 },
          completion: { _ in
            self.statusLabel.text = "Two"
            UIView.animate(
              withDuration: 0.3, animations: { self.box.frame = self.start },
              completion: { _ in self.statusLabel.text = "Three" })
          })
      })
  }

  private func remove() {
    let ghost = UIView(frame: CGRect(x: 160, y: 60, width: 60, height: 60))
    ghost.backgroundColor = .systemGray
    ghost.accessibilityIdentifier = "play.ghost"
    stage.addSubview(ghost)
    UIView.animate(
      withDuration: 0.6, animations: { ghost.alpha = 0 },
      completion: { _ in
        ghost.removeFromSuperview()
        self.statusLabel.text = "Removed"
      })
  }

  private func constraint() {
    barWidth.constant = barWidth.constant == 60 ? 280 : 60
    UIView.animate(withDuration: 0.5) {
      self.stage.layoutIfNeeded()
    } completion: { _ in
      self.statusLabel.text = "Laid out"
    }
  }

  private func hide() {
    UIView.animate(withDuration: 0.4) {
      self.extraLabel.isHidden.toggle()
      self.extraLabel.alpha = self.extraLabel.isHidden ? 0 : 1
      self.view.layoutIfNeeded()
    } completion: { _ in
      self.statusLabel.text = self.extraLabel.isHidden ? "Hidden" : "Shown"
    }
  }

  private func dissolve() {
    UIView.transition(with: flipView, duration: 0.5, options: .transitionCrossDissolve) {
      self.front.text = "New"
      self.front.backgroundColor = .systemPurple
    } completion: { _ in
      self.statusLabel.text = "Dissolved"
    }
  }

  private func flip() {
    let isFront = front.superview != nil
    UIView.transition(
      from: isFront ? front : back, to: isFront ? back : front, duration: 0.6,
      options: [.transitionFlipFromLeft]
    ) { _ in
      self.statusLabel.text = "Flipped"
    }
  }

  private func animator() {
    let animator = UIViewPropertyAnimator(duration: 0.6, curve: .easeOut) {
      self.box.center = CGPoint(x: 220, y: 180)
    }
    animator.addAnimations({ self.box.backgroundColor = .systemPurple }, delayFactor: 0.5)
    animator.addCompletion { _ in self.statusLabel.text = "Animated" }
    animator.startAnimation()
  }

  private func reset() {
    box.layer.removeAllAnimations()
    box.transform = .identity
    box.frame = start
    box.alpha = 1
    box.backgroundColor = .systemBlue
    box.layer.cornerRadius = 0
    statusLabel.text = "Ready"
  }
}
