package import Foundation

extension MeasuredText {
  /// Returns the caret before a character, in points of the text, which is broken into lines.
  package func caret(at offset: Int, in broken: BrokenText) -> CGRect {
    guard let index = broken.index(ofLineAt: offset) else {
      return CGRect(x: 0, y: 0, width: 2, height: font.lineHeight)
    }
    let area = broken.rect(ofLine: index)
    return CGRect(x: x(of: offset, in: broken.lines[index]), y: area.minY, width: 2, height: area.height)
  }

  /// Returns the position between characters that is nearest to a point of the text.
  package func offset(at point: CGPoint, in broken: BrokenText) -> Int {
    guard let line = broken.lines.first(where: { point.y < $0.bottom }) ?? broken.lines.last else { return 0 }
    var (offset, x) = (line.range.lowerBound, 0.0)
    for character in substring(offset..<line.visibleEnd) {
      let next = offset + character.utf16.count
      let nextX = self.x(of: next, in: line)
      if point.x <= (x + nextX) / 2 { return offset }
      (offset, x) = (next, nextX)
    }
    return offset
  }

  private func x(of offset: Int, in line: BrokenText.Line) -> CGFloat {
    let start = line.range.lowerBound
    let end = min(max(offset, start), line.visibleEnd)
    return start < end ? part(start..<end).broken(width: 0, lines: 1).width : 0
  }
}

extension BrokenText {
  /// Returns the index of the line with a character. One outside of the text is in the last line.
  package func index(ofLineAt offset: Int) -> Int? {
    lines.firstIndex { $0.range.contains(offset) } ?? lines.indices.last
  }

  /// Returns the area of a line, in points of the text.
  package func rect(ofLine index: Int) -> CGRect {
    let line = lines[index]
    return CGRect(x: 0, y: line.bottom - line.height, width: line.width, height: line.height)
  }
}
