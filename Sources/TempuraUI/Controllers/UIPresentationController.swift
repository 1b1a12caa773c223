/// How a controller is presented, and who is told when its user closes it.
open class UIPresentationController {
  /// Not retained, and not to be asked for when that controller is gone.
  public final unowned let presentedViewController: UIViewController

  /// - Parameter presentingViewController: For source compatibility; the presented controller is asked.
  public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
    self.presentedViewController = presentedViewController
  }

  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  /// What presents the controller; while nothing does, the controller itself.
  open var presentingViewController: UIViewController {
    presentedViewController.presentingViewController ?? presentedViewController
  }

  open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }

  /// Has the page follow a change.
  final func didChange() { presentedViewController.viewIfLoaded?.window?.setNeedsRender() }
}
