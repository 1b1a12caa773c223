// Sheets and popovers: their look, and how the user closes them from outside.

extension UIViewController {
  /// The presentation of the controller. Its class depends on `modalPresentationStyle`.
  public final var presentationController: UIPresentationController? {
    switch modalPresentationStyle {
    case .pageSheet, .formSheet, .automatic: presentation(UISheetPresentationController.init)
    case .popover: presentation(UIPopoverPresentationController.init)
    default: presentation(UIPresentationController.init)
    }
  }

  /// The presentation as a sheet; nil if the controller is not presented as one.
  public final var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  /// The presentation as a popover; nil if the controller is not presented as one. An action sheet also has one, as on
  /// iPad.
  public final var popoverPresentationController: UIPopoverPresentationController? {
    (self as? UIAlertController)?.preferredStyle == .actionSheet
      ? presentation(UIPopoverPresentationController.init)
      : presentationController as? UIPopoverPresentationController
  }

  private func presentation<Presentation: UIPresentationController>(
    _ make: (UIViewController, UIViewController?) -> Presentation
  ) -> Presentation {
    if let made = storedPresentationController as? Presentation { return made }
    let made = make(self, nil)
    made.delegate = storedPresentationController?.delegate
    storedPresentationController = made
    return made
  }

  final var defaultDialogClass: StaticString {
    switch modalPresentationStyle {
    case .pageSheet, .automatic:
      guard let sheet = storedPresentationController as? UISheetPresentationController else { return "sheet" }
      if sheet.prefersGrabberVisible { return sheet.isMedium ? "sheet medium grabber" : "sheet grabber" }
      return sheet.isMedium ? "sheet medium" : "sheet"
    case .formSheet: return "sheet form"
    case .popover: return "popover"
    default: return ""
    }
  }

  /// Whether the user can close the presented controller from outside. On iOS that is a swipe or a tap outside it.
  final var isDismissibleFromOutside: Bool {
    guard presenter != nil, !(self is UIAlertController), modalPresentationStyle.canBeDismissedFromOutside else {
      return false
    }
    var controller = self
    while !controller.isModalInPresentation {
      guard controller.visibleChildOrSelf !== controller else { return true }
      controller = controller.visibleChildOrSelf
    }
    return false
  }

  fileprivate func dismissFromOutside() {
    guard let presentation = presentationController else { return }
    guard presentation.delegate?.presentationControllerShouldDismiss(presentation) ?? true else {
      presentation.delegate?.presentationControllerDidAttemptToDismiss(presentation)
      return
    }
    presentation.delegate?.presentationControllerWillDismiss(presentation)
    dismiss(animated: true)
    presentation.delegate?.presentationControllerDidDismiss(presentation)
  }
}

extension UIView {
  /// The name of the part that stands for the area around a presented view.
  static let outsidePart = "outside"

  /// The effect of a tap outside the view; nil if the view is not presented, or cannot be closed from outside.
  final var outsideTarget: TapTarget? {
    guard let controller = managingViewController, controller.isDismissibleFromOutside else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { controller.dismissFromOutside() }
  }
}
