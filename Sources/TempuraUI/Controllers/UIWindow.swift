internal import Basics
public import Foundation

/// The root of an app instance's view tree.
///
/// Its subviews are the visible layers, bottom to top: the view of the root view controller, then the view of each
/// presented view controller. A full-screen modal removes the layers below it. All layers except the topmost are inert.
open class UIWindow: UIView {
  /// - Parameter frame: `.zero` means the bounds of the screen.
  override public init(frame: CGRect) {
    super.init(frame: .zero)
    self.frame = frame == .zero ? UIScreen.main.bounds : frame
  }

  public required init?(coder: NSCoder) { nil }

  override final var asWindow: UIWindow? { self }

  /// The size for which the screens are laid out.
  override open var frame: CGRect {
    get { super.frame }
    set {
      // The browser's window shows the view, so its frame does not position it.
      viewFlags.insert(.keepsFlow)
      super.frame = newValue
      viewFlags.remove(.keepsFlow)
      setNeedsRender()
    }
  }

  /// A page shows the key window alone. Present a view controller to cover another one.
  @Unused open var windowLevel: Level

  private var layerControllers: [UIViewController] = []
  private var layerViews: [UIView] { shownViews }

  /// The fingers of the last gesture.
  final var touchTracking: TouchTracking?
  /// The last gestures before that, whose messages may come once more.
  final var pastGestures: [Int] = []

  /// The view that the user edits, or that the page focuses.
  @WeakReference final var firstResponder: UIView?

  /// The field that the browser has to leave, because the app ended editing in it: a number and the field's id. The number makes
  /// each call of ``leave(_:)`` a change of the page. Nil if the user has entered a field since.
  package final var leftField: String?
  private var leftFields = 0

  /// Makes the browser leave a field that the user is in.
  package final func leave(_ field: any TextInput) {
    leftFields += 1
    leftField = "\(leftFields) \(field.elementID)"
  }

  /// The views that may have unused input: see `unusedInput`.
  final var viewsWithInput: [WeakView] = []

  /// The sounds of players that no view shows.
  @Rendered private final var sounds: [Medium] = []

  override package var media: [Medium] { sounds + super.media }

  /// Plays the sound of a player, or no longer.
  package final func setSound(_ sound: Medium?, of number: Int) {
    let index = sounds.firstIndex { $0.number == number } ?? sounds.count
    // In its place, because an element that is moved pauses.
    sounds.replaceSubrange(index..<min(index + 1, sounds.count), with: [sound].compactMap(\.self))
  }

  /// Whether `makeKeyAndVisible()` was called.
  package private(set) final var isVisible = false

  /// The view controller of the lowest layer. Setting it replaces all layers.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      if oldValue?.windowOfRoot === self { oldValue?.windowOfRoot = nil }
      if let previous = rootViewController?.windowOfRoot { previous.rootViewController = nil }
      rootViewController?.windowOfRoot = self
      updateLayers(animated: false)
    }
  }

  /// Whether the window is the key window of the application.
  public final var isKeyWindow: Bool { AppEnvironment.current.keyWindow === self }

  /// Makes the window the key window and shows it. Its root view controller appears.
  open func makeKeyAndVisible() {
    AppEnvironment.current.makeKey(self)
    guard !isVisible else { return }
    isVisible = true
    updateLayers(animated: false)
  }

  /// The view controller that the user sees: the innermost child of the topmost modal.
  package final var topViewController: UIViewController? {
    guard var top = rootViewController else { return nil }
    while let presented = top.presented { top = presented }
    while top.visibleChildOrSelf !== top { top = top.visibleChildOrSelf }
    return top
  }

  override final var innermostResponder: UIResponder? { topViewController }

  /// The number of screens above one another, with the top one: those that are presented, and those in navigation
  /// controllers.
  package final var depth: Int {
    var (count, next) = (0, rootViewController)
    while let presented = next {
      var (controller, child) = (presented, presented.visibleChildOrSelf)
      count += 1
      next = presented.presented
      while true {
        if let stack = (controller as? UINavigationController)?.viewControllers { count += max(stack.count, 1) - 1 }
        if child === controller { break }
        (controller, child) = (child, child.visibleChildOrSelf)
      }
    }
    return count
  }

  /// The view controllers whose views should be layers now.
  private var wantedLayers: ArraySlice<UIViewController> {
    guard let chain = rootViewController?.presentationChain else { return [] }
    let lowest = chain.indices.dropFirst().last { chain[$0].modalPresentationStyle.hidesLayersBelow } ?? 0
    return chain[lowest...]
  }

  /// Shows the layers of `wantedLayers`, and makes the appearance calls of all view controllers that come and go.
  ///
  /// The app may start another transition in any of these calls. `layerControllers` is already up to date by then, so
  /// the nested call completes all transitions. This call then skips the calls that are no longer right.
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
    updateLayerViews()
    for controller in wanted where controller.appearance == .appearing { controller.endAppearanceTransition() }
    for controller in leaving where controller.appearance == .disappearing { controller.endAppearanceTransition() }
  }

  private func isLayer(_ controller: UIViewController) -> Bool { layerControllers.contains { $0 === controller } }

  private func updateLayerViews() {
    let previous = layerViews
    let views = layerControllers.compactMap(\.layerView)
    shownViews = views
    for view in previous where view.superview !== self { view.set(.isInert, to: false) }
    for view in views { view.set(.isInert, to: view !== views.last) }
    setNeedsLayout()
  }

  /// Lays out the views that requested it, and repeats that while layout requests more.
  ///
  /// A layout that never ends is given up, with a report of the view that requests it.
  override open func layoutIfNeeded() {
    updateIsFramed()
    for _ in 0..<Self.maximumPasses {
      layoutSubtree()
      updateIsFramed()
      if viewFlags.isDisjoint(with: [.needsLayout, .subtreeNeedsLayout]) { return }
    }
    if let view = viewThatNeedsLayout {
      Misuse.report(
        "The layout of \(type(of: view)) does not settle, so the page shows its last state: each call of its "
          + "layoutSubviews requests another layout. Call setNeedsLayout() only when something changed.")
    }
  }

  // Real layouts settle in two or three passes.
  private static let maximumPasses = 10

  override open func layoutSubviews() {
    super.layoutSubviews()
    for (view, controller) in zip(layerViews, layerControllers) {
      view.setFlowingFrame(controller.layerFrame(in: bounds))
    }
  }

  /// Whether the page has exactly the width for which it was laid out, because the app places views on it.
  package final var isFramed: Bool { viewFlags.contains(.isFramed) }

  /// The first view that still requests a layout.
  private var viewThatNeedsLayout: UIView? {
    var found: UIView?
    forEachDescendant { if found == nil, $0.viewFlags.contains(.needsLayout) { found = $0 } }
    return found
  }

  /// The width of the page in CSS pixels, if it is framed.
  package final var framedWidth: Int? {
    isFramed ? Int(min(max(bounds.width, 1), 20_000).rounded()) : nil
  }

  private func updateIsFramed() {
    let isFramed = findsPlacedView()
    guard isFramed != self.isFramed else { return }
    set(.isFramed, to: isFramed)
    forEachDescendant { view in
      if !isFramed, view.frameUse == .laidOut { view.frameUse = .unused }
      view.setNeedsRender()
      if view is UIStackView || view is SectionedList { view.setNeedsLayout() }
      view.placeRemainingSubviews()
    }
    updateSafeArea(in: nil)
  }

  override package func appendStyle(to css: inout CSSText) {
    if isFramed { css += "--width:\(CSS.clampedRem(bounds.width));--height:\(CSS.clampedRem(bounds.height));" }
    super.appendStyle(to: &css)
  }

  override final var stacksSubviews: Bool { false }

  // MARK: - HTML

  override open func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if AppEnvironment.current.hearsKeyboard { html.write(" data-keyboard") }
  }

  /// Writes the layers. Only the topmost layer is in the form, so that the browser sends no fields of lower layers. The
  /// form also contains views that the app adds to the window itself.
  ///
  /// The form has `novalidate`: an invalid field must not block a button that does not need it. The server validates
  /// the input, and the page shows the messages.
  override open func renderContent(into html: HTMLRenderer) {
    let others = subviews.filter { view in !layerViews.contains { $0 === view } }
    for (view, controller) in zip(layerViews, layerControllers) {
      let isModal = view !== layerViews.first
      if isModal { writeDialogTag(of: view, controller, into: html) } else { html.write("<main>") }
      let isTop = view === layerViews.last
      if isTop {
        html.write("<form id=\"screen\" method=\"post\" novalidate")
        if controller.takesFiles { html.write(" enctype=\"multipart/form-data\"") }
        html.write(">")
        if isModal, controller.dismissalFromOutside == .dismissal { writeCloseButton(of: view, into: html) }
        if isModal { controller.renderGrabber(of: view, into: html) }
      }
      html.render(view)
      if isTop {
        for other in others { html.render(other) }
        // The last one, because Escape presses the first button that closes the screen: one of the screen's own, if it has any.
        if isModal, controller.dismissalFromOutside == .attempt {
          writeCloseButton(of: view, isShown: false, into: html)
        }
        html.write("</form>")
      }
      html.write(isModal ? "</dialog>" : "</main>")
    }
    for sound in sounds { html.write(sound, of: self) }
  }

  private func writeDialogTag(of view: UIView, _ controller: UIViewController, into html: HTMLRenderer) {
    html.write("<dialog open aria-modal=\"true\"")
    controller.renderDialogLabel(into: html)
    let cssClass = controller.dialogClass
    if cssClass.utf8CodeUnitCount > 0 {
      html.write(" class=\"")
      html.write(cssClass)
      if isFramed, view.findsPlacedView() {
        let size = view.untransformedFrame
        html.write(" exact s")
        html.write(
          styleNumber: "--layer-width:\(CSS.clampedRem(size.width));--layer-height:\(CSS.clampedRem(size.height));")
      }
      if let style = controller.detentStyle {
        html.write(" s")
        html.write(styleNumber: style)
      }
      html.write("\"")
      controller.renderDetents(into: html)
    }
    html.write(">")
  }

  /// Writes the button that closes a sheet or a popover. The style sheet extends it to the area around the dialog.
  ///
  /// - Parameter isShown: Whether it is more than that area. The style sheet does not show one beside a button that cancels.
  private func writeCloseButton(of view: UIView, isShown: Bool = true, into html: HTMLRenderer) {
    html.writeButton(
      tapping: UIView.outsidePart, of: view, cssClass: "outside", label: localized(.screenClose),
      attributes: { if !isShown { html.write(" data-cancels") } }
    ) {
      html.write("<span aria-hidden=\"true\">✕</span>")
    }
  }
}

extension UIViewController {
  /// The title of the page: the title of the view controller, or else of its navigation item.
  package final var pageTitle: String? { title ?? navigationItem.title }
}
