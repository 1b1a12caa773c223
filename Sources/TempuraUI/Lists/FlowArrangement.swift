internal import Foundation

/// The frames that a flow layout gives to items, headers and footers, as UIKit's does.
///
/// Items fill lines across the direction of scrolling. A full line is spread over the whole length; a line that has room for
/// one item only shows it in the middle. The last line keeps the least spacing, unless all items are equally long: then it
/// continues the columns.
struct FlowArrangement {
  struct Section {
    var header: CGRect?
    var footer: CGRect?
    var items: [CGRect] = []
    /// The extent of the section in the direction of scrolling.
    var start: CGFloat = 0
    var end: CGFloat = 0
  }

  private(set) var sections: [Section] = []
  private(set) var contentSize = CGSize.zero

  init() {}

  init(of layout: UICollectionViewFlowLayout, in list: SectionedList) {
    let (bounds, inset) = (list.bounds.size, list.adjustedContentInset)
    let isHorizontal = layout.scrollDirection == .horizontal
    let length = max(
      isHorizontal ? bounds.height - inset.top - inset.bottom : bounds.width - inset.left - inset.right, 0)
    var position = layout.lead
    var breadth = length
    for index in 0..<list.numberOfSections {
      let metrics = layout.metrics(ofSection: index)
      position += metrics.lead
      var section = Section(start: position)
      func supplement(_ thickness: CGFloat?) -> CGRect? {
        guard let thickness = thickness?.saneLength else { return nil }
        defer { position += thickness }
        let length = max(length - 2 * metrics.margin, 0)
        return isHorizontal
          ? CGRect(x: position, y: metrics.margin, width: thickness, height: length)
          : CGRect(x: metrics.margin, y: position, width: length, height: thickness)
      }
      section.header = supplement(metrics.header)
      var sizes: [CGSize] = []
      let count = list.numberOfRows(ofSection: index)
      sizes.reserveCapacity(count)
      for item in 0..<count {
        let size = layout.size(ofItemAt: IndexPath(item: item, section: index)).sane
        sizes.append(isHorizontal ? CGSize(width: size.height, height: size.width) : size)
      }
      let (lead, trail, start, end) =
        isHorizontal
        ? (metrics.inset.top, metrics.inset.bottom, metrics.inset.left, metrics.inset.right)
        : (metrics.inset.left, metrics.inset.right, metrics.inset.top, metrics.inset.bottom)
      position += start
      let lines = Self.lines(sizes, length: max(length - lead - trail, 0), metrics)
      section.items = lines.frames.map { frame in
        let moved = frame.offsetBy(dx: lead, dy: position)
        breadth = max(breadth, moved.maxX + trail)
        return isHorizontal
          ? CGRect(x: moved.minY, y: moved.minX, width: moved.height, height: moved.width) : moved
      }
      position += lines.thickness + end
      section.footer = supplement(metrics.footer)
      section.end = position
      sections.append(section)
    }
    position += layout.trail
    // An item that is longer than a line can be scrolled to only if the view scrolls in that direction, too.
    let across = isHorizontal && bounds.height <= 0 ? breadth : length
    contentSize = isHorizontal ? CGSize(width: position, height: across) : CGSize(width: across, height: position)
  }

  /// The distances in a section, and the thickness of its header and footer; nil if it has none.
  struct Metrics {
    var inset = UIEdgeInsets.zero
    var line: CGFloat = 0
    var item: CGFloat = 0
    var header: CGFloat?
    var footer: CGFloat?
    /// The distance between the section and the one before it.
    var lead: CGFloat = 0
    /// The distance of header and footer from the sides.
    var margin: CGFloat = 0
  }

  /// Returns the frames of items in lines from left to right.
  private static func lines(
    _ sizes: [CGSize], length: CGFloat, _ metrics: Metrics
  ) -> (frames: [CGRect], thickness: CGFloat) {
    guard let first = sizes.first else { return ([], 0) }
    let tolerance: CGFloat = 0.001  // widths such as a third of the length do not add up exactly
    let isUniform = sizes.allSatisfy { abs($0.width - first.width) < tolerance }
    var frames: [CGRect] = []
    frames.reserveCapacity(sizes.count)
    var (start, y): (Int, CGFloat) = (0, 0)
    while start < sizes.count {
      var (end, used, height) = (start + 1, sizes[start].width, sizes[start].height)
      while end < sizes.count, used + metrics.item + sizes[end].width <= length + tolerance {
        used += metrics.item + sizes[end].width
        height = max(height, sizes[end].height)
        end += 1
      }
      let count = end - start
      let items = used - CGFloat(count - 1) * metrics.item
      var (x, gap): (CGFloat, CGFloat) = (0, metrics.item)
      if isUniform {
        let step = first.width + metrics.item
        let capacity = step > 0 ? min(((length + metrics.item + tolerance) / step).rounded(.down), 1e5) : CGFloat(count)
        if capacity > 1 {
          gap = max((length - capacity * first.width) / (capacity - 1), metrics.item)
        } else {
          x = max((length - first.width) / 2, 0)
        }
      } else if end < sizes.count {
        if count > 1 { gap = (length - items) / CGFloat(count - 1) } else { x = max((length - items) / 2, 0) }
      }
      for size in sizes[start..<end] {
        frames.append(CGRect(x: x, y: y + (height - size.height) / 2, width: size.width, height: size.height))
        x += size.width + gap
      }
      y += height
      if end < sizes.count { y += metrics.line }
      start = end
    }
    return (frames, y)
  }
}
