public import Foundation

/// What is drawn, recorded as SVG.
public final class CGContext {
  let size: CGSize

  init(size: CGSize) { self.size = size }
}

struct Drawing {}
extension CALayer {
  final func record() {}
  final func renderTree(in context: CGContext) {}
}

/// An image of Core Graphics.
public final class CGImage: Hashable, Sendable {
  let image: UIImage

  init(_ image: UIImage) { self.image = image }

  public static func == (left: CGImage, right: CGImage) -> Bool { left.image == right.image }

  public func hash(into hasher: inout Hasher) { hasher.combine(image) }
}
