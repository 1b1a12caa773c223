import UIKit

/// What is presented over a screen, and how it comes.
final class PresentingViewController: UIViewController, UISheetPresentationControllerDelegate,
  UINavigationControllerDelegate, UIContextMenuInteractionDelegate
{
  private let statusLabel = UILabel()
  private let tile = UILabel()
  private let pressTile = UILabel()
  private let transition = ZoomTransition()
  private weak var zoomed: ZoomedViewController?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    statusLabel.text = "Nothing presented"
    statusLabel.accessibilityIdentifier = "present.status"
    tile.text = "Hold for a menu"
    tile.backgroundColor = .systemYellow
    tile.accessibilityIdentifier = "present.tile"
    tile.isUserInteractionEnabled = true
    tile.addInteraction(UIContextMenuInteraction(delegate: self))
    pressTile.text = "Hold me"
    pressTile.backgroundColor = .systemMint
    pressTile.accessibilityIdentifier = "present.press"
    pressTile.isUserInteractionEnabled = true
    let press = UILongPressGestureRecognizer(target: self, action: PresentingViewController.pressed)
    press.minimumPressDuration = 0.5
    pressTile.addGestureRecognizer(press)
    for each in [tile, pressTile] {
      each.textAlignment = .center
      each.heightAnchor.constraint(equalToConstant: 60).isActive = true
    }
    let segments = UISegmentedControl(items: ["One", "Two", "Three"])
    segments.selectedSegmentIndex = 0
    segments.addTarget(self, action: PresentingViewController.segmentChanged, for: .valueChanged)
    let stack = UIStackView(arrangedSubviews: [
      statusLabel, button("Sheet", presentSheet), button("Zoom", presentZoom), button("Push", pushZoom), tile,
      pressTile, segments,
    ])
    stack.axis = .vertical
    stack.spacing = 16
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
      stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
    ])
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    if isMovingFromParent, navigationController?.delegate === self { navigationController?.delegate = nil }
  }

  private func button(_ title: String, _ action: @escaping () -> Void) -> UIButton {
    var configuration = UIButton.Configuration.filled()
    configuration.title = title
    return UIButton(configuration: configuration, primaryAction: UIAction { _ in action() })
  }

  private func presentSheet() {
    let controller = SheetContentViewController()
    if let sheet = controller.sheetPresentationController {
      sheet.detents = [.medium(), .large()]
      sheet.prefersGrabberVisible = true
      sheet.prefersScrollingExpandsWhenScrolledToEdge = false
      sheet.preferredCornerRadius = 24
      sheet.delegate = self
    }
    present(controller, animated: true)
    statusLabel.text = "Sheet presented"
  }

  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {
    let controller = sheetPresentationController.presentedViewController as? SheetContentViewController
    controller?.label.text = sheetPresentationController.selectedDetentIdentifier == .large ? "Large" : "Medium"
  }

  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    statusLabel.text = "Sheet dismissed"
  }

  private func presentZoom() {
    let controller = ZoomedViewController()
    controller.modalPresentationStyle = .custom
    controller.transitioningDelegate = transition
    transition.zoomed = controller
    present(controller, animated: true) { self.statusLabel.text = "Zoomed" }
  }

  private func pushZoom() {
    navigationController?.delegate = self
    let controller = ZoomedViewController()
    controller.title = "Pushed"
    navigationController?.pushViewController(controller, animated: true)
  }

  func navigationController(
    _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    guard toVC is ZoomedViewController || fromVC is ZoomedViewController else { return nil }
    zoomed = toVC as? ZoomedViewController ?? fromVC as? ZoomedViewController
    return ZoomAnimator(isPresenting: operation == .push)
  }

  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: UIViewControllerAnimatedTransitioning
  ) -> UIViewControllerInteractiveTransitioning? {
    zoomed?.isDragged == true ? zoomed?.interaction : nil
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
      UIMenu(
        title: "",
        children: [
          UIAction(title: "Copy", image: UIImage(systemName: "doc.on.doc")) { _ in self.statusLabel.text = "Copied" },
          UIAction(title: "Delete", image: UIImage(systemName: "trash"), attributes: .destructive) { _ in
            self.statusLabel.text = "Deleted"
          },
        ])
    }
  }

  private func pressed(_ recognizer: UILongPressGestureRecognizer) {
    switch recognizer.state {
    case .began:
      statusLabel.text = "Held"
      UIView.animate(withDuration: 0.2) { self.pressTile.transform = CGAffineTransform(scaleX: 1.1, y: 1.1) }
    case .ended, .cancelled:
      statusLabel.text = "Released"
      UIView.animate(withDuration: 0.2) { self.pressTile.transform = .identity }
    default:
      break
    }
  }

  private func segmentChanged(_ sender: UISegmentedControl) {
    statusLabel.text = "Segment \(sender.selectedSegmentIndex + 1)"
  }
}

final class SheetContentViewController: UIViewController {
  let label = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    view.accessibilityIdentifier = "sheet.content"
    label.text = "Medium"
    label.accessibilityIdentifier = "sheet.detent"
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    NSLayoutConstraint.activate([
      label.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      label.topAnchor.constraint(equalTo: view.topAnchor, constant: 60),
    ])
  }
}

/// A screen that a drag makes small, and sends away.
final class ZoomedViewController: UIViewController {
  let interaction = UIPercentDrivenInteractiveTransition()
  private(set) var isDragged = false
  private let status = UILabel()
  private let button = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: ZoomedViewController.panned))
    view.backgroundColor = .systemPurple
    view.accessibilityIdentifier = "zoomed"
    button.setTitle("Close", for: .normal)
    button.setTitleColor(.white, for: .normal)
    button.addTarget(self, action: ZoomedViewController.close, for: .touchUpInside)
    button.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(button)
    NSLayoutConstraint.activate([
      button.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      button.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
    status.text = "Pull me down"
    status.accessibilityIdentifier = "zoomed.status"
    status.frame = CGRect(x: 40, y: 200, width: 200, height: 24)
    view.addSubview(status)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    transitionCoordinator?.animate(alongsideTransition: { _ in
      self.button.alpha = 0
    }) { context in
      if context.isCancelled { self.status.text = "Still here" }
    }
  }

  private func panned(_ recognizer: UIPanGestureRecognizer) {
    let progress = recognizer.translation(in: nil).y / 400
    switch recognizer.state {
    case .began:
      isDragged = true
      close()
    case .changed:
      interaction.update(progress)
    case .ended, .cancelled:
      isDragged = false
      if progress > 0.4, recognizer.state == .ended { interaction.finish() } else { interaction.cancel() }
    default:
      break
    }
  }

  private func close() {
    if presentingViewController != nil {
      dismiss(animated: true)
    } else {
      navigationController?.popViewController(animated: true)
    }
  }
}

/// Lets a screen grow out of the middle.
final class ZoomAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  private let isPresenting: Bool

  init(isPresenting: Bool) {
    self.isPresenting = isPresenting
    super.init()
  }

  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    0.5
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    let container = transitionContext.containerView
    let small = CGAffineTransform(scaleX: 0.2, y: 0.2)
    if isPresenting {
      guard let toView = transitionContext.view(forKey: .to), let toVC = transitionContext.viewController(forKey: .to)
      else { return transitionContext.completeTransition(false) }
      toView.frame = transitionContext.finalFrame(for: toVC)
      toView.transform = small
      toView.alpha = 0
      container.addSubview(toView)
      UIView.animate(
        withDuration: transitionDuration(using: transitionContext),
        animations: {
          toView.transform = .identity
          toView.alpha = 1
        },
        completion: { _ in transitionContext.completeTransition(!transitionContext.transitionWasCancelled) })
    } else {
      guard let fromView = transitionContext.view(forKey: .from) else {
        return transitionContext.completeTransition(false)
      }
      if let toView = transitionContext.view(forKey: .to) { container.insertSubview(toView, belowSubview: fromView) }
      UIView.animate(
        withDuration: transitionDuration(using: transitionContext),
        animations: {
          fromView.transform = small
          fromView.alpha = 0
        },
        completion: { _ in
          transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
        })
    }
  }
}

final class ZoomTransition: NSObject, UIViewControllerTransitioningDelegate {
  weak var zoomed: ZoomedViewController?

  func interactionControllerForDismissal(
    using animator: UIViewControllerAnimatedTransitioning
  ) -> UIViewControllerInteractiveTransitioning? {
    zoomed?.isDragged == true ? zoomed?.interaction : nil
  }

  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    ZoomAnimator(isPresenting: true)
  }

  func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning? {
    ZoomAnimator(isPresenting: false)
  }
}
