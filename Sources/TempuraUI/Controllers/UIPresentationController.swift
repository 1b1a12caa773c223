public import Foundation

/// The presentation of a controller, and the delegate for closing it.
///
/// An app's subclass is used for controllers of the style `.custom` whose `transitioningDelegate` returns it. It says where the
/// presented view is, and adds views around it, such as one that dims the screen below.
open class UIPresentationController: NSObject, UIContentContainer {
  /// The controller that is presented. Not retained: do not use this property after the controller is gone.
  public final unowned let presentedViewController: UIViewController

  /// - Parameter presentingViewController: Ignored. The property of this name asks the presented controller instead.
  public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
    self.presentedViewController = presentedViewController
  }

  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  /// The controller that presents. If there is none, the presented controller itself.
  open var presentingViewController: UIViewController {
    presentedViewController.presentingViewController ?? presentedViewController
  }

  open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }

  // MARK: - Sizes

  open var preferredContentSize: CGSize { presentedViewController.preferredContentSize }

  /// Called when the presented controller prefers another size.
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  /// Never called, as the following ones: the presented controller is told itself.
  open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {}
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize)
    -> CGSize
  { parentSize }

  // MARK: - Custom presentations

  fileprivate final var container: PresentationContainerView?

  /// The view that contains the presented view, as large as the window; nil before the presentation and after the dismissal,
  /// and always nil for other styles than `.custom`.
  open var containerView: UIView? { container }

  /// The view that is put into the container. An override may return a view that contains the controller's view.
  open var presentedView: UIView? { presentedViewController.viewIfLoaded }

  /// The frame that the presented view gets when the presentation begins. Default: the bounds of the container.
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }

  /// No effect: presentations cover the screen.
  open var shouldPresentInFullscreen: Bool { true }

  /// No effect: a custom presentation leaves the screen below visible.
  open var shouldRemovePresentersView: Bool { false }

  /// Called before the container lays out its subviews. Overrides set the frame of the presented view.
  open func containerViewWillLayoutSubviews() {}

  /// Called after the container laid out its subviews.
  open func containerViewDidLayoutSubviews() {}

  /// Called before the presented view appears. Overrides add views to the container. Animations alongside the
  /// `transitionCoordinator` of the presented controller run at once.
  open func presentationTransitionWillBegin() {}

  /// Called after the presented view appeared.
  ///
  /// - Parameter completed: Always true.
  open func presentationTransitionDidEnd(_ completed: Bool) {}

  /// Called before the presented view disappears.
  open func dismissalTransitionWillBegin() {}

  /// Called after the presented view disappeared.
  ///
  /// - Parameter completed: Always true.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}

  /// Marks the window for rendering and layout.
  final func didChange() {
    let window = presentedViewController.viewIfLoaded?.window
    window?.setNeedsRender()
    window?.setNeedsLayout()
  }
}

/// The container of a custom presentation.
private final class PresentationContainerView: UIView {
  weak var presentation: UIPresentationController?

  override func layoutSubviews() {
    presentation?.containerViewWillLayoutSubviews()
    super.layoutSubviews()
    presentation?.containerViewDidLayoutSubviews()
  }
}

extension UIViewController {
  /// The view of the controller in the window: its own view, or the container of its custom presentation.
  final var layerView: UIView? { storedPresentationController?.container ?? viewIfLoaded }

  /// The presentation controller of the app for this controller, if the style is `.custom`.
  final var customPresentationController: UIPresentationController? {
    guard modalPresentationStyle == .custom, let transitioningDelegate else { return nil }
    let presenting = presentingViewController
    return transitioningDelegate.presentationController(
      forPresented: self, presenting: presenting, source: presenting ?? self)
  }

  /// Puts the view into a container if the app has a presentation controller for it. The presenter is known by now.
  final func beginCustomPresentation(in bounds: CGRect) {
    guard modalPresentationStyle == .custom, transitioningDelegate != nil, let presentation = presentationController
    else { return }
    let container = PresentationContainerView(frame: .zero)
    container.setFlowingFrame(bounds)
    container.presentation = presentation
    presentation.container = container
    container.rareProperties[InTransition.self] = InTransition()
    if let presented = presentation.presentedView {
      presented.frame = presentation.frameOfPresentedViewInContainerView
      container.addSubview(presented)
    }
    presentation.presentationTransitionWillBegin()
    // The hook may set other values on which the frame depends.
    presentation.presentedView?.frame = presentation.frameOfPresentedViewInContainerView
  }

  final func endCustomPresentation() {
    guard let presentation = storedPresentationController, presentation.container != nil else { return }
    presentation.container?.rareProperties.remove(InTransition.self)
    presentation.presentationTransitionDidEnd(true)
  }

  final func beginCustomDismissal() {
    guard let presentation = storedPresentationController, presentation.container != nil else { return }
    presentation.dismissalTransitionWillBegin()
  }

  final func endCustomDismissal() {
    guard let presentation = storedPresentationController, presentation.container != nil else { return }
    presentation.dismissalTransitionDidEnd(true)
    presentation.presentedView?.removeFromSuperview()
    presentation.container = nil
    storedPresentationController = nil
  }
}

/// Responds when the user closes a sheet or popover from outside it.
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)

  /// Called after the user closed the controller. Not called when the app dismisses it.
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)

  /// Called if the user tried to close the controller, and `isModalInPresentation` is set or `presentationControllerShouldDismiss`
  /// returned false.
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}
