import Foundation
import Testing

@testable import TempuraUI

/// Dates and times have the format of HTML inputs.
@Suite struct DatePickerTests {
  private static let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
  private static let gmt = TimeZone.gmt

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private func picker(_ mode: UIDatePicker.Mode, _ text: String, zone: TimeZone = gmt) throws -> UIDatePicker {
    let picker = UIDatePicker()
    picker.datePickerMode = mode
    picker.timeZone = zone
    picker.date = try date(text)
    return picker
  }

  // MARK: - HTML

  @Test func aDateIsADateInput() throws {
    let picker = try picker(.date, "2026-11-20T09:05:07Z")
    picker.accessibilityLabel = "Day"
    picker.minimumDate = try date("2026-11-01T10:00:00Z")
    picker.maximumDate = try date("2027-01-01T00:00:00Z")
    #expect(
      content(picker)
        == #"<input id="uiDatePicker.field" name="uiDatePicker" aria-label="Day" type="date" min="2026-11-01" "#
        + #"max="2027-01-01" value="2026-11-20"><button name="tap" class="set" value="uiDatePicker.set" "#
        + #"aria-label="Set Day"><span>Set</span></button>"#)
  }

  @Test func aPickerWithATimeShowsItsTimeZone() throws {
    let picker = try picker(
      .dateAndTime, "2026-11-20T09:05:07Z", zone: #require(TimeZone(identifier: "America/New_York")))
    picker.minuteInterval = 5
    #expect(
      fieldAttributes(picker)
        == #"aria-describedby="uiDatePicker.zone" type="datetime-local" step="300" value="2026-11-20T04:05""#)
    #expect(
      content(picker).hasSuffix(#"<span class="zone" id="uiDatePicker.zone">Time zone: America/New York</span>"#))
    picker.datePickerMode = .time
    #expect(fieldAttributes(picker).hasSuffix(#"type="time" step="300" value="04:05""#))
    picker.keepDraft("x", problem: "No.")
    #expect(content(picker).contains(#"aria-describedby="uiDatePicker.zone uiDatePicker.problem""#))
    picker.datePickerMode = .date
    #expect(!content(picker).contains("zone"))
  }

  @Test func theTimeZoneOfTheCalendarIsUsedIfThereIsNoOther() throws {
    let picker = try picker(.time, "2026-11-20T09:05:00Z")
    var calendar = Calendar(identifier: .buddhist)
    calendar.timeZone = Self.rome
    picker.timeZone = nil
    picker.calendar = calendar
    #expect(fieldAttributes(picker).hasSuffix(#"value="10:05""#))
    picker.calendar = nil
    #expect(picker.calendar.timeZone == .current)
  }

  @Test(
    arguments: [
      (-62_135_769_600, "0001-01-01"), (.infinity, "9999-12-31"), (-.infinity, "0001-01-01"), (.nan, "0001-01-01"),
      (1e300, "9999-12-31"), (-1, "1969-12-31"), (951_782_400, "2000-02-29"), (4_107_542_400, "2100-03-01"),
    ] as [(TimeInterval, String)])
  func everyDateCanBeRendered(seconds: TimeInterval, text: String) {
    let picker = UIDatePicker()
    picker.datePickerMode = .date
    picker.timeZone = .gmt
    picker.date = Date(timeIntervalSince1970: seconds)
    #expect(fieldAttributes(picker).contains(#"value="\#(text)""#))
  }

  // MARK: - Input

  @Test func choosingADayKeepsTheTimeOfDay() throws {
    let picker = try picker(.date, "2026-11-20T09:05:07Z")
    var dates: [Date] = []
    picker.on(.valueChanged) { dates.append($0.date) }
    #expect(send("2024-02-29", to: picker) == nil)
    #expect(try dates == [date("2024-02-29T09:05:07Z")])
  }

  @Test func choosingATimeKeepsTheDay() throws {
    let picker = try picker(.time, "2026-11-20T23:30:00Z", zone: Self.rome)
    #expect(send("07:15", to: picker) == nil)
    #expect(try picker.date == date("2026-11-21T06:15:00Z"))
  }

  @Test(arguments: ["2026-11-20T10:05", "2026-11-20T10:05:00", "2026-11-20T10:05:00.000", "2026-11-20 10:05"])
  func theValueOfThePageIsNoChange(text: String) throws {
    let picker = try picker(.dateAndTime, "2026-11-20T10:05:07Z")
    #expect(picker.isUnchanged(by: .text(text), part: ""))
    #expect(!picker.isUnchanged(by: .text("2026-11-20T10:06"), part: ""))
  }

  @Test(arguments: [
    "", "2026-13-01", "2026-02-29", "2026-04-31", "2026-1-1", "26-01-01", "0000-01-01", "10000-01-01",
    "2026-01-01T00:00",
    "-2026-01-01", "2026-01-+1", "yesterday", "٢٠٢٦-01-01",
  ])
  func anInvalidDateIsRefused(text: String) throws {
    let picker = try picker(.date, "2026-11-20T10:05:00Z")
    #expect(send(text, to: picker) == "Choose a date.")
    #expect(try picker.date == date("2026-11-20T10:05:00Z"))
  }

  @Test(arguments: ["", "24:00", "7:15", "07:60", "07:15:60", "07:15:00:00", "07:15:00.x", "noon"])
  func anInvalidTimeIsRefused(text: String) throws {
    #expect(send(text, to: try picker(.time, "2026-11-20T10:05:00Z")) == "Choose a time.")
  }

  @Test(arguments: ["2026-01-01", "T07:15", "2026-01-01T", "2026-01-01T07:15Z", "2026-01-01T07:15T07:15"])
  func anInvalidDateAndTimeIsRefused(text: String) throws {
    #expect(send(text, to: try picker(.dateAndTime, "2026-11-20T10:05:00Z")) == "Choose a date and a time.")
  }

  @Test func aDateOutOfTheRangeIsRefused() throws {
    let picker = try picker(.date, "2026-11-20T10:00:00Z")
    picker.minimumDate = try date("2026-11-10T12:00:00Z")
    picker.maximumDate = try date("2026-11-30T08:00:00Z")
    #expect(send("2026-11-09", to: picker) == "The earliest that can be chosen is Nov 10, 2026.")
    #expect(send("2026-12-01", to: picker) == "The latest that can be chosen is Nov 30, 2026.")
    picker.locale = Locale(identifier: "de_DE")
    #expect(send("2026-12-01", to: picker) == "The latest that can be chosen is 30.11.2026.")
  }

  @Test func theDaysOfTheLimitsAreInTheRange() throws {
    let picker = try picker(.date, "2026-11-20T10:00:00Z")
    picker.minimumDate = try date("2026-11-10T12:00:00Z")
    picker.maximumDate = try date("2026-11-30T08:00:00Z")
    #expect(send("2026-11-10", to: picker) == nil)
    #expect(try picker.date == date("2026-11-10T12:00:00Z"), "and no date is beyond them")
    #expect(send("2026-11-30", to: picker) == nil)
    #expect(try picker.date == date("2026-11-30T08:00:00Z"))
  }

  @Test func aTimeIsOnlyLimitedOnTheDayOfTheLimit() throws {
    let picker = try picker(.time, "2026-11-20T10:00:00Z")
    picker.minimumDate = try date("2026-11-20T08:30:00Z")
    picker.maximumDate = try date("2026-11-22T09:00:00Z")
    #expect(fieldAttributes(picker).contains(#"type="time" min="08:30" value="10:00""#))
    #expect(send("08:29", to: picker)?.hasPrefix("The earliest that can be chosen is 8:30") == true)
    #expect(send("23:59", to: picker) == nil)
  }

  @Test func aRangeThatEndsBeforeItBeginsIsIgnored() throws {
    let picker = try picker(.date, "2026-11-20T10:00:00Z")
    picker.maximumDate = try date("2026-12-01T00:00:00Z")
    picker.minimumDate = try date("2027-01-01T00:00:00Z")
    #expect(send("2030-01-01", to: picker) == nil)
    #expect(!content(picker).contains(" min="))
  }

  @Test func aDateIsMovedIntoTheRange() throws {
    let picker = try picker(.date, "2026-11-20T10:00:00Z")
    picker.minimumDate = try date("2026-12-01T00:00:00Z")
    #expect(try picker.date == date("2026-12-01T00:00:00Z"))
    picker.setDate(.distantPast, animated: true)
    #expect(try picker.date == date("2026-12-01T00:00:00Z"))
  }

  @Test func minutesAreMultiplesOfTheInterval() throws {
    let picker = try picker(.time, "2026-11-20T10:07:00Z")
    picker.minuteInterval = 15
    #expect(fieldAttributes(picker).hasSuffix(#"value="10:00""#))
    #expect(picker.isUnchanged(by: .text("10:00"), part: ""))
    #expect(send("10:20", to: picker) == "Choose a time every 15 minutes, counted from the full hour.")
    #expect(send("10:45", to: picker) == nil)
    #expect(try picker.date == date("2026-11-20T10:45:00Z"))
  }

  // MARK: - Clocks that change

  @Test func aTimeThatDoesNotOccurIsReadWithTheOffsetBeforeTheChange() throws {
    let picker = try picker(.dateAndTime, "2026-03-29T00:00:00Z", zone: Self.rome)
    #expect(send("2026-03-29T02:30", to: picker) == nil)
    #expect(try picker.date == date("2026-03-29T01:30:00Z"))
    #expect(fieldAttributes(picker).hasSuffix(#"value="2026-03-29T03:30""#))
  }

  @Test func aTimeThatOccursTwiceMeansTheFirst() throws {
    let picker = try picker(.dateAndTime, "2026-10-25T12:00:00Z", zone: Self.rome)
    #expect(send("2026-10-25T02:30", to: picker) == nil)
    #expect(try picker.date == date("2026-10-25T00:30:00Z"))
  }

  @Test func theSecondOfTwoEqualTimesStaysIfTheUserDoesNotChangeIt() throws {
    let picker = try picker(.dateAndTime, "2026-10-25T01:30:00Z", zone: Self.rome)
    #expect(send("2026-10-25T02:30", to: picker) == nil)
    #expect(try picker.date == date("2026-10-25T01:30:00Z"))
  }

  /// Samoa had no 30 December 2011; Lord Howe's clocks change by half an hour.
  @Test(arguments: [
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"),
    ("Pacific/Kiritimati", "2026-01-01T00:00", "2025-12-31T10:00:00Z"),
    ("Europe/Rome", "2026-03-29T01:59", "2026-03-29T00:59:00Z"),
    ("Europe/Rome", "2026-03-29T03:00", "2026-03-29T01:00:00Z"),
    ("Europe/Rome", "2026-10-25T03:00", "2026-10-25T02:00:00Z"),
    ("Europe/Rome", "2026-10-25T01:59", "2026-10-24T23:59:00Z"),
  ])
  func timesAreInTheTimeZone(zone: String, local: String, expected: String) throws {
    let picker = try picker(.dateAndTime, "2020-01-01T00:00:00Z", zone: #require(TimeZone(identifier: zone)))
    #expect(send(local, to: picker) == nil)
    #expect(try picker.date == date(expected))
  }

  @Test func everyDayCanBeChosen() throws {
    let picker = try picker(.date, "1999-12-31T00:00:00Z")
    for day in stride(from: -719_000, to: 2_900_000, by: 997) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let other = UIDatePicker()
      (other.datePickerMode, other.timeZone, other.date) = (.date, .gmt, date)
      let text = try #require(other.sentValue(ofPart: ""))
      #expect(send(text, to: picker) == nil)
      #expect(picker.date == date, "\(text)")
    }
  }

  // MARK: - Durations

  @Test func aDurationHasListsOfHoursAndMinutes() {
    let picker = UIDatePicker()
    picker.datePickerMode = .countDownTimer
    picker.minuteInterval = 15
    picker.countDownDuration = 5400
    picker.accessibilityLabel = "Bake"
    #expect(content(picker).contains(#"name="uiDatePicker.hours" aria-label="Bake, hours">"#))
    #expect(content(picker).contains(#"<option value="1" selected>1 h</option>"#))
    #expect(content(picker).contains(#"<option value="30" selected>30 min</option><option value="45">"#))
    #expect(send("2", to: picker, part: "hours") == nil)
    #expect(send("45", to: picker, part: "minutes") == nil)
    #expect(picker.countDownDuration == 9900)
    #expect(send("46", to: picker, part: "minutes") == "Choose one of the minutes.")
    #expect(send("24", to: picker, part: "hours") == "Choose one of the hours.")
    #expect(picker.sentValue(ofPart: "") == nil)
  }

  @Test func aDurationIsBetweenAMinuteAndADay() {
    let picker = UIDatePicker()
    picker.datePickerMode = .countDownTimer
    picker.countDownDuration = 300
    #expect(send("0", to: picker, part: "minutes") == nil)
    #expect(picker.countDownDuration == 60)
    picker.countDownDuration = 1e9
    #expect(picker.countDownDuration == 86_340)
  }
}
