/// The priority of a constraint, or of the size of a view's content, up to 1000 for required.
public struct UILayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  public static let required = UILayoutPriority(1000)
  public static let defaultHigh = UILayoutPriority(750)
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  public static let sceneSizeStayPut = UILayoutPriority(500)
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  public static let defaultLow = UILayoutPriority(250)
  public static let fittingSizeLevel = UILayoutPriority(50)

  public static func < (left: UILayoutPriority, right: UILayoutPriority) -> Bool { left.rawValue < right.rawValue }
  public static func + (left: UILayoutPriority, right: Float) -> UILayoutPriority { .init(left.rawValue + right) }
  public static func - (left: UILayoutPriority, right: Float) -> UILayoutPriority { .init(left.rawValue - right) }
  public static func += (left: inout UILayoutPriority, right: Float) { left.rawValue += right }
  public static func -= (left: inout UILayoutPriority, right: Float) { left.rawValue -= right }
}
