/// Responds when the user closes a sheet or popover from outside it.
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)

  /// Called after the user closed the controller. Not called when the app dismisses it.
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)

  /// Called if the user tried to close the controller and `presentationControllerShouldDismiss` returned false.
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)

  /// Never called: the style sheet adapts a page to its window.
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
}

extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle { .none }
}
