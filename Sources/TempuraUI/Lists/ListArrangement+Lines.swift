internal import Foundation

/// The distances in a section of lines, in points. The frames of items come from them, and the CSS of rows that flow.
struct LineDistances {
  var inset = UIEdgeInsets.zero
  /// The distance between lines, and the least distance between the items of a line.
  var line: CGFloat = 0
  var item: CGFloat = 0
  /// The distance between the section and the one before it.
  var lead: CGFloat = 0
  /// The distance of header and footer from the sides.
  var margin: CGFloat = 0

  /// The declarations for the list of the section's items: gaps and padding.
  func css(isHorizontal: Bool, wraps: Bool) -> String {
    var css = isHorizontal ? "gap:\(CSS.px(item)) \(CSS.px(line));" : "gap:\(CSS.px(line)) \(CSS.px(item));"
    if isHorizontal {
      css += "flex-flow:row;"
    } else if wraps {
      css += "flex-flow:row wrap;"
    }
    if inset != .zero { css += "padding:\(CSS.px(inset));" }
    return css
  }
}

extension ListArrangement {
  /// A header or footer across a section of lines. Its thickness is the length in the direction of scrolling.
  struct Boundary {
    var thickness: CGFloat
    var fixes = FixedLengths.none
  }

  /// Places items, headers and footers as UIKit's flow layout does, and tables.
  ///
  /// Items fill lines across the direction of scrolling. A full line is spread over the whole length; a line that has room for
  /// one item only shows it in the middle. The last line keeps the least spacing, unless all items are equally long: then it
  /// continues the columns.
  init(linesOf layout: UICollectionViewFlowLayout, in list: SectionedList) {
    let (bounds, inset) = (list.bounds.size, list.adjustedContentInset)
    let isHorizontal = layout.scrollDirection == .horizontal
    let length = max(
      isHorizontal ? bounds.height - inset.top - inset.bottom : bounds.width - inset.left - inset.right, 0)
    var position = layout.lead
    var breadth = length
    sections.reserveCapacity(list.numberOfSections)
    for index in 0..<list.numberOfSections {
      let distances = layout.distances(inSection: index)
      let (header, footer) = layout.boundaries(ofSection: index)
      position += distances.lead
      let start = position
      func add(_ boundary: Boundary?, _ kind: String, zIndex: Int) {
        guard let boundary else { return }
        let thickness = boundary.thickness.saneLength
        let across = (start: distances.margin, length: max(length - 2 * distances.margin, 0))
        let frame =
          isHorizontal
          ? CGRect(x: position, y: across.start, width: thickness, height: across.length)
          : CGRect(x: across.start, y: position, width: across.length, height: thickness)
        position += thickness
        let item = Item(frame: frame, zIndex: zIndex, fixes: boundary.fixes)
        others.append(Element(.supplementaryView, kind, IndexPath(item: 0, section: index), item))
      }
      add(header, SectionedList.headerKind, zIndex: layout.sectionHeadersPinToVisibleBounds ? 10 : 0)
      let inset = distances.inset
      position += isHorizontal ? inset.left : inset.top
      var section = Section()
      let count = list.numberOfRows(ofSection: index)
      section.items.reserveCapacity(count)
      for item in 0..<count {
        var item = layout.sizedItem(at: IndexPath(item: item, section: index))
        item.frame.size = item.frame.size.sane
        if isHorizontal { item.frame = item.frame.transposed }
        section.items.append(item)
      }
      let (lead, trail) = isHorizontal ? (inset.top, inset.bottom) : (inset.left, inset.right)
      let thickness = Self.fillLines(with: &section.items, length: max(length - lead - trail, 0), distances)
      for item in section.items.indices {
        let moved = section.items[item].frame.offsetBy(dx: lead, dy: position)
        breadth = max(breadth, moved.maxX + trail)
        section.items[item].frame = isHorizontal ? moved.transposed : moved
      }
      position += thickness + (isHorizontal ? inset.right : inset.bottom)
      add(footer, SectionedList.footerKind, zIndex: 0)
      section.pinsHeader = layout.sectionHeadersPinToVisibleBounds && !isHorizontal
      section.area =
        isHorizontal
        ? CGRect(x: start, y: 0, width: position - start, height: length)
        : CGRect(x: 0, y: start, width: length, height: position - start)
      sections.append(section)
    }
    position += layout.trail
    // An item that is longer than a line can be scrolled to only if the view scrolls in that direction, too.
    let across = isHorizontal && bounds.height <= 0 ? breadth : length
    contentSize = isHorizontal ? CGSize(width: position, height: across) : CGSize(width: across, height: position)
  }

  /// Places items that have sizes in lines from left to right, and returns the height of the lines.
  private static func fillLines(with items: inout [Item], length: CGFloat, _ distances: LineDistances) -> CGFloat {
    guard let first = items.first?.frame.width else { return 0 }
    let tolerance: CGFloat = 0.001  // widths such as a third of the length do not add up exactly
    let isUniform = items.allSatisfy { abs($0.frame.width - first) < tolerance }
    var (start, y): (Int, CGFloat) = (0, 0)
    while start < items.count {
      var (end, used, height) = (start + 1, items[start].frame.width, items[start].frame.height)
      while end < items.count, used + distances.item + items[end].frame.width <= length + tolerance {
        used += distances.item + items[end].frame.width
        height = max(height, items[end].frame.height)
        end += 1
      }
      let count = end - start
      let widths = used - CGFloat(count - 1) * distances.item
      var (x, gap): (CGFloat, CGFloat) = (0, distances.item)
      if isUniform {
        let step = first + distances.item
        let capacity =
          step > 0 ? min(((length + distances.item + tolerance) / step).rounded(.down), 1e5) : CGFloat(count)
        if capacity > 1 {
          gap = max((length - capacity * first) / (capacity - 1), distances.item)
        } else {
          x = max((length - first) / 2, 0)
        }
      } else if end < items.count {
        if count > 1 { gap = (length - widths) / CGFloat(count - 1) } else { x = max((length - widths) / 2, 0) }
      }
      for index in start..<end {
        let size = items[index].frame.size
        items[index].frame.origin = CGPoint(x: x, y: y + (height - size.height) / 2)
        x += size.width + gap
      }
      y += height
      if end < items.count { y += distances.line }
      start = end
    }
    return y
  }
}

extension CGRect {
  /// The rectangle with horizontal and vertical lengths exchanged.
  fileprivate var transposed: CGRect { CGRect(x: minY, y: minX, width: height, height: width) }
}
