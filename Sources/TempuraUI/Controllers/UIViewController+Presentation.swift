extension UIViewController {
  /// This controller, the one that it presents, and so on to the topmost.
  final var presentationChain: [UIViewController] { Array(sequence(first: self) { $0.presented }) }

  /// The window of the controller, even while a full-screen modal covers the controller.
  final var hostingWindow: UIWindow? {
    var controller = rootmostAncestor
    while let presenter = controller.presenter { controller = presenter.rootmostAncestor }
    return controller.rootedWindow
  }

  final func performPresentation(of controller: UIViewController, animated: Bool) {
    let base = rootmostAncestor
    if let reason = base.refusal(toPresent: controller) {
      return Misuse.report("\(type(of: base)) cannot present \(type(of: controller)): \(reason). It was left out.")
    }
    controller.loadViewIfNeeded()
    // `viewDidLoad` may have presented another controller.
    guard base.presented == nil else { return performPresentation(of: controller, animated: animated) }
    base.presented = controller
    controller.presenter = base
    controller.isBeingPresented = true
    hostingWindow?.updateLayers(animated: animated)
    controller.isBeingPresented = false
  }

  private func refusal(toPresent controller: UIViewController) -> String? {
    if let presented { return "it presents \(type(of: presented)) already" }
    if controller.parent != nil { return "that one is contained in another controller" }
    if controller.presenter != nil { return "that one is presented already" }
    if controller.rootedWindow != nil || controller === self { return "that one is below it" }
    return nil
  }

  final func performDismissal(animated: Bool) {
    let presenting = selfAndAncestors.first { $0.presented != nil } ?? presentingViewController
    guard let presenting, let dismissed = presenting.presented else {
      return Misuse.report("\(type(of: self)) neither presents nor is presented: there was nothing to dismiss.")
    }
    let window = presenting.hostingWindow
    let leaving = dismissed.presentationChain
    for controller in leaving {
      controller.presenter?.presented = nil
      controller.presenter = nil
      controller.isBeingDismissed = true
    }
    window?.updateLayers(animated: animated)
    for controller in leaving { controller.isBeingDismissed = false }
  }
}
