internal import Foundation

/// A date and time without a time zone, as form inputs have them.
///
/// The calendar is the Gregorian one, as in all inputs (HTML Standard, section 2.3.5).
struct LocalTime: Equatable, Comparable {
  /// The days since 1 January 1970.
  var day: Int
  /// The seconds since midnight.
  var second: Int

  private static let secondsOfDay = 86_400

  // Inputs support the years 1 to 9999. In seconds since 1 January 1970:
  private static let earliest = -62_135_596_800
  private static let latest = 253_402_300_799

  private init(seconds: Int) {
    day = seconds.floorDivided(by: Self.secondsOfDay)
    second = seconds - day * Self.secondsOfDay
  }

  /// The local time of a date in a time zone, limited to the range that inputs support.
  init(_ date: Date, in zone: TimeZone) {
    let seconds = Self.seconds(of: date)
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    self.init(seconds: (seconds + offset).limited(Self.earliest, Self.latest))
  }

  private static func seconds(of date: Date) -> Int {
    let seconds = date.timeIntervalSince1970
    guard seconds > Double(earliest) else { return earliest }
    return seconds < Double(latest) ? Int(seconds.rounded(.down)) : latest
  }

  /// Returns the date of this local time in a time zone. A time that occurs twice, because clocks go back, means the
  /// first. A time that does not occur, because clocks go forward, is read with the offset from before the change.
  func date(in zone: TimeZone) -> Date {
    let seconds = day * Self.secondsOfDay + second
    func offset(_ seconds: Int) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
    // Zones differ from GMT by at most 14 hours, so these offsets are those before and after any change at this time.
    let before = offset(seconds - Self.secondsOfDay)
    let after = offset(seconds + Self.secondsOfDay)
    let isAfter = offset(seconds - before) != before && offset(seconds - after) == after
    return Date(timeIntervalSince1970: Double(seconds - (isAfter ? after : before)))
  }

  static func < (left: LocalTime, right: LocalTime) -> Bool {
    left.day != right.day ? left.day < right.day : left.second < right.second
  }

  // MARK: - Texts

  /// The date, such as `2026-11-20`.
  var dayText: String {
    let (year, month, day) = civil
    return "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
  }

  /// The time, such as `09:05`.
  var timeText: String { "\((second / 3600).digits(2)):\((second / 60 % 60).digits(2))" }

  /// Date and time, such as `2026-11-20T09:05`.
  var text: String { "\(dayText)T\(timeText)" }

  /// Returns the day of a text such as `2026-11-20`; nil if it is not a date.
  static func day(_ text: Substring) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, let year = number(parts[0], 1...9999),
      parts[1].utf8.count == 2, let month = number(parts[1], 1...12),
      parts[2].utf8.count == 2, let day = number(parts[2], 1...daysOfMonth(month, in: year))
    else { return nil }
    return days(year, month, day)
  }

  /// Returns the seconds since midnight of a text such as `09:05`; nil if it is not a time. Browsers may add seconds.
  static func second(_ text: Substring) -> Int? {
    let time = text.prefix { $0 != "." }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = number(parts[0], 0...23),
      let minute = number(parts[1], 0...59), let second = parts.count == 3 ? number(parts[2], 0...59) : 0,
      text.dropFirst(time.utf8.count + 1).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  init(day: Int, second: Int) {
    self.day = day
    self.second = second
  }

  // MARK: - The calendar

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func daysOfMonth(_ month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // If years begin in March, the leap day is at the end of the year. Every 400 years have the same number of days.

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private var civil: (year: Int, month: Int, day: Int) {
    let days = day + 719_468
    let era = days.floorDivided(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400
    return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  fileprivate func limited(_ least: Int, _ most: Int) -> Int { Swift.min(Swift.max(self, least), most) }

  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(count - text.utf8.count, 0)) + text
  }
}
