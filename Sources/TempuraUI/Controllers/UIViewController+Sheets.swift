// Sheets and popovers: how a presented controller looks, and how its user closes it otherwise than by what is in it.

extension UIViewController {
  /// How the controller is or would be presented; made for its `modalPresentationStyle`.
  public final var presentationController: UIPresentationController? {
    switch modalPresentationStyle {
    case .pageSheet, .formSheet, .automatic: made(UISheetPresentationController.init)
    case .popover: made(UIPopoverPresentationController.init)
    default: made(UIPresentationController.init)
    }
  }

  /// How the sheet looks that the controller is presented as; nil if it is none.
  public final var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  /// How the popover looks that the controller is presented as; nil if it is none. An action sheet has one, too, as on
  /// tablets.
  public final var popoverPresentationController: UIPopoverPresentationController? {
    (self as? UIAlertController)?.preferredStyle == .actionSheet
      ? made(UIPopoverPresentationController.init)
      : presentationController as? UIPopoverPresentationController
  }

  private func made<Presentation: UIPresentationController>(
    _ make: (UIViewController, UIViewController?) -> Presentation
  ) -> Presentation {
    if let made = madePresentationController as? Presentation { return made }
    let made = make(self, nil)
    made.delegate = madePresentationController?.delegate
    madePresentationController = made
    return made
  }

  final var defaultDialogClass: StaticString {
    switch modalPresentationStyle {
    case .pageSheet, .automatic:
      guard let sheet = madePresentationController as? UISheetPresentationController else { return "sheet" }
      if sheet.prefersGrabberVisible { return sheet.isMedium ? "sheet medium grabber" : "sheet grabber" }
      return sheet.isMedium ? "sheet medium" : "sheet"
    case .formSheet: return "sheet form"
    case .popover: return "popover"
    default: return ""
    }
  }

  /// Whether a swipe or a tap outside would close the presented controller on a phone.
  final var canBeClosedFromOutside: Bool {
    guard presenter != nil, !(self is UIAlertController), modalPresentationStyle.isClosedFromOutside else {
      return false
    }
    var controller = self
    while !controller.isModalInPresentation {
      guard controller.innermost !== controller else { return true }
      controller = controller.innermost
    }
    return false
  }

  fileprivate func closeFromOutside() {
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
  /// The part of a presented view that stands for what is around it.
  static let closingPart = "outside"

  /// What a tap outside the view does; nil if it is not presented as something that has an outside.
  final var closingTarget: TapTarget? {
    guard let controller = managingViewController, controller.canBeClosedFromOutside else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { controller.closeFromOutside() }
  }
}
