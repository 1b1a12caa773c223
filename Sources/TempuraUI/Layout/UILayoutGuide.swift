public import Foundation

/// A rectangle without content that constraints can refer to: a part of a view, or a space between views.
open class UILayoutGuide: NSObject {
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

  public final var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
  public final var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
  public final var leftAnchor: NSLayoutXAxisAnchor { .init(self, .left) }
  public final var rightAnchor: NSLayoutXAxisAnchor { .init(self, .right) }
  public final var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
  public final var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
  public final var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
  public final var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
  public final var widthAnchor: NSLayoutDimension { .init(self, .width) }
  public final var heightAnchor: NSLayoutDimension { .init(self, .height) }
}
