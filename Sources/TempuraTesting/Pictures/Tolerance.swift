/// How far a picture may be from its reference: anti-aliasing is not the same in every version of a browser.
public struct Tolerance: Equatable, Sendable {
  /// How far a pixel's red, green or blue may be off, from 0 to 1 (all the way from black to white).
  public var color: Double
  /// The share of pixels that may be off by more, from 0 to 1.
  public var pixels: Double

  public init(color: Double = 0.02, pixels: Double = 0) {
    self.color = color
    self.pixels = pixels
  }

  /// No pixel may be off at all.
  public static let none = Tolerance(color: 0)
  /// What nobody sees: five of 255 levels.
  public static let standard = Tolerance()
}
