internal import Foundation

/// The sizes and positions of a stack's arranged subviews, by UIKit's rules.
///
/// It measures texts. So a page without frames uses it only if the app asks for a size. The lengths of all views along the axis are found first, then
/// their breadths, because the height of a text depends on its width.
struct StackArrangement {
  private let stack: UIStackView
  private let views: [UIView]
  private let grid: ConstraintGrid?
  private let depth: Int
  private let margins: UIEdgeInsets
  /// The size of the stack without its margins; 0 in a direction whose size the content decides.
  private let room: CGSize
  private var lengths: [CGFloat] = []
  private var breadths: [CGFloat] = []
  // The sizes that were measured, because stacks in stacks would measure each content many times.
  private var measures: [Measure: CGSize] = [:]

  private struct Measure: Hashable {
    var view: ObjectIdentifier
    var width: CGFloat
  }

  private var isVertical: Bool { stack.axis == .vertical }

  /// - Parameters:
  ///   - size: The size of the stack, 0 in a direction whose size the content decides.
  ///   - depth: The number of layouts that need this one.
  init(of stack: UIStackView, in size: CGSize, depth: Int = 0) {
    self.stack = stack
    self.depth = depth
    views = stack.arrangedSubviews.filter { !$0.isHidden }
    grid = ConstraintGrid(stack, depth: depth)
    margins =
      stack.isLayoutMarginsRelativeArrangement
      ? stack.directionalLayoutMargins.resolved(for: stack.effectiveUserInterfaceLayoutDirection) : .zero
    room = CGSize(
      width: size.width > 0 ? max(size.width - margins.left - margins.right, 0) : 0,
      height: size.height > 0 ? max(size.height - margins.top - margins.bottom, 0) : 0)
    measure()
  }

  /// The size that the stack needs for its subviews.
  var size: CGSize {
    let along = lengths.reduce(0, +) + spaces.reduce(0, +)
    let across = breadths.max() ?? 0
    let (width, height) = isVertical ? (across, along) : (along, across)
    return CGSize(width: width + margins.left + margins.right, height: height + margins.top + margins.bottom)
  }

  // MARK: - Sizes

  private mutating func measure() {
    let (whole, breadth) = isVertical ? (room.height, room.width) : (room.width, room.height)
    var natural: [CGFloat] = []
    for view in views {
      let width = content(of: view, 0).width
      if isVertical {
        let breadth = self.breadth(of: view, in: breadth, content: width)
        let height = content(of: view, breadth).height
        natural.append(length(of: view, .vertical, whole: room.height, other: breadth, content: height))
      } else {
        natural.append(length(of: view, .horizontal, whole: room.width, content: width))
      }
    }
    lengths = whole > 0 ? distribute(natural, in: whole) : equalized(natural)
    for (view, length) in zip(views, lengths) {
      let content = isVertical ? content(of: view, 0).width : content(of: view, length).height
      breadths.append(self.breadth(of: view, in: breadth, content: content))
    }
  }

  /// The size of a view's content in a width, 0 for any width.
  private mutating func content(of view: UIView, _ width: CGFloat) -> CGSize {
    let key = Measure(view: ObjectIdentifier(view), width: width)
    if let known = measures[key] { return known }
    // The size that an app's own class returns does not depend on the width.
    let own = view.hasOwnContent ? .zero : view.intrinsicContentSize
    var size = own.width > 0 && own.height > 0 ? own : view.estimatedSize(width: width, depth: depth + 1)
    if stack.viewFlags.contains(.ignoresFrame) { size = view.flowingSize(of: size) }
    measures[key] = size
    return size
  }

  /// The size of a view across the stack.
  private func breadth(of view: UIView, in room: CGFloat, content: CGFloat) -> CGFloat {
    let axis: NSLayoutConstraint.Axis = isVertical ? .horizontal : .vertical
    if stack.alignment == .fill, room > 0 { return room }
    let length = length(of: view, axis, whole: room, content: content)
    return room > 0 ? min(length, room) : length
  }

  /// The length of a view by its constraints, or else that of its content.
  private func length(
    of view: UIView, _ axis: NSLayoutConstraint.Axis, whole: CGFloat, other: CGFloat = 0, content: CGFloat
  ) -> CGFloat {
    guard let grid, let item = grid.index(of: view) else { return content }
    if let ratio = grid.aspectRatios[item], ratio > 0, grid[axis].lengths[item]?.fixed == nil {
      let opposite = grid[axis == .horizontal ? .vertical : .horizontal].lengths[item]?.fixed ?? other
      if opposite > 0 { return axis == .horizontal ? opposite * ratio : opposite / ratio }
    }
    return grid[axis].length(of: item, within: whole) { content }
  }

  /// The lengths if there is no room to fill.
  private func equalized(_ natural: [CGFloat]) -> [CGFloat] {
    guard stack.distribution == .fillEqually else { return natural }
    return natural.map { _ in natural.max() ?? 0 }
  }

  private func distribute(_ natural: [CGFloat], in whole: CGFloat) -> [CGFloat] {
    let available = max(whole - spaces.reduce(0, +), 0)
    let total = natural.reduce(0, +)
    switch stack.distribution {
    case .fillEqually: return natural.map { _ in available / CGFloat(max(natural.count, 1)) }
    case .fillProportionally where total > 0: return natural.map { $0 * available / total }
    case .fill, .fillProportionally:
      return available >= total ? stretch(natural, by: available - total) : shrink(natural, by: total - available)
    case .equalSpacing, .equalCentering:
      return available >= total ? natural : shrink(natural, by: total - available)
    }
  }

  /// Gives additional room to the views that hug their content least. Of views that hug it equally, those without content of
  /// their own share it, or else the last one gets it.
  private func stretch(_ natural: [CGFloat], by excess: CGFloat) -> [CGFloat] {
    let growing = growingViews
    return natural.indices.map { growing.contains($0) ? natural[$0] + excess / CGFloat(growing.count) : natural[$0] }
  }

  private var growingViews: [Int] {
    let free = views.indices.filter { !hasFixedLength($0) }
    let huggings = free.map { views[$0].contentHuggingPriority(for: stack.axis) }
    guard let least = huggings.min() else { return views.indices.suffix(1) }
    let loosest = free.filter { views[$0].contentHuggingPriority(for: stack.axis) == least }
    if least < .defaultLow { return loosest }
    let elastic = free.filter { index in
      let own = views[index].hasOwnContent ? .zero : views[index].intrinsicContentSize
      return stack.isElastic(views[index]) && (isVertical ? own.height : own.width) <= 0
    }
    return elastic.isEmpty ? loosest.suffix(1) : elastic
  }

  /// Takes room from the views that resist compression least, in proportion to their lengths.
  private func shrink(_ natural: [CGFloat], by deficit: CGFloat) -> [CGFloat] {
    var (lengths, deficit) = (natural, deficit)
    var free = views.indices.filter { !hasFixedLength($0) }
    while deficit > 0.01, !free.isEmpty {
      let least = free.map { views[$0].contentCompressionResistancePriority(for: stack.axis) }.min() ?? .required
      let weakest = free.filter { views[$0].contentCompressionResistancePriority(for: stack.axis) == least }
      let total = weakest.reduce(0) { $0 + lengths[$1] }
      let taken = min(deficit, total)
      if total > 0 { for index in weakest { lengths[index] -= lengths[index] / total * taken } }
      deficit -= taken
      free.removeAll { weakest.contains($0) }
    }
    return lengths
  }

  private func hasFixedLength(_ index: Int) -> Bool {
    guard let grid, let item = grid.index(of: views[index]) else { return false }
    let length = grid[stack.axis].lengths[item]
    return length?.fixed != nil || length?.part?.relation == .equal
  }

  /// The spaces between the views.
  private var spaces: [CGFloat] { views.dropLast().map { stack.space(after: $0) } }

  // MARK: - Frames

  /// The frames of the views in a stack whose size is known in both directions.
  var frames: [(view: UIView, frame: CGRect)] {
    let starts = starts
    let (breadth, baselines) = (isVertical ? room.width : room.height, baselines)
    return views.indices.map { index in
      let across = offset(of: index, in: breadth, baselines)
      var frame =
        isVertical
        ? CGRect(x: across, y: starts[index], width: breadths[index], height: lengths[index])
        : CGRect(x: starts[index], y: across, width: lengths[index], height: breadths[index])
      if stack.effectiveUserInterfaceLayoutDirection == .rightToLeft { frame.origin.x = room.width - frame.maxX }
      return (views[index], frame.offsetBy(dx: margins.left, dy: margins.top))
    }
  }

  /// The starts of the views along the axis.
  private var starts: [CGFloat] {
    let whole = isVertical ? room.height : room.width
    var spaces = spaces
    if !spaces.isEmpty, stack.distribution == .equalSpacing || stack.distribution == .equalCentering {
      let free = max(whole - lengths.reduce(0, +) - spaces.reduce(0, +), 0)
      spaces = stack.distribution == .equalSpacing ? spaces.map { $0 + free / CGFloat(spaces.count) } : centring(whole)
    }
    var starts: [CGFloat] = []
    var position: CGFloat = 0
    for index in views.indices {
      starts.append(position)
      position += lengths[index] + (spaces.indices.contains(index) ? spaces[index] : 0)
    }
    return starts
  }

  /// The spaces at which the centres of the views have equal distances. No space is less than the stack's.
  private func centring(_ whole: CGFloat) -> [CGFloat] {
    guard let first = lengths.first, let last = lengths.last else { return [] }
    let distance = (whole - first / 2 - last / 2) / CGFloat(max(lengths.count - 1, 1))
    var result = spaces.indices.map { distance - (lengths[$0] + lengths[$0 + 1]) / 2 }
    let least = spaces
    if zip(result, least).contains(where: { $0 < $1 }) {
      let free = max(whole - lengths.reduce(0, +) - least.reduce(0, +), 0)
      result = least.map { $0 + free / CGFloat(least.count) }
    }
    return result
  }

  /// The start of a view across the stack.
  private func offset(of index: Int, in room: CGFloat, _ baselines: [CGFloat]) -> CGFloat {
    switch stack.alignment {
    case .fill, .leading: return 0
    case .center: return (room - breadths[index]) / 2
    case .trailing: return room - breadths[index]
    case .firstBaseline, .lastBaseline: return isVertical ? 0 : (baselines.max() ?? 0) - baselines[index]
    }
  }

  /// The distances of the baselines from the tops of the views; empty unless the stack aligns baselines.
  private var baselines: [CGFloat] {
    guard !isVertical, stack.alignment == .firstBaseline || stack.alignment == .lastBaseline else { return [] }
    return views.indices.map { index in
      guard let font = views[index].fontOfBaseline else { return breadths[index] }
      let line = font.labelHeight
      let lines =
        stack.alignment == .firstBaseline || line <= 0 ? 0 : max((breadths[index] / line).rounded(.down) - 1, 0)
      let padding = views[index] is UILabel ? 0 : max((breadths[index] - line) / 2, 0)
      return padding + lines * line + font.ascender
    }
  }
}

extension UIView {
  /// The font of the view's text, which has the baseline; nil for views without text.
  fileprivate final var fontOfBaseline: UIFont? {
    switch self {
    case let label as UILabel: label.font
    case let button as UIButton: button.label?.font ?? UIButton.titleFont
    case let field as UITextField: field.font ?? .systemFont(ofSize: 17)
    default: nil
    }
  }
}
