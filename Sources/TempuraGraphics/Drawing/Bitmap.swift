internal import Basics
internal import Foundation
internal import Pictures

/// How the colours of a pixel follow one another, and where its opacity is.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
  public static let byteOrderDefault: CGBitmapInfo = []
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
}

/// Where the opacity of a pixel is.
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

/// The pixels of a context, in memory of the app or of its own.
final class Bitmap {
  let bytesPerRow: Int
  private let width, height, bytesPerPixel: Int
  private let info: UInt32
  private let memory: UnsafeMutableRawPointer
  /// Whether the app has the memory, and looks at it without asking.
  private let isShared: Bool
  /// What the memory shows.
  private var shown: Drawing?

  /// - Parameter memory: nil for memory of its own.
  init?(_ memory: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int, bytesPerPixel: Int, info: UInt32)
  {
    guard (1...20_000).contains(width), (1...20_000).contains(height), width * height <= 50_000_000 else { return nil }
    let row = bytesPerRow == 0 ? width * bytesPerPixel : bytesPerRow
    guard row >= width * bytesPerPixel, row <= 1 << 20
    else { return nil }
    (self.width, self.height, self.bytesPerRow, self.info) = (width, height, row, info)
    self.bytesPerPixel = bytesPerPixel
    isShared = memory != nil
    self.memory = memory ?? UnsafeMutableRawPointer.allocate(byteCount: row * height, alignment: 16)
    if memory == nil { self.memory.initializeMemory(as: UInt8.self, repeating: 0, count: row * height) }
  }

  deinit { if !isShared { memory.deallocate() } }

  func didDraw(_ drawing: Drawing) { if isShared { _ = pixels(of: drawing) } }

  func pixels(of drawing: Drawing) -> UnsafeMutableRawPointer {
    guard shown != drawing else { return memory }
    var request = PictureRequest(.pixels)
    (request.width, request.height, request.isExact) = (width, height, true)
    if drawing.isEmpty {
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * height)
    } else if let pixels = try? drawing.pixelPicture.made(request).data, pixels.count >= 4 * width * height {
      pixels.withUnsafeBytes { (pixels: UnsafeRawBufferPointer) in write(pixels) }
    } else {
      return memory
    }
    shown = drawing
    return memory
  }

  /// - Parameter pixels: Red, green, blue and opacity.
  private func write(_ pixels: UnsafeRawBufferPointer) {
    let alpha = CGImageAlphaInfo(rawValue: info & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
    let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(alpha)
    let order = isFirst ? [3, 0, 1, 2] : [0, 1, 2, 3]
    let channels = info & CGBitmapInfo.byteOrder32Little.rawValue != 0 ? order.reversed() : order
    for y in 0..<height {
      var target = memory + y * bytesPerRow
      for x in 0..<width {
        let source = 4 * (y * width + x)
        if bytesPerPixel == 4 {
          for (place, channel) in channels.enumerated() {
            target.storeBytes(of: pixels[source + channel], toByteOffset: place, as: UInt8.self)
          }
        } else {
          // Rec. 709, as Core Graphics has it for grey.
          let grey = (Int(pixels[source]) * 54 + Int(pixels[source + 1]) * 183 + Int(pixels[source + 2]) * 19) >> 8
          target.storeBytes(of: alpha == .alphaOnly ? pixels[source + 3] : UInt8(grey), as: UInt8.self)
        }
        target += bytesPerPixel
      }
    }
  }
}

extension CGContext {
  /// A context for pixels. Its origin is at the bottom left, and y grows upwards, as on iOS.
  ///
  /// - Parameters:
  ///   - data: Memory for the pixels, which has them after each drawing; nil for memory of the context's own: see ``data``.
  ///   - bitsPerComponent: 8. There are no others.
  ///   - bytesPerRow: 0 for as many as are needed.
  /// - Returns: nil for other formats, and for pictures that are too large.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let bitmap = Bitmap(
      data, width: width, height: height, bytesPerRow: bytesPerRow, bytesPerPixel: space.model == .monochrome ? 1 : 4,
      info: bitmapInfo)
    guard bitsPerComponent == 8, let bitmap else { return nil }
    self.init(size: CGSize(width: width, height: height), bitmap: bitmap)
    state.transform = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }
}
