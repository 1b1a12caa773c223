package import Foundation
internal import Pictures

/// Reads the size of an image from the first bytes of its file.
package enum ImageSize {
  /// Nil for a size that no image has.
  package static func read(_ bytes: Data) -> CGSize? {
    let header = PictureFormat(bytes) == .heif ? nil : PictureHeader(bytes)
    guard let size = header?.uprightSize ?? svg(Array(bytes)) else { return nil }
    return lengths.contains(size.width) && lengths.contains(size.height) ? size : nil
  }

  /// In points. Browsers show no larger ones.
  private static let lengths: ClosedRange<CGFloat> = 0...65_535

  /// The size of the root element of an SVG file, or else of its view box (SVG 2, section 8.2).
  private static func svg(_ bytes: [UInt8]) -> CGSize? {
    guard let start = bytes[...].end(of: "<svg"), let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let tag = bytes[start..<end]
    func attribute(_ name: String) -> String? {
      tag.end(of: " \(name)=\"").map {
        String(decoding: tag[$0...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      }
    }
    func length(_ name: String) -> Double? {
      attribute(name).flatMap { Double($0.hasSuffix("px") ? String($0.dropLast(2)) : $0) }
    }
    if let width = length("width"), let height = length("height") { return CGSize(width: width, height: height) }
    let box = (attribute("viewBox") ?? "").split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    return box.count == 4 ? CGSize(width: box[2], height: box[3]) : nil
  }
}

extension ArraySlice<UInt8> {
  /// The index after the first occurrence of a text in these bytes.
  fileprivate func end(of text: String) -> Int? {
    let first = text.utf8.first
    return indices.first { self[$0] == first && self[$0...].starts(with: text.utf8) }.map { $0 + text.utf8.count }
  }
}
