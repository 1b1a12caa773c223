internal import Foundation

/// Numbers as texts that are read in a column.
enum Format {
  /// Minutes, seconds and thousandths.
  static func clock(_ seconds: Double) -> String {
    let thousandths = Int((max(seconds, 0) * 1000).rounded())
    let (minutes, rest) = thousandths.quotientAndRemainder(dividingBy: 60_000)
    return "\(padded(minutes, 2)):\(padded(rest / 1000, 2)).\(padded(rest % 1000, 3))"
  }

  static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.0005: "\(Int((seconds * 1_000_000).rounded())) µs"
    case ..<0.01: "\(tenths(seconds * 1000)) ms"
    case ..<0.9995: "\(Int((seconds * 1000).rounded())) ms"
    case ..<10: "\(tenths(seconds)) s"
    case ..<60: "\(Int(seconds.rounded())) s"
    case ..<3600: "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
    default: "\(Int(min(seconds, 1e15)) / 3600) h \(Int(min(seconds, 1e15)) / 60 % 60) min"
    }
  }

  static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: "\(tenths(Double(count) / 1000)) KB"
    default: "\(tenths(Double(count) / 1_000_000)) MB"
    }
  }

  /// With separators, as in 12,345.
  static func count(_ count: Int) -> String {
    var digits = Array(String(count))
    for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
    return String(digits)
  }

  /// One digit after the point, unless that is 0.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
