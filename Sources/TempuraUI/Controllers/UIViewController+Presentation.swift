internal import Basics

extension UIViewController {
  /// This controller, the one that it presents, and so on to the topmost.
  final var presentationChain: [UIViewController] { Array(sequence(first: self) { $0.presented }) }

  /// The window of the controller, even while a full-screen modal covers the controller.
  final var hostingWindow: UIWindow? {
    var controller = topmostAncestor
    while let presenter = controller.presenter { controller = presenter.topmostAncestor }
    return controller.windowOfRoot
  }

  /// - Parameter completion: What runs at the end of a custom transition. Without one it runs at once.
  final func performPresentation(
    of controller: UIViewController, animated: Bool, _ completion: (() -> Void)? = nil
  ) {
    let base = topmostAncestor
    if let reason = base.refusal(toPresent: controller) {
      Misuse.report("Presenting \(type(of: controller)) does nothing, because \(reason).")
      completion?()
      return
    }
    controller.loadViewIfNeeded()
    // `viewDidLoad` may have presented another controller.
    guard base.presented == nil else { return performPresentation(of: controller, animated: animated, completion) }
    base.presented = controller
    controller.presenter = base
    controller.isBeingPresented = true
    let delegate = animated ? controller.transitioningDelegate : nil
    let custom = delegate?.animationController(forPresented: controller, presenting: base, source: self).map {
      ControllerTransition(
        $0, from: base, to: controller, isBack: false, delegate?.interactionControllerForPresentation(using: $0)
      ) { [weak controller] in controller?.performDismissal(animated: false) }
    }
    controller.transition = TransitionCoordinator(from: base, to: controller, animated: animated, custom)
    controller.beginCustomPresentation(in: hostingWindow?.bounds ?? UIScreen.main.bounds)
    hostingWindow?.updateLayers(animated: animated)
    custom?.run()
    controller.endCustomPresentation()
    controller.isBeingPresented = false
    controller.transition = nil
    if let custom { custom.whenComplete(completion) } else { completion?() }
  }

  private func refusal(toPresent controller: UIViewController) -> String? {
    if let presented { return "\(type(of: self)) presents \(type(of: presented)) already: dismiss that one first" }
    if controller.parent != nil { return "it is a child of another view controller: remove it from its parent first" }
    if controller.presenter != nil { return "it is presented already: dismiss it first" }
    if controller.windowOfRoot != nil || controller === self {
      return "it is the root of a window, or the presenting view controller itself: present another one"
    }
    return nil
  }

  /// - Parameter completion: What runs at the end of a custom transition. Without one it runs at once.
  final func performDismissal(animated: Bool, _ completion: (() -> Void)? = nil) {
    let presenting = selfAndAncestors.first { $0.presented != nil } ?? presentingViewController
    guard let presenting, let dismissed = presenting.presented else {
      Misuse.report(
        "dismiss of \(type(of: self)) does nothing, because it neither presents a view controller nor is presented itself."
      )
      completion?()
      return
    }
    // The app's hooks below may dismiss it again.
    guard !dismissed.isBeingDismissed else {
      completion?()
      return
    }
    let window = presenting.hostingWindow
    let leaving = dismissed.presentationChain
    let delegate = animated ? dismissed.transitioningDelegate : nil
    let custom = delegate?.animationController(forDismissed: dismissed).map {
      ControllerTransition(
        $0, from: dismissed, to: presenting, isBack: true, delegate?.interactionControllerForDismissal(using: $0)
      ) { [weak presenting] in presenting?.performPresentation(of: dismissed, animated: false) }
    }
    for controller in leaving {
      controller.isBeingDismissed = true
      controller.transition = TransitionCoordinator(
        from: controller, to: controller.presenter, animated: animated, custom)
      controller.beginCustomDismissal()
    }
    for controller in leaving {
      controller.presenter?.presented = nil
      controller.presenter = nil
    }
    window?.updateLayers(animated: animated)
    custom?.run()
    for controller in leaving {
      controller.endCustomDismissal()
      controller.isBeingDismissed = false
      controller.transition = nil
    }
    if let custom { custom.whenComplete(completion) } else { completion?() }
  }
}
