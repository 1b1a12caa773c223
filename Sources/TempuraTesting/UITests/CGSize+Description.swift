public import Foundation

extension CGSize {
  /// Width and height as whole numbers, such as `390x844`.
  public var description: String { "\(Int(width))x\(Int(height))" }
}
