/// A font family, or a registered font file, with a size, a weight and a slant.
package struct TextFont: Hashable, Sendable {
  /// The name of the family: `""` for the built-in one, else the PostScript name of a registered font file. A name that is not
  /// registered means the built-in family.
  package var family: String
  package var size: Double
  /// The weight on CSS's scale from 100 to 900. The built-in family has the weights from 400 on.
  package var weight: Int
  package var isItalic: Bool

  package init(family: String = "", size: Double, weight: Int = 400, isItalic: Bool = false) {
    (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
  }

  /// The height of the text above the baseline: a whole number of points.
  package var ascent: Double { rounded.ascent }
  /// The height of the text below the baseline, with the gap between lines: a whole number of points.
  package var descent: Double { rounded.descent }
  /// The height of a line: a whole number of points.
  package var lineHeight: Double { ascent + descent }

  /// Chromium rounds both, and moves the baseline up if the descent became smaller.
  private var rounded: (ascent: Double, descent: Double) {
    let metrics = FontLibrary.metrics(of: family)
    let size = size.clamped(to: 0...Limit.fontSize)
    let (ascent, descent) = (size * metrics.ascent, size * metrics.descent)
    let isLess = descent.rounded() < descent && ascent.rounded() >= 1
    return (ascent.rounded() - (isLess ? 1 : 0), descent.rounded() + (isLess ? 1 : 0))
  }

  /// The gap between lines, which is a part of the descent.
  package var lineGap: Double { size.clamped(to: 0...Limit.fontSize) * FontLibrary.metrics(of: family).lineGap }

  /// The height of capital letters.
  package var capHeight: Double { size.clamped(to: 0...Limit.fontSize) * FontLibrary.metrics(of: family).capHeight }
  /// The height of small letters.
  package var xHeight: Double { size.clamped(to: 0...Limit.fontSize) * FontLibrary.metrics(of: family).xHeight }
}

/// Vertical metrics of a font file in parts of the font size.
package struct FontMetrics: Hashable, Sendable {
  package var ascent = 0.96875
  /// With the gap between lines.
  package var descent = 0.2414772727272727
  var lineGap = 0.0
  var capHeight = 0.7273
  var xHeight = 0.5461
}
