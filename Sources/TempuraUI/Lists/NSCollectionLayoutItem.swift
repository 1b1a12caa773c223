public import Foundation

/// A width or a height of a compositional layout.
public class NSCollectionLayoutDimension: NSObject {
  enum Kind { case fractionalWidth, fractionalHeight, absolute, estimated }

  final let kind: Kind
  public final let dimension: CGFloat

  init(_ kind: Kind, _ dimension: CGFloat) {
    self.kind = kind
    self.dimension = dimension
  }

  /// A part of the width or height of the container.
  public class func fractionalWidth(_ fraction: CGFloat) -> Self { make(.fractionalWidth, fraction) }
  public class func fractionalHeight(_ fraction: CGFloat) -> Self { make(.fractionalHeight, fraction) }
  /// A length in points.
  public class func absolute(_ length: CGFloat) -> Self { make(.absolute, length) }
  /// The length that the view prefers. Until it is measured, it is `estimate`, in points.
  public class func estimated(_ estimate: CGFloat) -> Self { make(.estimated, estimate) }
  /// The length that the view prefers. Unlike on iOS, siblings do not get the same one.
  public class func uniformAcrossSiblings(estimate: CGFloat) -> Self { make(.estimated, estimate) }

  private static func make(_ kind: Kind, _ dimension: CGFloat) -> Self {
    unsafeDowncast(NSCollectionLayoutDimension(kind, dimension), to: Self.self)  // there are no subclasses
  }

  public final var isFractionalWidth: Bool { kind == .fractionalWidth }
  public final var isFractionalHeight: Bool { kind == .fractionalHeight }
  public final var isAbsolute: Bool { kind == .absolute }
  public final var isEstimated: Bool { kind == .estimated }

  final func length(in container: CGSize) -> CGFloat {
    switch kind {
    case .fractionalWidth: (dimension * container.width).saneLength
    case .fractionalHeight: (dimension * container.height).saneLength
    case .absolute, .estimated: dimension.saneLength
    }
  }
}

open class NSCollectionLayoutSize: NSObject {
  public final let widthDimension, heightDimension: NSCollectionLayoutDimension

  public init(widthDimension: NSCollectionLayoutDimension, heightDimension: NSCollectionLayoutDimension) {
    self.widthDimension = widthDimension
    self.heightDimension = heightDimension
  }

  final func size(in container: CGSize) -> CGSize {
    CGSize(width: widthDimension.length(in: container), height: heightDimension.length(in: container))
  }
}

/// A distance between items: exactly, or at least, a number of points.
open class NSCollectionLayoutSpacing: NSObject {
  public final let spacing: CGFloat
  public final let isFlexibleSpacing: Bool
  public final var isFixedSpacing: Bool { !isFlexibleSpacing }

  private init(_ spacing: CGFloat, isFlexible: Bool) {
    self.spacing = spacing.saneDistance
    isFlexibleSpacing = isFlexible
  }

  public static func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(fixedSpacing, isFlexible: false)
  }
  public static func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(flexibleSpacing, isFlexible: true)
  }
}

/// The room around an item.
open class NSCollectionLayoutEdgeSpacing: NSObject {
  public final let leading, top, trailing, bottom: NSCollectionLayoutSpacing?

  public init(
    leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
    bottom: NSCollectionLayoutSpacing?
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }
}

/// Where a supplementary view is attached.
open class NSCollectionLayoutAnchor: NSObject {
  public final let edges: NSDirectionalRectEdge
  public final let offset: CGPoint
  public final let isFractionalOffset: Bool

  public init(edges: NSDirectionalRectEdge) {
    (self.edges, offset, isFractionalOffset) = (edges, .zero, false)
  }
  public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
    (self.edges, offset, isFractionalOffset) = (edges, absoluteOffset, false)
  }
  public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
    (self.edges, offset, isFractionalOffset) = (edges, fractionalOffset, true)
  }

  /// Returns the frame of a view at the edges of an area.
  final func frame(_ size: CGSize, in area: CGRect) -> CGRect {
    var x = area.midX - size.width / 2
    var y = area.midY - size.height / 2
    if edges.contains(.leading) { x = area.minX } else if edges.contains(.trailing) { x = area.maxX - size.width }
    if edges.contains(.top) { y = area.minY } else if edges.contains(.bottom) { y = area.maxY - size.height }
    x += isFractionalOffset ? offset.x * size.width : offset.x
    y += isFractionalOffset ? offset.y * size.height : offset.y
    return CGRect(origin: CGPoint(x: x, y: y), size: size)
  }
}

/// An item of a group: a cell, or a group.
open class NSCollectionLayoutItem: NSObject {
  public final let layoutSize: NSCollectionLayoutSize
  public final let supplementaryItems: [NSCollectionLayoutSupplementaryItem]

  /// The distances of the cell from the edges of the item, in points.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

  public init(layoutSize: NSCollectionLayoutSize) {
    self.layoutSize = layoutSize
    supplementaryItems = []
  }

  public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
    self.layoutSize = layoutSize
    self.supplementaryItems = supplementaryItems
  }
}

/// A supplementary view of an item, such as a badge.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  public final let elementKind: String
  public final let containerAnchor: NSCollectionLayoutAnchor
  /// Ignored: `containerAnchor` alone says where the view is.
  public final let itemAnchor: NSCollectionLayoutAnchor?
  open var zIndex = 1

  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor? = nil
  ) {
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    super.init(layoutSize: layoutSize, supplementaryItems: [])
  }
}

/// Where a header or footer is at its section.
public enum NSRectAlignment: Int, Sendable {
  case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
}

/// A header or footer of a section or of the whole layout.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
  public final let alignment: NSRectAlignment
  public final let offset: CGPoint
  /// Whether the section grows by the view. Default: true.
  open var extendsBoundary = true
  /// Whether the view stays visible while its section is. Only views at the top do.
  open var pinToVisibleBounds = false

  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment,
    absoluteOffset: CGPoint = .zero
  ) {
    self.alignment = alignment
    offset = absoluteOffset
    super.init(
      layoutSize: layoutSize, elementKind: elementKind, containerAnchor: NSCollectionLayoutAnchor(edges: .all))
  }
}

/// A view behind the items of a section.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  public final let elementKind: String
  open var zIndex = 0

  private init(_ elementKind: String) {
    self.elementKind = elementKind
    super.init(
      layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
      supplementaryItems: [])
  }

  public static func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(elementKind)
  }
}

/// The frame of an item of a custom group, in the group.
open class NSCollectionLayoutGroupCustomItem: NSObject {
  public final let frame: CGRect
  public final let zIndex: Int

  public init(frame: CGRect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

public typealias NSCollectionLayoutGroupCustomItemProvider = (any NSCollectionLayoutEnvironment) ->
  [NSCollectionLayoutGroupCustomItem]

/// Items in a row, in a column, or where the app places them. It is repeated as long as there are items.
public class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  enum Kind {
    case horizontal, vertical
    case custom(NSCollectionLayoutGroupCustomItemProvider)
  }

  final let kind: Kind
  public final let subitems: [NSCollectionLayoutItem]
  /// The number of items; nil for as many as there is room for.
  final let count: Int?
  /// Whether the items share the length of the group.
  final let sharesLength: Bool

  /// The distance between items.
  public final var interItemSpacing: NSCollectionLayoutSpacing?

  private init(
    _ kind: Kind, _ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem], count: Int? = nil,
    sharesLength: Bool = false
  ) {
    self.kind = kind
    self.subitems = subitems
    self.count = count.map { max($0, 1) }
    self.sharesLength = sharesLength
    super.init(layoutSize: size, supplementaryItems: [])
  }

  private static func make(
    _ kind: Kind, _ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem], count: Int? = nil,
    sharesLength: Bool = false
  ) -> Self {
    // There are no subclasses.
    unsafeDowncast(
      NSCollectionLayoutGroup(kind, size, subitems, count: count, sharesLength: sharesLength), to: Self.self)
  }

  public class func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> Self {
    make(.horizontal, layoutSize, subitems)
  }
  public class func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> Self {
    make(.vertical, layoutSize, subitems)
  }
  /// Returns a group whose items share its width.
  public class func horizontal(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int) -> Self
  {
    make(.horizontal, layoutSize, [subitem], count: count, sharesLength: true)
  }
  public class func vertical(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int) -> Self {
    make(.vertical, layoutSize, [subitem], count: count, sharesLength: true)
  }
  public class func horizontal(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> Self { make(.horizontal, layoutSize, [subitem], count: count, sharesLength: true) }
  public class func vertical(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> Self { make(.vertical, layoutSize, [subitem], count: count, sharesLength: true) }
  public class func custom(
    layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
  ) -> Self { make(.custom(itemProvider), layoutSize, []) }
}
