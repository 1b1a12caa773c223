public import Foundation

/// The presentation of a sheet.
open class UISheetPresentationController: UIPresentationController {
  /// A height of a sheet. Pages have two heights, medium and large: a custom one is the nearer of them.
  public struct Detent: Hashable {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public init(_ rawValue: String) { self.rawValue = rawValue }

      public static let medium = Identifier("medium")
      public static let large = Identifier("large")
    }

    public let identifier: Identifier
    private var resolver: ((any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?)?

    private init(_ identifier: Identifier) { self.identifier = identifier }

    /// A height that the app computes, in points. It is resolved each time the sheet is rendered.
    public static func custom(
      identifier: Identifier? = nil,
      resolver: @escaping (_ context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent {
      var detent = Detent(identifier ?? Identifier("custom"))
      detent.resolver = resolver
      return detent
    }

    /// Returns the height of the detent, in points; nil if it is inactive.
    public func resolvedValue(in context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat? {
      if let resolver { return resolver(context) }
      return identifier == .medium ? context.maximumDetentValue / 2 : context.maximumDetentValue
    }

    public static func == (left: Detent, right: Detent) -> Bool { left.identifier == right.identifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// About half the window.
    public static func medium() -> Detent { Detent(.medium) }

    /// The whole window except its upper edge.
    public static func large() -> Detent { Detent(.large) }
  }

  /// The possible heights of the sheet. It has the selected one, or else the first; the user cannot drag it to another.
  /// Default: `large`.
  open var detents: [Detent] = [.large()] { didSet { didChange() } }
  /// The height that the sheet has. Default: nil, the first of `detents`.
  open var selectedDetentIdentifier: Detent.Identifier? { didSet { didChange() } }

  /// Whether the sheet shows a grabber at its upper edge. Default: false.
  open var prefersGrabberVisible = false { didSet { didChange() } }

  // Without effect: a sheet keeps its height, and the style sheet dims the page, adapts the width and rounds the corners.
  open var largestUndimmedDetentIdentifier: Detent.Identifier?
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  open var prefersEdgeAttachedInCompactHeight = false
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false
  open var preferredCornerRadius: CGFloat?

  /// Runs `changes` at once, without animation.
  open func animateChanges(_ changes: () -> Void) { changes() }

  /// Resolves custom detents anew.
  open func invalidateDetents() { didChange() }

  /// Whether the sheet has the height `medium`, or a custom one that is nearer to it.
  final var isMedium: Bool {
    let selected = detents.first { $0.identifier == selectedDetentIdentifier } ?? detents.first
    let context = DetentContext(
      containerTraitCollection: presentedViewController.traitCollection,
      maximumDetentValue: max(UIScreen.main.bounds.height - 52, 0))
    guard let height = selected?.resolvedValue(in: context) else { return false }
    return height < context.maximumDetentValue * 0.75
  }
}

/// What a custom detent is resolved with.
public protocol UISheetPresentationControllerDetentResolutionContext {
  var containerTraitCollection: UITraitCollection { get }
  /// The largest height of a sheet, in points.
  var maximumDetentValue: CGFloat { get }
}

private struct DetentContext: UISheetPresentationControllerDetentResolutionContext {
  let containerTraitCollection: UITraitCollection
  let maximumDetentValue: CGFloat
}
