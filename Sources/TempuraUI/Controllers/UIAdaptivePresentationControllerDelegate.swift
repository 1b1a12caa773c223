/// Is asked and told when a user closes a sheet or a popover from outside it.
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)

  /// Not called when the app dismisses the controller itself.
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)

  /// Called when the user tried and `presentationControllerShouldDismiss` said no.
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)

  /// Never asked: a page adapts to its window by its style sheet.
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
}

extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle { .none }
}
