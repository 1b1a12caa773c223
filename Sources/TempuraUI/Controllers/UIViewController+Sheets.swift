// Sheets and popovers: their look, and how the user closes them from outside.

internal import Foundation

extension UIViewController {
  /// The presentation of the controller. Its class depends on `modalPresentationStyle`.
  public final var presentationController: UIPresentationController? {
    switch modalPresentationStyle {
    case .pageSheet, .formSheet, .automatic: presentation(UISheetPresentationController.init)
    case .popover: presentation(UIPopoverPresentationController.init)
    default:
      presentation {
        customPresentationController ?? UIPresentationController(presentedViewController: $0, presenting: $1)
      }
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

  /// The frame of the controller's view in a window: all of it, or that of a sheet as the style sheet has it.
  final func layerFrame(in bounds: CGRect) -> CGRect {
    guard presenter != nil, !(self is UIAlertController) else { return bounds }
    let isWide = bounds.width >= 640
    let room = bounds.insetBy(dx: isWide ? 40 : 0, dy: 52)
    let size: CGSize
    switch modalPresentationStyle {
    case .pageSheet, .automatic:
      let isMedium = (storedPresentationController as? UISheetPresentationController)?.isMedium == true
      size =
        isWide
        ? CGSize(width: min(room.width, 704), height: room.height)
        : CGSize(width: bounds.width, height: isMedium ? bounds.height / 2 : bounds.height - 52)
    case .formSheet:
      size =
        isWide
        ? CGSize(width: min(room.width, 544), height: min(room.height, 620))
        : CGSize(width: bounds.width, height: bounds.height - 52)
    case .popover:
      let width = min(bounds.width - 32, isWide ? 384 : 544)
      size = CGSize(width: width, height: min(room.height, 480))
    default: return bounds
    }
    let y = isWide || modalPresentationStyle == .popover ? bounds.midY - size.height / 2 : bounds.maxY - size.height
    return CGRect(x: bounds.midX - size.width / 2, y: y, width: size.width, height: size.height)
  }

  /// What the user can do from outside with the presented controller. On iOS that is a swipe or a tap outside it.
  enum DismissalFromOutside {
    case none
    /// The delegate hears of it, and the controller stays.
    case attempt
    case dismissal
  }

  final var dismissalFromOutside: DismissalFromOutside {
    guard presenter != nil, !(self is UIAlertController), modalPresentationStyle.canBeDismissedFromOutside else {
      return .none
    }
    var controller = self
    while !controller.isModalInPresentation {
      guard controller.visibleChildOrSelf !== controller else { return .dismissal }
      controller = controller.visibleChildOrSelf
    }
    return storedPresentationController?.delegate == nil ? .none : .attempt
  }

  fileprivate func dismissFromOutside() {
    guard let presentation = presentationController else { return }
    guard dismissalFromOutside == .dismissal,
      presentation.delegate?.presentationControllerShouldDismiss(presentation) ?? true
    else {
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
    guard let controller = managingViewController, controller.dismissalFromOutside != .none else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { controller.dismissFromOutside() }
  }
}
