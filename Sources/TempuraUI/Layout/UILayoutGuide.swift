public import Foundation

/// A rectangle without content that constraints can refer to: a part of a view, or a space between views.
open class UILayoutGuide: NSObject, LayoutAnchors {
  /// The part of a view that a guide stands for; `free` for a guide of the app.
  enum Role { case free, safeArea, margins, readable, scrollContent, scrollFrame }

  let role: Role
  private(set) final var layoutItem: LayoutItem!
  private var owner: LayoutItem?

  /// The view that has the guide.
  public internal(set) final var owningView: UIView? {
    get { owner?.view }
    set { owner = newValue?.layoutItem }
  }

  /// A name that the app chooses.
  open var identifier = ""

  override public init() {
    role = .free
    super.init()
    layoutItem = LayoutItem(self)
  }

  init(_ role: Role, of view: UIView) {
    self.role = role
    super.init()
    layoutItem = LayoutItem(self)
    owningView = view
  }

  deinit { layoutItem.clear() }

  /// The frame of the guide in its owning view, after a layout.
  public final var layoutFrame: CGRect {
    guard let view = owningView else { return .zero }
    switch role {
    case .free, .scrollContent: return solvedFrame
    case .scrollFrame: return view.bounds
    case .safeArea, .margins, .readable:
      return view.bounds.inset(by: view.insets(of: role, width: view.bounds.width))
    }
  }

  /// The frame that constraints gave the guide.
  final var solvedFrame = CGRect.zero
}

/// The area of the keyboard: the lower edge of the safe area. Only its anchors and its frame can be used.
public struct UIKeyboardLayoutGuide {
  private let view: UIView

  init(of view: UIView) { self.view = view }

  public var owningView: UIView? { view }
  public var layoutFrame: CGRect {
    let insets = view.safeAreaInsets
    return view.bounds.inset(
      by: UIEdgeInsets(
        top: view.bounds.height - insets.bottom, left: insets.left, bottom: 0, right: insets.right))
  }
  public var topAnchor: NSLayoutYAxisAnchor { view.safeAreaLayoutGuide.bottomAnchor }
  public var bottomAnchor: NSLayoutYAxisAnchor { view.bottomAnchor }
  public var leadingAnchor: NSLayoutXAxisAnchor { view.safeAreaLayoutGuide.leadingAnchor }
  public var trailingAnchor: NSLayoutXAxisAnchor { view.safeAreaLayoutGuide.trailingAnchor }
  public var centerXAnchor: NSLayoutXAxisAnchor { view.safeAreaLayoutGuide.centerXAnchor }
  public var widthAnchor: NSLayoutDimension { view.safeAreaLayoutGuide.widthAnchor }
}

// swift-format-ignore
extension UIKeyboardLayoutGuide {
  // Without effect:
  public var followsUndockedKeyboard: Bool { get { false } nonmutating set {} }
  public var usesBottomSafeArea: Bool { get { true } nonmutating set {} }
}
