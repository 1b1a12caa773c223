public import Foundation

/// How a sheet looks.
open class UISheetPresentationController: UIPresentationController {
  /// A height at which a sheet rests.
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

    /// The whole window but its upper edge.
    public static func large() -> Detent { Detent(identifier: .large) }
  }

  /// The heights of the sheet. A page's sheet rests at the selected one, or else the first.
  open var detents: [Detent] = [.large()] { didSet { didChange() } }
  open var selectedDetentIdentifier: Detent.Identifier? { didSet { didChange() } }

  /// Whether a short line at the upper edge says that the sheet can be closed.
  open var prefersGrabberVisible = false { didSet { didChange() } }

  /// For the app to read: a page has what is below a sheet dimmed, and a sheet at one height.
  open var largestUndimmedDetentIdentifier: Detent.Identifier?

  /// For the app to read: a sheet on a page rests at one height.
  open var prefersScrollingExpandsWhenScrolledToEdge = true

  /// For the app to read: sheets of pages are as the window's width makes them.
  open var prefersEdgeAttachedInCompactHeight = false

  /// For the app to read: sheets of pages are as the window's width makes them.
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false

  /// For the app to read: the style sheet rounds the corners.
  open var preferredCornerRadius: CGFloat?

  /// Runs changes, which the next page has.
  open func animateChanges(_ changes: () -> Void) { changes() }

  /// Whether the sheet takes half of the window.
  final var isMedium: Bool { (selectedDetentIdentifier ?? detents.first?.identifier) == .medium }
}
