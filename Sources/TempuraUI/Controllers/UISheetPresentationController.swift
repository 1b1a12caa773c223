public import Foundation

/// The presentation of a sheet.
open class UISheetPresentationController: UIPresentationController {
  /// A height of a sheet.
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

  /// The possible heights of the sheet. It has the selected one, or else the first. On live pages the user drags it to another; the
  /// button of the grabber does that, too. Default: `large`.
  open var detents: [Detent] = [.large()] { didSet { didChange() } }
  /// The height that the sheet has, also after the user has chosen it. Default: nil, the first of `detents`.
  open var selectedDetentIdentifier: Detent.Identifier? { didSet { didChange() } }

  /// Whether the sheet shows a grabber at its upper edge. Default: false.
  open var prefersGrabberVisible = false { didSet { didChange() } }

  // Without effect: the style sheet dims the page, adapts the width and rounds the corners.
  open var largestUndimmedDetentIdentifier: Detent.Identifier?
  open var prefersScrollingExpandsWhenScrolledToEdge = true
  open var prefersEdgeAttachedInCompactHeight = false
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false
  open var preferredCornerRadius: CGFloat?

  /// Runs `changes` at once, without animation.
  open func animateChanges(_ changes: () -> Void) { changes() }

  /// Resolves custom detents anew.
  open func invalidateDetents() { didChange() }

  // MARK: - Heights

  /// A height as the style sheet knows it.
  enum Height: Equatable {
    case medium, large
    /// In points, not above that of `large`.
    case custom(CGFloat)
  }

  private func height(of detent: Detent) -> Height? {
    if detent.identifier == .medium { return .medium }
    if detent.identifier == .large { return .large }
    let context = DetentContext(
      containerTraitCollection: presentedViewController.traitCollection,
      maximumDetentValue: max(UIScreen.main.bounds.height - 52, 0))
    guard let value = detent.resolvedValue(in: context), value.isFinite else { return nil }
    return value < context.maximumDetentValue ? .custom(max(value, 0)) : .large
  }

  /// The detents that are active, with their heights, in the order of the app.
  private var activeDetents: [(identifier: Detent.Identifier, height: Height)] {
    detents.prefix(Self.maximumDetents).compactMap { detent in height(of: detent).map { (detent.identifier, $0) } }
  }

  // A page names them all.
  private static let maximumDetents = 20

  private var selectedIndex: Int { activeDetents.firstIndex { $0.identifier == selectedDetentIdentifier } ?? 0 }

  final var selectedHeight: Height {
    let active = activeDetents
    return active.isEmpty ? .large : active[selectedIndex].height
  }

  /// The heights between which the user can choose; empty if there is one only.
  final var heights: [Height] {
    let active = activeDetents
    return active.count < 2 ? [] : active.map(\.height)
  }

  /// Gives the sheet the height that the user has chosen.
  ///
  /// - Parameter index: The number of the height in `heights`; nil for the next one.
  /// - Returns: Nil if there is no such height.
  final func selection(of index: Int?) -> (() -> Void)? {
    let active = activeDetents
    let index = index ?? (selectedIndex + 1) % max(active.count, 1)
    guard active.count > 1, active.indices.contains(index) else { return nil }
    return { [self] in
      guard index != selectedIndex else { return }
      selectedDetentIdentifier = active[index].identifier
      (delegate as? any UISheetPresentationControllerDelegate)?
        .sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }
  }
}

/// Responds when the user chooses another height of a sheet.
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
  public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
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
