internal import Basics
public import Foundation

/// A control for a date, a time, both, or a duration.
///
/// The page has the browser's own inputs, which show dates in the user's format. If the value has a time, the page
/// shows the time zone. A time that occurs twice, because clocks go back, means the first. A time that does not occur,
/// because clocks go forward, is read with the time zone's offset from before the change.
open class UIDatePicker: UIControl, InputField {
  /// The kind of value of a date picker.
  public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer }

  private var picked = Date()
  private var duration: TimeInterval = 0

  /// The kind of value. Default: `dateAndTime`.
  open var datePickerMode = Mode.dateAndTime {
    didSet { if datePickerMode != oldValue { valueDidChange() } }
  }

  /// The date. Dates out of range are limited to it. Default: now. The user changes only the parts that the mode shows;
  /// other parts, such as the date in the mode `.time`, stay.
  open var date: Date {
    get { picked }
    set {
      let newValue = limited(newValue)
      guard newValue != picked else { return }
      picked = newValue
      valueDidChange()
    }
  }

  open func setDate(_ date: Date, animated: Bool) { self.date = date }

  /// The earliest date. Default: nil, no limit. As in UIKit, there is no range if it is later than `maximumDate`.
  open var minimumDate: Date? { didSet { if minimumDate != oldValue { limitsDidChange() } } }

  /// The latest date. Default: nil, no limit.
  open var maximumDate: Date? { didSet { if maximumDate != oldValue { limitsDidChange() } } }

  /// The duration in the mode `.countDownTimer`, in seconds. At most 86340, which is a minute less than a day. The user
  /// can choose no less than a minute. Default: 0.
  open var countDownDuration: TimeInterval {
    get { duration }
    set {
      let newValue = newValue > 0 ? min(newValue, 86_340) : 0
      guard newValue != duration else { return }
      duration = newValue
      valueDidChange()
    }
  }

  /// The distance between the times that the user can choose, in minutes. It must divide 60. Default: 1.
  open var minuteInterval = 1 {
    didSet {
      guard minuteInterval != oldValue else { return }
      if minuteInterval < 1 || 60 % minuteInterval != 0 {
        Misuse.trap("\(nameInCode) cannot have the minuteInterval \(minuteInterval): use a number that divides 60.")
        minuteInterval = oldValue
      }
      setNeedsRender()
    }
  }

  /// The time zone of the value. Default: nil, that of `calendar`.
  open var timeZone: TimeZone? { didSet { if timeZone != oldValue { valueDidChange() } } }

  private var assignedCalendar: Calendar?

  /// The calendar. Default, also if nil is assigned: `AppEnvironment.current.calendar`. Only its time zone is used: the browser
  /// shows the user's calendar.
  open var calendar: Calendar! {
    get { assignedCalendar ?? AppEnvironment.current.calendar }
    set {
      guard assignedCalendar != newValue else { return }
      assignedCalendar = newValue
      valueDidChange()
    }
  }

  /// The locale of messages about the range. Default: nil, the locale of the scene. The inputs have the browser's
  /// language.
  open var locale: Locale?

  /// The browser sets the look. Only the size of `wheels` is that of wheels.
  open var preferredDatePickerStyle = UIDatePickerStyle.automatic

  /// Always `compact`.
  open var datePickerStyle: UIDatePickerStyle { .compact }

  private func valueDidChange() {
    dropDraft()
    setNeedsRender()
  }

  // MARK: - Size

  override package var hasContentSize: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? {
    preferredDatePickerStyle == .wheels ? CGSize(width: 320, height: 216) : CGSize(width: compactWidth, height: 34)
  }

  /// The width of the inputs of a mode, in points.
  private var compactWidth: CGFloat {
    switch datePickerMode {
    case .time, .countDownTimer: 90
    case .date: 125
    case .dateAndTime: 215
    }
  }

  // MARK: - The range

  private var range: (earliest: Date?, latest: Date?) {
    if let minimumDate, let maximumDate, minimumDate > maximumDate { return (nil, nil) }
    return (minimumDate, maximumDate)
  }

  private func limited(_ date: Date) -> Date {
    if let earliest = range.earliest, date < earliest { return earliest }
    if let latest = range.latest, date > latest { return latest }
    return date
  }

  private func limitsDidChange() {
    date = picked
    setNeedsRender()
  }

  // MARK: - Input

  private var zone: TimeZone { timeZone ?? assignedCalendar?.timeZone ?? AppEnvironment.current.timeZone }

  /// Returns the local time, rounded down to a value that the user can choose.
  private func shown(_ date: Date) -> LocalTime {
    var time = LocalTime(date, in: zone)
    time.second -= time.second % 60
    if minuteInterval > 0 { time.second -= time.second % (minuteInterval * 60) }
    return time
  }

  final func text(of date: Date) -> String { text(shown(date)) }

  private func text(_ time: LocalTime) -> String {
    switch datePickerMode {
    case .time: time.timeText
    case .date: time.dayText
    case .dateAndTime, .countDownTimer: time.text
    }
  }

  package func sentValue(ofPart part: String) -> String? {
    guard datePickerMode == .countDownTimer else { return part.isEmpty ? text(of: picked) : nil }
    let minutes = Int(duration / 60)
    return switch part {
    case "hours": String(minutes / 60)
    case "minutes": String(minutes % 60 - minutes % 60 % minuteInterval)
    default: nil
    }
  }

  package final func isUnchanged(by input: FieldInput, part: String) -> Bool {
    guard let text = input.text else { return false }
    guard datePickerMode != .countDownTimer, text != sentValue(ofPart: part) else {
      return text == sentValue(ofPart: part)
    }
    // Browsers may add seconds.
    return time(text).map { self.text($0) } == sentValue(ofPart: part) && time(text)?.second.isMultiple(of: 60) == true
  }

  package func problem(with input: FieldInput, part: String) -> String? {
    let text = input.text ?? ""
    guard datePickerMode != .countDownTimer else {
      return choices(ofPart: part).contains { String($0) == text }
        ? nil : localized(part == "hours" ? .problemHours : .problemMinutes)
    }
    guard let time = time(text) else {
      return switch datePickerMode {
      case .time: localized(.problemTime)
      case .date: localized(.problemDate)
      case .dateAndTime, .countDownTimer: localized(.problemDateAndTime)
      }
    }
    if datePickerMode != .date, minuteInterval > 1, !(time.second / 60).isMultiple(of: minuteInterval) {
      return localized(.problemMinuteInterval(minuteInterval))
    }
    return problemOfRange(time)
  }

  /// Compares only the parts that the user can choose. So a value equal to a limit in these parts is within the range.
  private func problemOfRange(_ time: LocalTime) -> String? {
    let (earliest, latest) = range
    func isBefore(_ left: LocalTime, _ right: LocalTime) -> Bool {
      datePickerMode == .date ? left.day < right.day : left < right
    }
    if let earliest, isBefore(time, minute(earliest)) {
      return localized(.problemEarliest(described(earliest)))
    }
    if let latest, isBefore(minute(latest), time) {
      return localized(.problemLatest(described(latest)))
    }
    return nil
  }

  private func minute(_ date: Date) -> LocalTime {
    var time = LocalTime(date, in: zone)
    time.second -= time.second % 60
    return time
  }

  final func described(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale ?? AppEnvironment.current.locale
    formatter.timeZone = zone
    formatter.dateStyle = datePickerMode == .time ? .none : .medium
    formatter.timeStyle = datePickerMode == .date ? .none : .short
    return formatter.string(from: LocalTime(date, in: zone).date(in: zone))
  }

  package func enter(_ input: FieldInput, part: String) {
    guard let text = input.text else { return }
    if datePickerMode == .countDownTimer {
      guard let number = Int(text) else { return }
      let minutes = Int(duration / 60)
      let hours = part == "hours" ? number : minutes / 60
      countDownDuration = Double(hours * 60 + (part == "minutes" ? number : minutes % 60)) * 60
      if duration < 60 { countDownDuration = Double(minuteInterval) * 60 }
    } else {
      guard let time = time(text) else { return }
      date = time.date(in: zone)
    }
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  /// Returns the date of an input; nil if the input is invalid.
  final func date(_ text: String) -> Date? { time(text)?.date(in: zone) }

  /// Returns the local time of an input, with the other parts of the current date; nil if the input is invalid.
  private func time(_ text: String) -> LocalTime? {
    let now = LocalTime(picked, in: zone)
    switch datePickerMode {
    case .time: return LocalTime.second(text[...]).map { LocalTime(day: now.day, second: $0) }
    case .date: return LocalTime.day(text[...]).map { LocalTime(day: $0, second: now.second) }
    case .dateAndTime, .countDownTimer:
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
      guard parts.count == 2, let day = LocalTime.day(parts[0]), let second = LocalTime.second(parts[1]) else {
        return nil
      }
      return LocalTime(day: day, second: second)
    }
  }

  private func choices(ofPart part: String) -> [Int] {
    part == "hours" ? Array(0..<24) : Array(stride(from: 0, to: 60, by: minuteInterval))
  }

  package var tellsValuesOnTheWay: Bool { hasValueHandler }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderContent(into html: HTMLRenderer) {
    switch datePickerMode {
    case .time: writeInput("time", into: html)
    case .date: writeInput("date", into: html)
    case .dateAndTime: writeInput("datetime-local", into: html)
    case .countDownTimer:
      writeSelect("hours", .partHours, into: html) { .partHourCount($0) }
      writeSelect("minutes", .partMinutes, into: html) { .partMinuteCount($0) }
    }
    html.writeSetButton(of: self)
    if datePickerMode == .time || datePickerMode == .dateAndTime { writeZone(into: html) }
    html.writeProblem(of: self)
    super.renderContent(into: html)
  }

  private func writeInput(_ type: String, into html: HTMLRenderer) {
    html.write("<input")
    html.writeFieldAttributes(of: self, describedBy: datePickerMode == .date ? nil : "zone")
    html.write(attribute: "type", type)
    let (earliest, latest) = shownRange
    if let earliest { html.write(attribute: "min", text(earliest)) }
    if let latest { html.write(attribute: "max", text(latest)) }
    if datePickerMode != .date, minuteInterval > 1 { html.write(attribute: "step", String(minuteInterval * 60)) }
    html.write(attribute: "value", shownValue())
    html.write(">")
  }

  /// The limits that the input has. In the mode `.time`, a limit counts only on its own day.
  private var shownRange: (LocalTime?, LocalTime?) {
    let limits = (range.earliest.map(minute), range.latest.map(minute))
    guard datePickerMode == .time else { return limits }
    let day = LocalTime(picked, in: zone).day
    return (limits.0.flatMap { $0.day == day ? $0 : nil }, limits.1.flatMap { $0.day == day ? $0 : nil })
  }

  private func writeSelect(
    _ part: String, _ label: ServerText, into html: HTMLRenderer, choiceText: (Int) -> ServerText
  ) {
    let choices = choices(ofPart: part).map { ($0, localized(choiceText($0))) }
    html.writeSelect(of: self, part: part, partLabel: localized(label), choices)
  }

  private func writeZone(into html: HTMLRenderer) {
    let text = localized(.partTimeZone(zone.identifier.replacing("_", with: " ")))
    html.write(text, in: "span", cssClass: "zone", id: (self, "zone"))
  }
}

/// The look of a date picker.
public enum UIDatePickerStyle: Int, Sendable { case automatic, wheels, compact, inline }
