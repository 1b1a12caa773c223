internal import Foundation

/// A colour of an asset catalogue.
enum ColorSet {
  /// Returns the colour of a folder `….colorset`; nil if it has none, or if it is broken, which is reported. Variants for a
  /// high contrast are not used.
  static func read(_ path: String) -> UIColor? {
    guard let contents = Contents.read(path) else { return nil }
    let entries = (contents.colors ?? []).filter { $0.idiom.idiomRank != nil && $0.color != nil }
      .sorted { ($0.idiom.idiomRank ?? 0) < ($1.idiom.idiomRank ?? 0) }
    let light = entries.first { $0.appearances.isLight }.flatMap { $0.color.flatMap(color) }
    let dark = entries.first { $0.appearances.isDark }.flatMap { $0.color.flatMap(color) }
    guard let any = light ?? dark else {
      // Xcode makes a set of entries without a colour, `AccentColor`, for each new app.
      if let all = contents.colors, all.allSatisfy({ $0.color == nil }) { return nil }
      AssetCatalog.report(path, "has no colour that can be read")
      return nil
    }
    return UIColor(light: any.light, dark: (dark ?? any).dark)
  }

  private static func color(_ color: Contents.Color) -> UIColor? {
    if let reference = color.reference { return named[reference] }
    guard let components = color.components else { return nil }
    let alpha = components.alpha.map(number) ?? 1
    guard let alpha else { return nil }
    if let white = components.white {
      return number(white).map { UIColor(white: $0, alpha: alpha) }
    }
    guard let red = components.red.flatMap(number), let green = components.green.flatMap(number),
      let blue = components.blue.flatMap(number)
    else { return nil }
    return color.colorSpace == "display-p3"
      ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
      : UIColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Reads a component: `0xFF`, a whole number up to 255, or a number with a point up to 1.
  private static func number(_ text: String) -> CGFloat? {
    if text.lowercased().hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 } }
    guard let value = Double(text) else { return nil }
    return CGFloat(text.contains(".") ? value : value / 255)
  }

  /// The colours of the system by the names that Xcode writes.
  private static let named: [String: UIColor] = [
    "systemRedColor": .systemRed, "systemOrangeColor": .systemOrange, "systemYellowColor": .systemYellow,
    "systemGreenColor": .systemGreen, "systemMintColor": .systemMint, "systemTealColor": .systemTeal,
    "systemCyanColor": .systemCyan, "systemBlueColor": .systemBlue, "systemIndigoColor": .systemIndigo,
    "systemPurpleColor": .systemPurple, "systemPinkColor": .systemPink, "systemBrownColor": .systemBrown,
    "systemGrayColor": .systemGray, "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3,
    "systemGray4Color": .systemGray4, "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
    "labelColor": .label, "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
    "quaternaryLabelColor": .quaternaryLabel, "placeholderTextColor": .placeholderText, "linkColor": .link,
    "separatorColor": .separator, "opaqueSeparatorColor": .opaqueSeparator, "systemFillColor": .systemFill,
    "secondarySystemFillColor": .secondarySystemFill, "tertiarySystemFillColor": .tertiarySystemFill,
    "quaternarySystemFillColor": .quaternarySystemFill, "systemBackgroundColor": .systemBackground,
    "secondarySystemBackgroundColor": .secondarySystemBackground,
    "tertiarySystemBackgroundColor": .tertiarySystemBackground,
    "systemGroupedBackgroundColor": .systemGroupedBackground,
    "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
    "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground,
    "lightTextColor": .lightText, "darkTextColor": .darkText,
  ]
}
