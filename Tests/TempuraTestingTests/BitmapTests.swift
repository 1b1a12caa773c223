import Foundation
import Testing

@testable import TempuraTesting

/// Pictures and their comparison.
@Suite struct BitmapTests {
  private func picture(_ pixels: [[UInt8]], width: Int) -> Bitmap {
    var bitmap = Bitmap(width: width, height: pixels.count / width)
    bitmap.bytes = pixels.flatMap { $0 }
    return bitmap
  }

  private let black: [UInt8] = [0, 0, 0]
  private let white: [UInt8] = [255, 255, 255]
  private let grey: [UInt8] = [100, 100, 100]

  @Test func aPictureIsUnchangedAfterWritingAndReading() throws {
    let bitmap = picture([black, white, grey, [1, 2, 3], [255, 0, 60], black], width: 3)
    #expect(try Bitmap(png: bitmap.png()) == bitmap)
  }

  @Test func aCorruptFileIsAnError() throws {
    var png = try picture([black, white], width: 2).png()
    png[20] ^= 0xff
    #expect(throws: PictureError.self) { try Bitmap(png: png) }
    #expect(throws: PictureError.self) { try Bitmap(png: Data("no picture".utf8)) }
    #expect(throws: PictureError.self) { try Bitmap(png: Data()) }
    #expect(PictureError.notPNG("bad").description == "It is not a readable PNG: bad")
  }

  @Test func differentPixelsAreCountedAndShown() throws {
    let reference = picture([black, white, grey, white], width: 2)
    let actual = picture([black, white, black, white], width: 2)
    let difference = try #require(BitmapDifference(between: reference, and: actual, tolerance: .none))
    #expect(difference.count == 1)
    #expect(difference.share == 0.25)
    #expect(difference.picture == picture([[204, 204, 204], white, [255, 0, 60], white], width: 2))
    #expect(BitmapDifference(between: reference, and: reference, tolerance: .none) == nil)
  }

  @Test func aDifferenceWithinTheToleranceIsIgnored() {
    let reference = picture([grey, white, black, white], width: 2)
    let near = picture([[105, 100, 97], white, black, white], width: 2)
    #expect(BitmapDifference(between: reference, and: near, tolerance: .standard) == nil)
    #expect(BitmapDifference(between: reference, and: near, tolerance: .none)?.count == 1)
    let other = picture([grey, white, white, white], width: 2)
    #expect(BitmapDifference(between: reference, and: other, tolerance: Tolerance(pixels: 0.25)) == nil)
    #expect(BitmapDifference(between: reference, and: other, tolerance: Tolerance(pixels: 0.24)) != nil)
  }

  @Test func anotherSizeIsADifferenceWithAnyTolerance() throws {
    let reference = picture([white, white], width: 2)
    let actual = picture([white, white, white, white], width: 2)
    let difference = try #require(
      BitmapDifference(between: reference, and: actual, tolerance: Tolerance(color: 1, pixels: 1)))
    #expect(difference.count == 2)
    #expect(difference.picture == picture([white, white, [255, 0, 60], [255, 0, 60]], width: 2))
    #expect(BitmapDifference(between: actual, and: reference, tolerance: .none)?.count == 2)
    let empty = Bitmap(width: 0, height: 0)
    #expect(BitmapDifference(between: empty, and: actual, tolerance: .none)?.count == 4)
  }
}
