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
      // A sheet whose only height is large is as high as its content, up to that.
      switch sheet.selectedHeight {
      case .medium: return sheet.prefersGrabberVisible ? "sheet high medium grabber" : "sheet high medium"
      case .custom: return sheet.prefersGrabberVisible ? "sheet high grabber" : "sheet high"
      case .large where sheet.heights.isEmpty: return sheet.prefersGrabberVisible ? "sheet grabber" : "sheet"
      case .large: return sheet.prefersGrabberVisible ? "sheet high large grabber" : "sheet high large"
      }
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
      let height =
        switch (storedPresentationController as? UISheetPresentationController)?.selectedHeight {
        case .medium: bounds.height / 2
        case .custom(let height): min(height, bounds.height - 52)
        case .large, nil: bounds.height - 52
        }
      size =
        isWide
        ? CGSize(width: min(room.width, 704), height: room.height) : CGSize(width: bounds.width, height: height)
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

extension UIViewController {
  /// Writes the heights between which a finger drags the sheet.
  final func renderDetents(into html: HTMLRenderer) {
    guard let heights = shownSheet?.heights, !heights.isEmpty else { return }
    let words = heights.map { height in
      switch height {
      case .medium: "medium"
      case .large: "large"
      case .custom(let height): CSS.rem(height)
      }
    }
    html.write(attribute: "data-detents", words.joined(separator: " "))
  }

  /// Writes the button that gives the sheet its next height.
  final func renderGrabber(of view: UIView, into html: HTMLRenderer) {
    guard let sheet = shownSheet, !sheet.heights.isEmpty else { return }
    html.writeButton(tapping: UIView.detentPart, of: view, cssClass: "grabber", label: localized(.screenGrabber)) {}
  }

  /// The style of a sheet whose height is the app's.
  final var detentStyle: String? {
    guard case .custom(let height)? = shownSheet?.selectedHeight else { return nil }
    return "--sheet:\(CSS.rem(height));"
  }

  /// The sheet as which the controller is shown, if it has heights.
  private var shownSheet: UISheetPresentationController? {
    guard presenter != nil, modalPresentationStyle == .pageSheet || modalPresentationStyle == .automatic else {
      return nil
    }
    return storedPresentationController as? UISheetPresentationController
  }

  fileprivate func detentTarget(ofPart part: String) -> TapTarget? {
    let words = part.split(separator: "-", omittingEmptySubsequences: false)
    guard words[0] == UIView.detentPart, words.count == 1 || words.count == 2 && Int(words[1]) != nil,
      let select = shownSheet?.selection(of: words.count == 1 ? nil : Int(words[1]))
    else { return nil }
    return TapTarget(refusal: view.isReachable ? nil : .unreachable, tap: select)
  }
}

extension UIView {
  /// The names of the parts that stand for the area around a presented view, and for the heights of a sheet: `detent` is the next
  /// height, `detent-1` the second one.
  static let outsidePart = "outside"
  static let detentPart = "detent"

  /// The effect of a tap on one of these parts; nil if the view is not presented, or has no such part.
  final func presentationTarget(ofPart part: String) -> TapTarget? {
    part == Self.outsidePart ? outsideTarget : managingViewController?.detentTarget(ofPart: part)
  }

  private var outsideTarget: TapTarget? {
    guard let controller = managingViewController, controller.dismissalFromOutside != .none else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable, isLeaving: true) { controller.dismissFromOutside() }
  }
}
