internal import Glibc

/// The difference between two pictures.
struct BitmapDifference {
  /// The number of pixels that differ by more than the tolerance, or that only one of the pictures has.
  let count: Int
  /// The part of all pixels that differs, from 0 to 1.
  let share: Double
  /// The reference in pale colours, with the different pixels in red.
  let picture: Bitmap

  /// - Returns: Nil if the pictures are equal within the tolerance.
  init?(between reference: Bitmap, and actual: Bitmap, tolerance: Tolerance) {
    if reference == actual { return nil }
    let width = max(reference.width, actual.width)
    let height = max(reference.height, actual.height)
    let commonWidth = min(reference.width, actual.width)
    let commonHeight = min(reference.height, actual.height)
    let limit = Int(tolerance.color * 255)
    var picture = Bitmap(width: width, height: height)
    var count = width * height - commonWidth * commonHeight
    // With pointers, because tests are built without optimisation, and pictures have millions of pixels.
    reference.bytes.withUnsafeBytes { old in
      actual.bytes.withUnsafeBytes { new in
        picture.bytes.withUnsafeMutableBytes { result in
          for y in 0..<height {
            let oldRow = y * reference.width * 3
            let newRow = y * actual.width * 3
            let row = y * width * 3
            let common = y < commonHeight ? commonWidth : 0
            let isSame =
              common > 0 && memcmp(old.baseAddress! + oldRow, new.baseAddress! + newRow, common * 3) == 0
            var x = 0
            while x < width {
              let (at, before, after) = (row + x * 3, oldRow + x * 3, newRow + x * 3)
              let isOff =
                x >= common
                || !isSame
                  && (Self.distance(old[before], new[after]) > limit
                    || Self.distance(old[before + 1], new[after + 1]) > limit
                    || Self.distance(old[before + 2], new[after + 2]) > limit)
              if isOff {
                if x < common { count += 1 }
                (result[at], result[at + 1], result[at + 2]) = (255, 0, 60)
              } else {
                result[at] = 204 &+ old[before] / 5
                result[at + 1] = 204 &+ old[before + 1] / 5
                result[at + 2] = 204 &+ old[before + 2] / 5
              }
              x += 1
            }
          }
        }
      }
    }
    let share = Double(count) / Double(max(width * height, 1))
    if (reference.width, reference.height) == (actual.width, actual.height), share <= tolerance.pixels { return nil }
    (self.count, self.share, self.picture) = (count, share, picture)
  }

  private static func distance(_ one: UInt8, _ other: UInt8) -> Int {
    one > other ? Int(one - other) : Int(other - one)
  }
}
