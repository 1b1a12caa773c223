public import Foundation

/// The presentation of a controller, and the delegate for closing it.
open class UIPresentationController: NSObject {
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

  /// Marks the window for rendering.
  final func didChange() { presentedViewController.viewIfLoaded?.window?.setNeedsRender() }
}
