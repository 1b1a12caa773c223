import UIKit

/// A sheet of one's own: a pan moves it, and a spring takes it to one of its three places.
final class BottomSheetViewController: UIViewController {
  private enum Detent: CaseIterable {
    case collapsed, half, full

    func height(in view: UIView) -> CGFloat {
      switch self {
      case .collapsed: return 120
      case .half: return view.bounds.height * 0.5
      case .full: return view.bounds.height - view.safeAreaInsets.top - 20
      }
    }
  }

  private let dimmingView = UIView()
  private let sheet = UIView()
  private let grabber = UIView()
  private let titleLabel = UILabel()
  private var detent = Detent.collapsed
  private var startOffset: CGFloat = 0
  private var animator: UIViewPropertyAnimator?
  private lazy var topConstraint = sheet.topAnchor.constraint(equalTo: view.bottomAnchor, constant: -120)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemTeal
    dimmingView.backgroundColor = .black
    dimmingView.alpha = 0
    dimmingView.accessibilityIdentifier = "sheet.dimming"
    dimmingView.frame = view.bounds
    dimmingView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(dimmingView)

    sheet.backgroundColor = .systemBackground
    sheet.accessibilityIdentifier = "sheet.panel"
    sheet.layer.cornerRadius = 20
    sheet.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    sheet.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(sheet)

    grabber.backgroundColor = .tertiaryLabel
    grabber.layer.cornerRadius = 2.5
    grabber.translatesAutoresizingMaskIntoConstraints = false
    sheet.addSubview(grabber)

    titleLabel.text = "Collapsed"
    titleLabel.accessibilityIdentifier = "sheet.title"
    titleLabel.font = .preferredFont(forTextStyle: .headline)
    titleLabel.translatesAutoresizingMaskIntoConstraints = false
    sheet.addSubview(titleLabel)

    NSLayoutConstraint.activate([
      topConstraint,
      sheet.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      sheet.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      sheet.heightAnchor.constraint(equalTo: view.heightAnchor),
      grabber.topAnchor.constraint(equalTo: sheet.topAnchor, constant: 8),
      grabber.centerXAnchor.constraint(equalTo: sheet.centerXAnchor),
      grabber.widthAnchor.constraint(equalToConstant: 36),
      grabber.heightAnchor.constraint(equalToConstant: 5),
      titleLabel.topAnchor.constraint(equalTo: grabber.bottomAnchor, constant: 16),
      titleLabel.centerXAnchor.constraint(equalTo: sheet.centerXAnchor),
    ])
    sheet.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: BottomSheetViewController.pan))
    dimmingView.addGestureRecognizer(
      UITapGestureRecognizer(target: self, action: BottomSheetViewController.dimmingTapped))
  }

  private func pan(_ recognizer: UIPanGestureRecognizer) {
    switch recognizer.state {
    case .began:
      animator?.stopAnimation(true)
      startOffset = -topConstraint.constant
    case .changed:
      let height = startOffset - recognizer.translation(in: view).y
      let limit = Detent.full.height(in: view)
      // Like a rubber band beyond its end.
      let shown = height > limit ? limit + (height - limit) * 0.2 : max(height, 60)
      topConstraint.constant = -shown
      dimmingView.alpha = dimming(at: shown)
    case .ended, .cancelled:
      let velocity = recognizer.velocity(in: view).y
      // Where it would come to rest.
      let projected = -topConstraint.constant - velocity * 0.15
      let target = Detent.allCases.min {
        abs($0.height(in: view) - projected) < abs($1.height(in: view) - projected)
      }
      move(to: target ?? .half, velocity: velocity)
    default:
      break
    }
  }

  private func dimmingTapped() {
    move(to: .collapsed, velocity: 0)
  }

  private func dimming(at height: CGFloat) -> CGFloat {
    let low = Detent.half.height(in: view)
    let high = Detent.full.height(in: view)
    return max(0, min(1, (height - low) / (high - low))) * 0.5
  }

  private func move(to detent: Detent, velocity: CGFloat) {
    self.detent = detent
    let height = detent.height(in: view)
    let distance = height + topConstraint.constant
    let relative = distance == 0 ? 0 : -velocity / distance
    let timing = UISpringTimingParameters(dampingRatio: 0.8, initialVelocity: CGVector(dx: 0, dy: relative))
    let animator = UIViewPropertyAnimator(duration: 0.5, timingParameters: timing)
    topConstraint.constant = -height
    animator.addAnimations {
      self.dimmingView.alpha = self.dimming(at: height)
      self.view.layoutIfNeeded()
    }
    animator.addCompletion { position in
      guard position == .end else { return }
      switch detent {
      case .collapsed: self.titleLabel.text = "Collapsed"
      case .half: self.titleLabel.text = "Half"
      case .full: self.titleLabel.text = "Full"
      }
    }
    animator.startAnimation()
    self.animator = animator
  }
}
