internal import Foundation

extension UIView {
  /// Appends what the properties that every view has say in CSS.
  final func appendCommonStyle(to css: inout String) {
    let isPlaced = viewFlags.contains(.isPlaced)
    if isPlaced, let frame = rareProperties?.frame {
      css += "position:absolute;left:\(CSS.px(frame.minX));top:\(CSS.px(frame.minY));"
      if !viewFlags.contains(.isSizedToFit) { css += "width:\(CSS.px(frame.width));height:\(CSS.px(frame.height));" }
    } else if viewFlags.contains(.isSizedToFit) {
      css += "width:fit-content;"
    }
    guard let rareProperties else { return }
    if rareProperties.alpha < 0.01 {
      css += "visibility:hidden;"
    } else if rareProperties.alpha < 1 {
      css += "opacity:\(CSS.number(rareProperties.alpha));"
    }
    if let color = rareProperties.backgroundColor { CSS.declare("background-color", color.css, in: &css) }
    if let color = rareProperties.tintColor { CSS.declare("--tint", color.css, in: &css) }
    if rareProperties.cornerRadius > 0 { css += "border-radius:\(CSS.px(rareProperties.cornerRadius));" }
    let transform = rareProperties.transform
    if transform != .identity {
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      css += "transform:matrix(\(numbers.map(CSS.number).joined(separator: ",")));"
    }
  }
}
