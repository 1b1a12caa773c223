import UIKit

/// A drawer at the leading edge, opened by a pan: an animator whose fraction follows the finger.
final class DrawerViewController: UIViewController {
  private let drawer = UIView()
  private let dimmingView = UIView()
  private let statusLabel = UILabel()
  private var isOpen = false
  private var animator: UIViewPropertyAnimator?
  private var progressWhenInterrupted: CGFloat = 0
  private let drawerWidth: CGFloat = 280

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Menu", style: .plain, target: self, action: DrawerViewController.toggle)

    statusLabel.text = "Closed"
    statusLabel.accessibilityIdentifier = "drawer.status"
    statusLabel.textAlignment = .center
    view.addSubview(statusLabel)

    dimmingView.backgroundColor = .black
    dimmingView.alpha = 0
    dimmingView.accessibilityIdentifier = "drawer.dimming"
    view.addSubview(dimmingView)

    drawer.backgroundColor = .secondarySystemBackground
    drawer.accessibilityIdentifier = "drawer.panel"
    view.addSubview(drawer)
    let stack = UIStackView(
      arrangedSubviews: ["Inbox", "Archive", "Settings"].map { title in
        let label = UILabel()
        label.text = title
        return label
      })
    stack.axis = .vertical
    stack.spacing = 20
    stack.translatesAutoresizingMaskIntoConstraints = false
    drawer.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: drawer.leadingAnchor, constant: 24),
      stack.topAnchor.constraint(equalTo: drawer.topAnchor, constant: 40),
    ])

    // The back gesture has the left edge, so the drawer comes from the right one.
    let edge = UIScreenEdgePanGestureRecognizer(target: self, action: DrawerViewController.pan)
    edge.edges = .right
    view.addGestureRecognizer(edge)
    drawer.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: DrawerViewController.pan))
    dimmingView.addGestureRecognizer(UITapGestureRecognizer(target: self, action: DrawerViewController.toggle))
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    let top = view.safeAreaInsets.top
    dimmingView.frame = bounds
    statusLabel.frame = CGRect(x: 20, y: top + 100, width: bounds.width - 40, height: 24)
    guard animator == nil else { return }
    drawer.frame = CGRect(
      x: isOpen ? bounds.width - drawerWidth : bounds.width, y: top, width: drawerWidth, height: bounds.height - top)
  }

  private func makeAnimator() -> UIViewPropertyAnimator {
    let opens = !isOpen
    let animator = UIViewPropertyAnimator(duration: 0.4, dampingRatio: 1) {
      self.drawer.frame.origin.x = self.view.bounds.width - (opens ? self.drawerWidth : 0)
      self.dimmingView.alpha = opens ? 0.4 : 0
    }
    animator.addCompletion { position in
      if position == .end { self.isOpen = opens }
      self.statusLabel.text = self.isOpen ? "Open" : "Closed"
      self.animator = nil
      self.view.setNeedsLayout()
    }
    return animator
  }

  private func toggle() {
    if let animator {
      animator.isReversed.toggle()
    } else {
      animator = makeAnimator()
      animator?.startAnimation()
    }
  }

  private func pan(_ recognizer: UIPanGestureRecognizer) {
    switch recognizer.state {
    case .began:
      if animator == nil { animator = makeAnimator() }
      animator?.pauseAnimation()
      progressWhenInterrupted = animator?.fractionComplete ?? 0
    case .changed:
      guard let animator else { return }
      var fraction = -recognizer.translation(in: view).x / drawerWidth
      if isOpen { fraction = -fraction }
      if animator.isReversed { fraction = -fraction }
      animator.fractionComplete = max(0, min(1, fraction + progressWhenInterrupted))
      statusLabel.text = String(format: "%.2f", Double(animator.fractionComplete))
    case .ended, .cancelled:
      guard let animator else { return }
      let velocity = recognizer.velocity(in: view).x
      let goesOn: Bool
      if abs(velocity) > 300 {
        goesOn = (velocity < 0) != isOpen
      } else {
        goesOn = animator.fractionComplete > 0.5
      }
      animator.isReversed = !goesOn
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    default:
      break
    }
  }
}
