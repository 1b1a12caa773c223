public import Foundation

/// The presentation of a sheet.
open class UISheetPresentationController: UIPresentationController {
  /// A height of a sheet.
  public struct Detent: Hashable, Sendable {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public init(_ rawValue: String) { self.rawValue = rawValue }

      public static let medium = Identifier("medium")
      public static let large = Identifier("large")
    }

    public let identifier: Identifier

    /// About half the window.
    public static func medium() -> Detent { Detent(identifier: .medium) }

    /// The whole window except its upper edge.
    public static func large() -> Detent { Detent(identifier: .large) }
  }

  /// The possible heights of the sheet. It has the selected one, or else the first; the user cannot drag it to another.
  /// Default: `large`.
  open var detents: [Detent] = [.large()] { didSet { didChange() } }
  /// The height that the sheet has. Default: nil, the first of `detents`.
  open var selectedDetentIdentifier: Detent.Identifier? { didSet { didChange() } }

  /// Whether the sheet shows a grabber at its upper edge. Default: false.
  open var prefersGrabberVisible = false { didSet { didChange() } }

  /// Ignored: the page below a sheet is always dimmed.
  open var largestUndimmedDetentIdentifier: Detent.Identifier?

  /// Ignored: a sheet keeps its height.
  open var prefersScrollingExpandsWhenScrolledToEdge = true

  /// Ignored: the style sheet adapts sheets to the width of the window.
  open var prefersEdgeAttachedInCompactHeight = false

  /// Ignored: the style sheet adapts sheets to the width of the window.
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false

  /// Ignored: the style sheet rounds the corners.
  open var preferredCornerRadius: CGFloat?

  /// Runs `changes` at once, without animation.
  open func animateChanges(_ changes: () -> Void) { changes() }

  /// Whether the sheet has the height `medium`.
  final var isMedium: Bool { (selectedDetentIdentifier ?? detents.first?.identifier) == .medium }
}
