package import Foundation

/// The positions of a text's characters in a container, in points of the container.
package struct ContainerLines {
  let text: MeasuredText
  let broken: BrokenText
  let padding: CGFloat

  package init(_ text: MeasuredText, in container: NSTextContainer) {
    let text = text.with(container.lineBreakMode)
    let padding = container.sanePadding
    let width = container.size.width
    self.text = text
    self.padding = padding
    broken = text.broken(
      width: width > 0 ? max(width - 2 * padding, 1) : 0, lines: container.maximumNumberOfLines,
      height: container.size.height > 0 ? container.size.height : .infinity)
  }

  /// The index of the line with a character.
  package func line(at offset: Int) -> Int? {
    broken.lines.firstIndex { $0.range.contains(offset) } ?? (broken.lines.isEmpty ? nil : broken.lines.count - 1)
  }

  package func rect(ofLine index: Int) -> CGRect {
    let line = broken.lines[index]
    return CGRect(
      x: 0, y: broken.bottom(ofLine: index) - line.height, width: line.width + 2 * padding, height: line.height)
  }

  /// The distance of a character from the start of its line.
  package func x(of offset: Int) -> CGFloat {
    guard let index = line(at: offset) else { return padding }
    let start = broken.lines[index].range.lowerBound
    return padding + width(of: start..<min(max(offset, start), broken.lines[index].visibleEnd))
  }

  /// The area of some characters: in several lines, the whole width of those.
  func rect(of range: NSRange) -> CGRect {
    guard range.location != NSNotFound, let first = line(at: range.location),
      let last = line(at: max(NSMaxRange(range) - 1, range.location))
    else { return .zero }
    let lines = (first...last).map(rect).reduce(rect(ofLine: first)) { $0.union($1) }
    guard first == last else { return lines }
    let start = x(of: range.location)
    return CGRect(x: start, y: lines.minY, width: max(x(of: NSMaxRange(range)) - start, 0), height: lines.height)
  }

  /// The character at a point, and which part of it lies before the point.
  package func character(at point: CGPoint) -> (offset: Int, fraction: CGFloat) {
    guard !broken.lines.isEmpty else { return (0, 0) }
    let index = broken.lines.indices.first { point.y < broken.bottom(ofLine: $0) } ?? broken.lines.count - 1
    let line = broken.lines[index]
    var (offset, start) = (line.range.lowerBound, padding)
    for character in text.substring(line.range.lowerBound..<line.visibleEnd) {
      let end = offset + character.utf16.count
      let right = x(of: end)
      if point.x < right { return (offset, right > start ? min(max((point.x - start) / (right - start), 0), 1) : 0) }
      (offset, start) = (end, right)
    }
    return (max(offset - 1, line.range.lowerBound), 1)
  }

  private func width(of range: Range<Int>) -> CGFloat {
    guard range.lowerBound < range.upperBound else { return 0 }
    return text.part(range).broken(width: 0, lines: 1).width
  }
}
