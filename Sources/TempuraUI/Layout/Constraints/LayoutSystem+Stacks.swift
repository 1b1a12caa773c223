internal import Foundation

// A stack is made of constraints, as in UIKit: they connect the arranged subviews with each other and with the edges of the stack.

extension LayoutSystem {
  /// The edges between which a stack arranges its subviews.
  private struct Canvas {
    var start, end, length: Attribute

    init(_ item: Int, _ axis: Axis, _ before: CGFloat, _ after: CGFloat) {
      (start, end, length) = (.start(item, axis), .end(item, axis), .length(item, axis))
      start.constant = before
      end.constant = -after
      length.constant = -(before + after)
    }
  }

  mutating func writeRows(of stack: UIStackView, _ index: Int) {
    for view in stack.arrangedSubviews where view.isHidden {
      if let hidden = self.index(of: view) { add((.length(hidden, stack.axis), 1), to: 0) }
    }
    let views = stack.arrangedSubviews.filter { !$0.isHidden }
    let indexes = views.compactMap { self.index(of: $0) }
    guard indexes.count == views.count, !indexes.isEmpty else { return }
    let margins = stack.isLayoutMarginsRelativeArrangement ? stack.insets(of: .margins, width: nil) : .zero
    let horizontal = Canvas(index, .horizontal, margins.left, margins.right)
    let vertical = Canvas(index, .vertical, margins.top, margins.bottom)
    let isVertical = stack.axis == .vertical
    isRightToLeft = items[index].isRightToLeft
    let isReversed = !isVertical && isRightToLeft
    let spaces = views.dropLast().map { stack.space(after: $0) }
    writeLengths(
      of: stack, views, isReversed ? indexes.reversed() : indexes, isReversed ? spaces.reversed() : spaces,
      isVertical ? vertical : horizontal)
    writeBreadths(of: stack, views, indexes, isVertical ? horizontal : vertical)
  }

  // MARK: - Along the axis

  private mutating func writeLengths(
    of stack: UIStackView, _ views: [UIView], _ indexes: [Int], _ spaces: [CGFloat], _ canvas: Canvas
  ) {
    let axis = stack.axis
    add((.start(indexes[0], axis), 1), (canvas.start, -1), to: 0)
    add((.end(indexes[indexes.count - 1], axis), 1), (canvas.end, -1), to: 0)
    let isBaselineRelative = stack.isBaselineRelativeArrangement && axis == .vertical
    for (position, space) in spaces.enumerated() {
      var (before, after) = (Attribute.end(indexes[position], axis), Attribute.start(indexes[position + 1], axis))
      if isBaselineRelative {
        before = baseline(of: items[before.item].view, before.item, isFirst: false)
        after = baseline(of: items[after.item].view, after.item, isFirst: true)
      }
      let isFixed = stack.distribution != .equalSpacing && stack.distribution != .equalCentering
      add((after, 1), (before, -1), relation: isFixed ? .equal : .greaterThanOrEqual, to: space)
    }
    switch stack.distribution {
    case .fill: writeOrderOfGrowth(views, axis)
    case .fillEqually:
      for index in indexes.dropFirst() { add((.length(index, axis), 1), (.length(indexes[0], axis), -1), to: 0) }
    case .fillProportionally: writeProportions(views, axis)
    case .equalSpacing: writeEqualDistances(indexes, axis, 1, priority: .required)
    // As in UIKit, less important than the sizes of contents.
    case .equalCentering: writeEqualDistances(indexes, axis, 0.5, priority: UILayoutPriority(149))
    }
  }

  /// Of views that hug their content equally, the last one grows.
  private mutating func writeOrderOfGrowth(_ views: [UIView], _ axis: Axis) {
    guard views.count > 1 else { return }
    for view in views.dropLast() {
      guard let index = index(of: view) else { continue }
      let size = view.intrinsicContentSize
      let length = axis == .horizontal ? size.width : size.height
      guard length >= 0 else { continue }
      add((.length(index, axis), 1), relation: .lessThanOrEqual, to: length.saneLength, priority: UILayoutPriority(1))
    }
  }

  /// Lengths in proportion to those of the contents.
  private mutating func writeProportions(_ views: [UIView], _ axis: Axis) {
    let lengths = views.map { view in
      let size = view.intrinsicContentSize
      return axis == .horizontal ? size.width : size.height
    }
    guard let first = lengths.firstIndex(where: { $0 > 0 }), let reference = index(of: views[first]) else { return }
    for (view, length) in zip(views, lengths) where view !== views[first] && length > 0 {
      guard let index = index(of: view) else { continue }
      let factor = (length / lengths[first]).saneLength
      add((.length(index, axis), 1), (.length(reference, axis), -factor), to: 0, priority: UILayoutPriority(999))
    }
  }

  /// Equal distances between the ends, or the centres, of views.
  private mutating func writeEqualDistances(_ indexes: [Int], _ axis: Axis, _ part: CGFloat, priority: UILayoutPriority)
  {
    guard indexes.count > 2 else { return }
    func before(_ position: Int) -> Attribute { Attribute(item: indexes[position], axis: axis, start: 1, length: part) }
    func after(_ position: Int) -> Attribute {
      Attribute(item: indexes[position], axis: axis, start: 1, length: 1 - part)
    }
    for position in 1..<indexes.count - 1 {
      add(
        (after(position + 1), 1), (before(position), -1), (after(1), -1), (before(0), 1), to: 0, priority: priority)
    }
  }

  // MARK: - Across

  private mutating func writeBreadths(of stack: UIStackView, _ views: [UIView], _ indexes: [Int], _ canvas: Canvas) {
    let axis: Axis = stack.axis == .vertical ? .horizontal : .vertical
    var alignment = stack.alignment
    if axis == .horizontal, isRightToLeft {
      if alignment == .leading { alignment = .trailing } else if alignment == .trailing { alignment = .leading }
    }
    var first: Attribute?
    for (view, index) in zip(views, indexes) {
      let (start, end) = (Attribute.start(index, axis), Attribute.end(index, axis))
      let centre = Attribute.centre(index, axis)
      let isStart = alignment == .fill || alignment == .leading
      let isEnd = alignment == .fill || alignment == .trailing
      add((start, 1), (canvas.start, -1), relation: isStart ? .equal : .greaterThanOrEqual, to: 0)
      add((end, 1), (canvas.end, -1), relation: isEnd ? .equal : .lessThanOrEqual, to: 0)
      switch alignment {
      case .center: add((centre, 1), (canvas.start, -0.5), (canvas.end, -0.5), to: 0)
      case .firstBaseline, .lastBaseline:
        guard axis == .vertical else {
          add((start, 1), (canvas.start, -1), to: 0)
          break
        }
        let own = baseline(of: view, index, isFirst: alignment == .firstBaseline)
        if let first { add((own, 1), (first, -1), to: 0) } else { first = own }
      case .fill, .leading, .trailing: break
      }
    }
    // The stack is as small as its largest view allows.
    if alignment != .fill { add((canvas.length, 1), to: 0, priority: UILayoutPriority(51)) }
  }
}
