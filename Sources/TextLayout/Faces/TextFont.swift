/// A font family, or a registered font file, with a size, a weight and a slant.
package struct TextFont: Hashable, Sendable {
  /// The name of the family: `""` for the built-in one, else the PostScript name of a registered font file. A name that is not
  /// registered means the built-in family.
  package var family: String
  package var size: Double
  /// The weight on CSS's scale from 100 to 900. The built-in family has the weights from 400 on.
  package var weight: Int
  package var isItalic: Bool
  /// The space between two lines, in points.
  package var leading: Double

  package init(family: String = "", size: Double, weight: Int = 400, isItalic: Bool = false, leading: Double = 0) {
    (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
    self.leading = leading
  }

  /// The height of the text above the baseline, in whole pixels of a phone.
  package var ascent: Double { exactAscent.roundedToPixel() }
  /// The height of the text below the baseline, with the gap between lines, in whole pixels of a phone.
  package var descent: Double { lineHeight - ascent }
  /// The height of a line without `leading`. As in UIKit, it is rounded up to whole pixels of a phone.
  package var lineHeight: Double { exactLineHeight.roundedToPixel(.up) }

  package var exactAscent: Double { size.clamped(to: 0...Limit.fontSize) * FontLibrary.metrics(of: family).ascent }

  package var exactLineHeight: Double {
    let metrics = FontLibrary.metrics(of: family)
    return size.clamped(to: 0...Limit.fontSize) * (metrics.ascent + metrics.descent)
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
  package var ascent = 0.9521
  /// With the gap between lines.
  package var descent = 0.2412
  var lineGap = 0.0
  var capHeight = 0.7046
  var xHeight = 0.5284
}

extension Double {
  /// The length rounded to pixels of a phone, of which a point has three.
  package func roundedToPixel(_ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Double {
    // The millionth is for the error of sums.
    rule == .up ? (self * 3 - 1e-6).rounded(.up) / 3 : (self * 3).rounded(rule) / 3
  }
}
