public import Foundation

/// A rectangle that constraints can name like a view: a part of a view, or space that the app lays out.
open class UILayoutGuide: NSObject {
  /// What a view's own guides stand for.
  enum Role { case free, safeArea, margins, readable, scrollContent, scrollFrame }

  let role: Role

  /// The view that the guide belongs to.
  public internal(set) final weak var owningView: UIView?

  /// A name of the app's.
  open var identifier = ""

  override public init() { role = .free }

  init(_ role: Role, of view: UIView) {
    self.role = role
    owningView = view
  }

  /// The estimated place in the view that has the guide, as `UIView.frame` is estimated.
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
