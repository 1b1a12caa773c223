internal import Foundation

/// The view at the top of an app instance's view tree.
///
/// Its subviews are the layers that can be seen, bottom to top: the view of the root controller, then the view of each
/// presented one. What a full-screen modal covers is taken out; all layers but the topmost are inert.
open class UIWindow: UIView {
  private var layerControllers: [UIViewController] = []
  private var layerViews: [UIView] = []

  /// The view that the page gives the focus.
  final weak var firstResponder: UIView?

  /// The views that may have input that the app has not used.
  final var viewsWithInput: [WeakView] = []

  /// Whether `makeKeyAndVisible()` was called.
  package private(set) final var isVisible = false

  /// The controller at the bottom. Assigning it replaces all that can be seen.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      if oldValue?.rootedWindow === self { oldValue?.rootedWindow = nil }
      if let previous = rootViewController?.rootedWindow { previous.rootViewController = nil }
      rootViewController?.rootedWindow = self
      updateLayers(animated: false)
    }
  }

  /// Whether the window is its application's key window.
  public final var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  /// Makes the window the key window and shows it: its root controller appears.
  open func makeKeyAndVisible() {
    UIApplication.shared.makeKey(self)
    guard !isVisible else { return }
    isVisible = true
    updateLayers(animated: false)
  }

  /// The view on top, the only one that takes input.
  package final var topLayer: UIView? { layerControllers.last?.viewIfLoaded }

  /// The controller on top, within the containers and over the modals.
  package final var topViewController: UIViewController? {
    guard var top = rootViewController?.presentationChain.last else { return nil }
    while top.innermost !== top { top = top.innermost }
    return top
  }

  /// The controllers whose views are to be layers now.
  private var wantedLayers: ArraySlice<UIViewController> {
    guard let chain = rootViewController?.presentationChain else { return [] }
    let lowest = chain.indices.dropFirst().last { chain[$0].modalPresentationStyle.coversWhatIsBelow } ?? 0
    return chain[lowest...]
  }

  /// Shows the layers that are wanted now, with the appearance calls of all that come and go.
  ///
  /// The app may start another transition in any of these calls. That one finds the list of layers as this one means to
  /// have it, and brings all of them to an end; this one then leaves out what is no longer true.
  final func updateLayers(animated: Bool) {
    guard isVisible else { return }
    for controller in wantedLayers { controller.prepareToAppear() }
    let wanted = Array(wantedLayers)
    let leaving = layerControllers.filter { controller in !wanted.contains { $0 === controller } }
    layerControllers = wanted
    for controller in leaving.reversed() where !isLayer(controller) {
      controller.beginAppearanceTransition(false, animated: animated)
    }
    for controller in wanted where isLayer(controller) {
      controller.beginAppearanceTransition(true, animated: animated)
    }
    placeLayers()
    for controller in wanted where controller.appearance == .appearing { controller.endAppearanceTransition() }
    for controller in leaving where controller.appearance == .disappearing { controller.endAppearanceTransition() }
  }

  private func isLayer(_ controller: UIViewController) -> Bool { layerControllers.contains { $0 === controller } }

  private func placeLayers() {
    let previous = layerViews
    let views = layerControllers.compactMap(\.viewIfLoaded)
    let others = subviews.filter { view in !previous.contains { $0 === view } && !views.contains { $0 === view } }
    layerViews = views
    setSubviews(views + others)
    for view in previous where view.superview !== self { view.set(.isInert, to: false) }
    for view in views { view.set(.isInert, to: view !== views.last) }
    setNeedsLayout()
  }

  /// Lays out what asked for it; and again what asked for it meanwhile, such as for a constraint that was made.
  override open func layoutIfNeeded() {
    for _ in 0..<3 { super.layoutIfNeeded() }
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    for view in layerViews { view.setFlowingFrame(bounds) }
  }

  // MARK: - HTML

  /// Writes the layers. The browser does not check what is typed: no button is to be blocked by a field that it does not
  /// need, and the screen says itself what is wrong. Only the topmost layer is in the form, so that nothing below it is
  /// sent; with it is what an app puts over its screens by itself.
  override open func renderContent(into html: HTMLRenderer) {
    let others = subviews.filter { view in !layerViews.contains { $0 === view } }
    for view in layerViews {
      let isModal = view !== layerViews.first
      let controller = view.managingViewController
      if isModal { writeDialogTag(of: controller, into: html) } else { html.write("<main>") }
      let isTop = view === layerViews.last
      if isTop {
        html.write("<form id=\"screen\" method=\"post\" novalidate")
        if controller?.takesFiles == true { html.write(" enctype=\"multipart/form-data\"") }
        html.write(">")
        if isModal, controller?.canBeClosedFromOutside == true { writeCloseButton(of: view, into: html) }
      }
      html.render(view)
      if isTop {
        for other in others { html.render(other) }
        html.write("</form>")
      }
      html.write(isModal ? "</dialog>" : "</main>")
    }
  }

  private func writeDialogTag(of controller: UIViewController?, into html: HTMLRenderer) {
    html.write("<dialog open aria-modal=\"true\"")
    controller?.renderDialogLabel(into: html)
    if let cssClass = controller?.dialogClass, cssClass.utf8CodeUnitCount > 0 {
      html.write(" class=\"")
      html.write(cssClass)
      html.write("\"")
    }
    html.write(">")
  }

  /// Writes what closes a sheet or a popover: a button, which the style sheet has reach all around it.
  private func writeCloseButton(of view: UIView, into html: HTMLRenderer) {
    html.writeButton(tapping: UIView.closingPart, of: view, cssClass: "outside", label: ownText("Close")) {
      html.write("<span aria-hidden=\"true\">✕</span>")
    }
  }
}

extension UIViewController {
  /// What the page is called: the title of the controller, or else of its bar.
  package final var pageTitle: String? { title ?? navigationItem.title }
}
