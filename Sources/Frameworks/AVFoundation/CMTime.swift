public import Foundation

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32
/// The usual number of units in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000

/// A time of a medium.
public struct CMTime: Comparable, Hashable, Sendable {
  public var value: Int64
  /// The number of units in a second.
  public var timescale: Int32

  public init() { self.init(value: 0, timescale: 0) }

  public init(value: Int64, timescale: Int32) {
    self.value = value
    self.timescale = timescale
  }

  /// - Parameter seconds: Any number. One that is not finite, or too large, makes an invalid time.
  public init(seconds: Double, preferredTimescale: Int32) {
    let value = Int64(exactly: (seconds * Double(preferredTimescale)).rounded())
    self.init(value: value ?? 0, timescale: value == nil ? 0 : preferredTimescale)
  }

  public static let zero = CMTime(value: 0, timescale: 1)
  public static let invalid = CMTime()
  public static let indefinite = CMTime()

  public var isValid: Bool { timescale > 0 }
  public var isNumeric: Bool { isValid }
  /// The time in seconds; not a number for an invalid one.
  public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }

  public static func < (one: CMTime, other: CMTime) -> Bool { one.seconds < other.seconds }

  public static func + (one: CMTime, other: CMTime) -> CMTime {
    CMTime(seconds: one.seconds + other.seconds, preferredTimescale: max(one.timescale, other.timescale))
  }

  public static func - (one: CMTime, other: CMTime) -> CMTime {
    CMTime(seconds: one.seconds - other.seconds, preferredTimescale: max(one.timescale, other.timescale))
  }
}

extension NSValue {
  // As a range: Foundation of Linux stores no other structure of two numbers.
  public convenience init(time: CMTime) {
    self.init(range: NSRange(location: Int(time.value), length: Int(time.timescale)))
  }

  public var timeValue: CMTime {
    CMTime(value: Int64(rangeValue.location), timescale: Int32(truncatingIfNeeded: rangeValue.length))
  }
}

public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
