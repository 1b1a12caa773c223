internal import HTML

/// Notes which parts of a page are rendered anew, while `HTMLRenderer` renders it.
///
/// A *region* is the element of a view that is rendered again. A *pair* is an element inside of a region that is copied from
/// the last rendering, except for regions in it. `MarkupDiff` does not read it.
struct MarkupRecorder {
  private(set) var changes = MarkupRegions()

  /// Whether the innermost region or pair around the view that is being rendered is a region.
  private(set) var isInRegion = false

  /// Whether a view changed whose markup is not exactly one element with the same id. The next element around it becomes
  /// the region.
  private var needsWiderRegion = false

  /// The offset of a view's markup in a record, before the view is rendered.
  struct Mark {
    fileprivate var regions: Int
    fileprivate var pairs: Int
    fileprivate var wasInRegion: Bool
  }

  private var mark: Mark {
    Mark(regions: changes.regions.count, pairs: changes.pairs.count, wasInRegion: isInRegion)
  }

  private mutating func undo(to mark: Mark) {
    changes.regions.removeSubrange(mark.regions...)
    changes.pairs.removeSubrange(mark.pairs...)
  }

  /// Whether all changes are in regions.
  var isComplete: Bool { !needsWiderRegion }

  // MARK: - Views whose markup is copied

  /// Notes a view in a region whose markup is copied.
  mutating func addCopy(of view: UIView, from oldStart: Int, to newStart: Int) {
    if view.viewFlags.contains(.isElement) {
      let count = Int(view.renderedLength)
      changes.pairs.append(.init(old: .init(oldStart, count), new: .init(newStart, count)))
    } else if !view.viewFlags.contains(.isUnordered) {
      for subview in view.subviews where subview.renderedLength > 0 {
        let offset = Int(subview.renderedOffset)
        addCopy(of: subview, from: oldStart + offset, to: newStart + offset)
      }
    }
  }

  // MARK: - Views whose markup is copied except for subviews

  mutating func beginPatch(of view: UIView, from oldStart: Int, to newStart: Int) -> Mark {
    let mark = mark
    if isInRegion, view.viewFlags.contains(.isElement) {
      changes.pairs.append(.init(old: .init(oldStart, Int(view.renderedLength)), new: .init(newStart, 0)))
      isInRegion = false
    }
    return mark
  }

  mutating func endPatch(
    of view: UIView, since mark: Mark, old: MarkupRegions.Span, new: MarkupRegions.Span
  ) {
    defer { isInRegion = mark.wasInRegion }
    guard view.viewFlags.contains(.isElement) else { return }
    if needsWiderRegion {
      undo(to: mark)
      needsWiderRegion = false
      // In a region, this element is compared as a part of it.
      if !mark.wasInRegion {
        changes.regions.append(.init(old: old, new: new, pairs: changes.pairs.count..<changes.pairs.count))
      }
    } else if mark.wasInRegion {
      changes.pairs[mark.pairs].new = new
    }
  }

  // MARK: - Views that are rendered

  /// Begins a region with a view that is rendered.
  mutating func beginRegion() -> Mark {
    let mark = mark
    changes.regions.append(.init(old: .init(0, 0), new: .init(0, 0), pairs: mark.pairs..<mark.pairs))
    isInRegion = true
    return mark
  }

  /// Ends a region that was and is exactly one element.
  mutating func endRegion(
    since mark: Mark, old: MarkupRegions.Span, new: MarkupRegions.Span, hasSameID: Bool
  ) {
    guard hasSameID else { return discardRegion(since: mark) }
    isInRegion = mark.wasInRegion
    changes.regions[mark.regions] = .init(old: old, new: new, pairs: mark.pairs..<changes.pairs.count)
  }

  /// Ends a region that was or is not exactly one element. A view around it becomes the region.
  mutating func discardRegion(since mark: Mark) {
    isInRegion = mark.wasInRegion
    undo(to: mark)
    needsWiderRegion = true
  }
}
