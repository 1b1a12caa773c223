internal import Foundation

extension UIView {
  /// Appends the CSS of the properties that all views have.
  final func appendCommonStyle(to css: inout String) {
    let isPlaced = viewFlags.contains(.isPlaced) && !viewFlags.contains(.ignoresFrame) && !isPlacedByConstraints
    if isPlaced {
      appendPlace(frame, to: &css)
    } else if viewFlags.contains(.isSizedToFit) {
      css += "width:fit-content;"
    }
    if viewFlags.contains(.hasPlacedSubview) { appendRoomForPlacedSubviews(to: &css) }
    if rareProperties.isEmpty { return }
    if let rules = rareProperties.box(of: LayoutRules.self)?.properties { appendRules(rules, to: &css) }
    if overrideUserInterfaceStyle != .unspecified {
      css += "color-scheme:\(overrideUserInterfaceStyle == .dark ? "dark" : "light");"
    }
    if let appearance = rareProperties.box(of: Appearance.self)?.properties { append(appearance, to: &css) }
    if let layer = rareProperties.box(of: LayerProperties.self)?.properties { append(layer, to: &css) }
  }

  private func append(_ appearance: Appearance, to css: inout String) {
    if appearance.alpha < 0.01 {
      css += "visibility:hidden;"
    } else if appearance.alpha < 1 {
      css += "opacity:\(CSS.number(appearance.alpha));"
    }
    if let color = appearance.backgroundColor { CSS.declare("background-color", color.css, in: &css) }
    if let color = appearance.tintColor { CSS.declare("--tint", color.css, in: &css) }
  }

  private func append(_ layer: LayerProperties, to css: inout String) {
    if layer.cornerRadius > 0 { css += "border-radius:\(CSS.px(layer.cornerRadius));" }
    let transform = layer.transform
    if transform != .identity {
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      css += "transform:matrix(\(numbers.map(CSS.number).joined(separator: ",")));"
    }
  }

  private func appendPlace(_ frame: CGRect, to css: inout String) {
    css += "position:absolute;"
    if viewFlags.contains(.isCentered) {
      css +=
        "left:\(CSS.px(frame.midX));top:\(CSS.px(frame.midY));translate:-50% -50%;width:max-content;max-width:100%;"
    } else if viewFlags.contains(.isSizedToFit) {
      css += "left:\(CSS.px(frame.minX));top:\(CSS.px(frame.minY));"
    } else if autoresizingMask.isEmpty {
      css += "left:\(CSS.px(frame.minX));top:\(CSS.px(frame.minY));"
      css += "width:\(CSS.px(frame.width));height:\(CSS.px(frame.height));"
    } else {
      css += autoresizingStyle(of: frame)
    }
  }

  /// Makes the view tall enough for subviews with assigned frames, which take no room in the flow.
  private func appendRoomForPlacedSubviews(to css: inout String) {
    guard !viewFlags.contains(.isPlaced) else { return }
    var height: CGFloat = 0
    for view in subviews where view.viewFlags.contains(.isPlaced) && !view.viewFlags.contains(.ignoresFrame) {
      height = max(height, view.frame.maxY)
    }
    if height > 0 { css += "min-height:\(CSS.px(height));" }
  }

  private func appendRules(_ rules: LayoutRules, to css: inout String) {
    css += rules.containerStyle
    css += rules.itemStyle
    css += rules.arrangedStyle
    let isOfApp = !ClassNames.isFrameworkClass(type(of: self))
    guard isOfApp, !rules.itemStyle.isEmpty, estimatedContentSize(width: 0) == nil else { return }
    let size = intrinsicContentSize
    if size.width > 0 { css += "min-width:\(CSS.px(size.width));" }
    if size.height > 0 { css += "min-height:\(CSS.px(size.height));" }
  }
}
