/// How far a picture may differ from its reference. Versions of a browser differ in anti-aliasing.
public struct Tolerance: Equatable, Sendable {
  /// How far a pixel's red, green or blue may differ, from 0 to 1 (the difference between black and white).
  public var color: Double
  /// The part of the pixels that may differ by more, from 0 to 1.
  public var pixels: Double

  public init(color: Double = 0.02, pixels: Double = 0) {
    self.color = color
    self.pixels = pixels
  }

  /// No pixel may differ.
  public static let none = Tolerance(color: 0)
  /// Allows five of 255 levels, which are not visible.
  public static let standard = Tolerance()
}
