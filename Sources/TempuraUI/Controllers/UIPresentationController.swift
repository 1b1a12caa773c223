public import Foundation

/// The presentation of a controller, and the delegate for closing it.
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

  /// Marks the window for rendering.
  final func didChange() { presentedViewController.viewIfLoaded?.window?.setNeedsRender() }
}
