import Foundation
import HTML
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Numbers that no image has: nothing of them ends the process.
@Suite struct HostileImageTests {
  @Test func aContextOfTooManyPixelsIsNone() async {
    await #expect(processExitsWith: .success) {
      _ = CGContext(
        data: nil, width: .max, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: 1)
    }
  }

  @Test func anImageOfAnInfiniteWidthIsWritten() async {
    await #expect(processExitsWith: .success) {
      var buffer = HTMLBuffer()
      UIImage(userFile: "x", size: CGSize(width: CGFloat.infinity, height: 10))
        .writeSource(into: &buffer, in: CGSize(width: 10, height: 10), isFilled: false)
    }
  }

  @Test func anImageOfAHugeWidthIsWritten() async {
    await #expect(processExitsWith: .success) {
      var buffer = HTMLBuffer()
      UIImage(userFile: "x", size: CGSize(width: 1e300, height: 10))
        .writeSource(into: &buffer, in: CGSize(width: 10, height: 10), isFilled: false)
    }
  }

  @Test func anImageThatCannotBeMadeIsReported() async {
    await #expect(processExitsWith: .success) {
      var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      png.append(Data(repeating: 1, count: 100))
      _ = UIImage(data: png, scale: CGFloat.leastNonzeroMagnitude)?.jpegData(compressionQuality: 1)
    }
  }

  @Test func aPartOfAnInfinitePictureIsNone() async {
    await #expect(processExitsWith: .success) {
      let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image {
        $0.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
      }
      _ = CIImage(image: image)?.cropped(to: CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5))
    }
  }
}
