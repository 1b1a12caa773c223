public import Foundation

/// A rectangle without content that constraints can refer to: a part of a view, or a space between views.
open class UILayoutGuide: NSObject, LayoutAnchors {
  /// The part of a view that a guide stands for; `free` for a guide of the app.
  enum Role { case free, safeArea, margins, readable, scrollContent, scrollFrame }

  let role: Role

  /// The view that has the guide.
  public internal(set) final weak var owningView: UIView?

  /// A name that the app chooses.
  open var identifier = ""

  override public init() { role = .free }

  init(_ role: Role, of view: UIView) {
    self.role = role
    owningView = view
  }

  /// The estimated frame of the guide in its owning view.
  public internal(set) final var layoutFrame = CGRect.zero
}
