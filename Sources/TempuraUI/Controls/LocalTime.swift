internal import Foundation

/// A date and time without a time zone, as form inputs have them (HTML Standard, section 2.3.5).
struct LocalTime: Equatable, Comparable {
  /// A day of the Gregorian calendar.
  struct Day: Equatable, Comparable {
    let year, month, day: Int

    static func < (left: Day, right: Day) -> Bool {
      (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
  }

  var day: Day
  /// The seconds since midnight.
  var second: Int

  static func < (left: LocalTime, right: LocalTime) -> Bool {
    (left.day, left.second) < (right.day, right.second)
  }
}

// MARK: - Time zones

extension LocalTime {
  private static func calendar(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// The local time of a date in a time zone, limited to the years that inputs support: 1 to 9999.
  init(_ date: Date, in zone: TimeZone) {
    let parts = Self.calendar(in: zone).dateComponents(
      [.era, .year, .month, .day, .hour, .minute, .second], from: Self.limited(date))
    guard parts.era == 1, let year = parts.year, let month = parts.month, let day = parts.day else {
      self.init(day: Day(year: 1, month: 1, day: 1), second: 0)
      return
    }
    guard year <= 9999 else {
      self.init(day: Day(year: 9999, month: 12, day: 31), second: 86_399)
      return
    }
    self.init(
      day: Day(year: year, month: month, day: day),
      second: (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0))
  }

  /// The calendar takes no dates that are infinitely far away.
  private static func limited(_ date: Date) -> Date {
    let (earliest, latest) = (Date(timeIntervalSince1970: -7e10), Date(timeIntervalSince1970: 3e11))
    return date > earliest ? min(date, latest) : earliest
  }

  /// Returns the date of this local time in a time zone. A time that occurs twice, because clocks go back, means the
  /// first. A time that does not occur, because clocks go forward, is read with the offset from before the change.
  func date(in zone: TimeZone) -> Date {
    let parts = DateComponents(
      year: day.year, month: day.month, day: day.day, hour: second / 3600, minute: second / 60 % 60, second: second % 60
    )
    return Self.calendar(in: zone).date(from: parts) ?? .distantPast
  }

  // MARK: - Texts

  /// The date, such as `2026-11-20`.
  var dayText: String { "\(day.year.digits(4))-\(day.month.digits(2))-\(day.day.digits(2))" }

  /// The time, such as `09:05`.
  var timeText: String { "\((second / 3600).digits(2)):\((second / 60 % 60).digits(2))" }

  /// Date and time, such as `2026-11-20T09:05`.
  var text: String { "\(dayText)T\(timeText)" }

  /// Returns the day of a text such as `2026-11-20`; nil if it is not a date.
  static func day(_ text: Substring) -> Day? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, let year = number(parts[0], 1...9999),
      parts[1].utf8.count == 2, let month = number(parts[1], 1...12),
      parts[2].utf8.count == 2, let day = number(parts[2], 1...31),
      DateComponents(year: year, month: month, day: day).isValidDate(in: calendar(in: .gmt))
    else { return nil }
    return Day(year: year, month: month, day: day)
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
}

extension Int {
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(count - text.utf8.count, 0)) + text
  }
}
