internal import Foundation

extension ContainerLayout {
  /// Lays the subviews out: their styles and the container's, and the frames that they are estimated to have.
  func apply() {
    let isGrid = numbers.contains { isConstrained($0) && !isOverlay(view($0)) }
    let (grids, spans) = solve(width: container.frame.width, height: container.frame.height)
    var style = ""
    if isGrid {
      style = "display:grid;grid-template-columns:\(grids.horizontal.css);grid-template-rows:\(grids.vertical.css);"
    }
    container.set(\LayoutRules.containerStyle, to: style)
    for item in numbers {
      let frame = estimatedFrame(of: item, grids, spans)
      guard let view = view(item) else {
        (items[item] as? UILayoutGuide)?.layoutFrame = frame
        continue
      }
      guard !view.viewFlags.contains(.isPlaced) || isConstrained(item) else {
        view.set(\LayoutRules.itemStyle, to: "")
        continue
      }
      let (across, down) = (spans.horizontal[item], spans.vertical[item])
      if isConstrained(item) {
        if isOverlay(view) {
          view.set(
            \LayoutRules.itemStyle, to: overlayStyle(of: item, across, down, grids) + sizes(of: item, across, down))
        } else {
          view.set(\LayoutRules.itemStyle, to: gridStyle(across, down) + sizes(of: item, across, down))
        }
        view.setFlowingFrame(frame)
      } else {
        view.set(
          \LayoutRules.itemStyle,
          to: (isGrid ? "grid-area:1/1/-1/-1;place-self:start;" : "")
            + sizes(of: item, across, down, isFlowing: !isGrid))
      }
    }
  }

  /// Whether constraints place a view over what the container itself shows or arranges.
  private func isOverlay(_ view: UIView?) -> Bool {
    switch container {
    case is UIControl, is UILabel, is UITextView, is UIWindow, is UICollectionView, is UIStackView: true
    default: false
    }
  }

  // MARK: - Items

  private func gridStyle(_ across: GridAxis.Span, _ down: GridAxis.Span) -> String {
    // A view that is not positioned would be painted behind those before it that are.
    var css = "position:relative;grid-area:\(down.start + 1)/\(across.start + 1)/\(down.end + 1)/\(across.end + 1);"
    css += "align-self:\(down.alignment.rawValue);justify-self:\(across.alignment.rawValue);"
    if !down.before.isZero || !down.after.isZero { css += "margin-block:\(down.before.css) \(down.after.css);" }
    if !across.before.isZero || !across.after.isZero {
      css += "margin-inline:\(across.before.css) \(across.after.css);"
    }
    return css + translation(across, down)
  }

  private func translation(_ across: GridAxis.Span, _ down: GridAxis.Span) -> String {
    guard across.shift != 0 || down.shift != 0 || across.ownShift != 0 || down.ownShift != 0 else { return "" }
    func distance(_ span: GridAxis.Span, _ direction: CGFloat) -> String {
      if span.ownShift == 0 { return CSS.px(span.shift) }
      return "calc(\(CSS.number(span.ownShift * 100 * direction))% + \(CSS.number(span.shift))px)"
    }
    return "translate:\(distance(across, isRightToLeft ? -1 : 1)) \(distance(down, 1));"
  }

  private func overlayStyle(
    of item: Int, _ across: GridAxis.Span, _ down: GridAxis.Span, _ grids: Grids
  ) -> String {
    if let stack = container as? UIStackView, let view = view(item),
      stack.arrangedSubviews.contains(where: { $0 === view })
    {
      refuseOverlay(item, "\(type(of: stack)) arranges its arranged subviews itself")
      return ""
    }
    if grids.horizontal.axis.last > 1 || grids.vertical.axis.last > 1,
      across.start > 0 || down.start > 0 || across.end < grids.horizontal.axis.last
        || down.end < grids.vertical.axis.last
    {
      refuseOverlay(item, "\(type(of: container)) has content of its own, over which views stand one by one")
    }
    func inset(_ span: GridAxis.Span, _ name: String) -> String {
      switch span.alignment {
      case .start: "inset-\(name)-start:\(span.before.css);"
      case .end: "inset-\(name)-end:\(span.after.css);"
      case .stretch: "inset-\(name):\(span.before.css) \(span.after.css);"
      default: "inset-\(name):\(span.before.css) \(span.after.css);margin-\(name):auto;"
      }
    }
    var css = "position:absolute;" + inset(across, "inline") + inset(down, "block")
    if across.alignment == .center { css += "width:fit-content;" }
    if down.alignment == .center { css += "height:fit-content;" }
    return css + translation(across, down)
  }

  private func refuseOverlay(_ item: Int, _ reason: String) {
    guard let view = view(item) else { return }
    Misuse.report(
      "Constraints of \(view.layoutName) to other subviews were left out, because \(reason): put the views into a UIView."
    )
  }

  private func sizes(
    of item: Int, _ across: GridAxis.Span, _ down: GridAxis.Span, isFlowing: Bool = false
  ) -> String {
    var css =
      size("width", .horizontal, horizontal.lengths[item], across, isFlowing)
      + size("height", .vertical, vertical.lengths[item], down, isFlowing)
    if let aspect = aspects[item] { css += "aspect-ratio:\(CSS.number(aspect));" }
    if isFlowing, !css.isEmpty { css += "flex-shrink:0;" }
    return css
  }

  private func size(
    _ name: String, _ axis: NSLayoutConstraint.Axis, _ length: AxisLayout.Length?, _ span: GridAxis.Span,
    _ isFlowing: Bool
  ) -> String {
    var css = ""
    let length = length ?? .init()
    if let fixed = length.fixed {
      css += "\(name):\(CSS.px(fixed));"
    } else if let part = length.part, part.relation == .equal, !(span.alignment == .stretch && !isFlowing) {
      css += "\(name):\(share(part.factor, Inset(part.constant), axis));"
    } else if axis == .horizontal, !isFlowing {
      css += "width:auto;"
    }
    if let least = length.least { css += "min-\(name):\(CSS.px(least));" }
    // What is centred must not stick out of what it is to stay within.
    let room = span.before + span.after
    let isWithin = axis == .horizontal && !room.isZero && span.alignment == .center
    switch length.most {
    case let most? where isWithin: css += "max-width:min(\(CSS.px(most)),100% - (\(room.terms)));"
    case let most?: css += "max-\(name):\(CSS.px(most));"
    case nil: if isWithin { css += "max-width:calc(100% - (\(room.terms)));" }
    }
    if let part = length.part, part.relation != .equal {
      let limit = part.relation == .lessThanOrEqual ? "max" : "min"
      css += "\(limit)-\(name):\(share(part.factor, Inset(part.constant), axis));"
    }
    return css
  }
}
