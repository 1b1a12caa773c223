public import Foundation

/// A control for a date, a time, both, or a duration.
///
/// The page has the browser's own inputs, which show dates in their reader's way. Where a time is part of the date the
/// page says in which time zone. A time that clocks show twice, as they go back, is the first of the two; one that they
/// leave out, as they go forward, is as long after their change as it would have been without.
open class UIDatePicker: UIControl, InputField {
  /// What is picked.
  public enum Mode: Int, Sendable {
    case time, date, dateAndTime, countDownTimer
  }

  private var picked = Date()
  private var duration: TimeInterval = 0

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var datePickerMode = Mode.dateAndTime {
    didSet { if datePickerMode != oldValue { valueDidChange() } }
  }

  /// The date; one out of the range becomes the nearest within it. Its parts that are not picked, such as the seconds, stay
  /// as the app set them.
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

  /// The earliest date. As in UIKit there is no range if it is later than the latest.
  open var minimumDate: Date? { didSet { if minimumDate != oldValue { limitsDidChange() } } }

  /// The latest date.
  open var maximumDate: Date? { didSet { if maximumDate != oldValue { limitsDidChange() } } }

  /// The duration that is picked in the mode `.countDownTimer`, in seconds: less than a day, at least a minute.
  open var countDownDuration: TimeInterval {
    get { duration }
    set {
      let newValue = newValue > 0 ? min(newValue, 86_340) : 0
      guard newValue != duration else { return }
      duration = newValue
      valueDidChange()
    }
  }

  /// The minutes between two times that can be picked, which an hour is a multiple of.
  open var minuteInterval = 1 {
    didSet {
      guard minuteInterval != oldValue else { return }
      if minuteInterval < 1 || 60 % minuteInterval != 0 {
        Misuse.trap("\(nameInCode) cannot have the minute interval \(minuteInterval): 60 is no multiple of it.")
        minuteInterval = oldValue
      }
      setNeedsRender()
    }
  }

  /// The time zone of what is picked; that of the calendar if there is none.
  open var timeZone: TimeZone? { didSet { if timeZone != oldValue { valueDidChange() } } }

  /// The calendar, whose time zone counts. Browsers show the calendar that their readers use.
  open var calendar: Calendar! { didSet { if calendar != oldValue { valueDidChange() } } }

  /// The language of what the page says of the dates that can be picked; by default that of the app instance. The inputs are
  /// in the browser's.
  open var locale: Locale?

  /// For the app to read: the look is the browser's.
  open var preferredDatePickerStyle = UIDatePickerStyle.automatic

  /// The look: that of a small field that opens a calendar.
  open var datePickerStyle: UIDatePickerStyle { .compact }

  private func valueDidChange() {
    dropDraft()
    setNeedsRender()
  }

  // MARK: - The range

  private var range: (least: Date?, most: Date?) {
    if let minimumDate, let maximumDate, minimumDate > maximumDate { return (nil, nil) }
    return (minimumDate, maximumDate)
  }

  private func limited(_ date: Date) -> Date {
    if let least = range.least, date < least { return least }
    if let most = range.most, date > most { return most }
    return date
  }

  private func limitsDidChange() {
    date = picked
    setNeedsRender()
  }

  // MARK: - Input

  private var zone: TimeZone { timeZone ?? calendar?.timeZone ?? .current }

  /// What a clock shows, as far as it can be picked.
  private func shown(_ date: Date) -> LocalTime {
    var time = LocalTime(date, in: zone)
    time.second -= time.second % 60
    if minuteInterval > 0 { time.second -= time.second % (minuteInterval * 60) }
    return time
  }

  private func text(_ time: LocalTime) -> String {
    switch datePickerMode {
    case .time: time.timeText
    case .date: time.dayText
    case .dateAndTime, .countDownTimer: time.text
    }
  }

  package final func sentValue(ofPart part: String) -> String? {
    guard datePickerMode == .countDownTimer else { return part.isEmpty ? text(shown(picked)) : nil }
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
    // Browsers may send seconds.
    return time(text).map { self.text($0) } == sentValue(ofPart: part) && time(text)?.second.isMultiple(of: 60) == true
  }

  package final func problem(with input: FieldInput, part: String) -> String? {
    let text = input.text ?? ""
    guard datePickerMode != .countDownTimer else {
      return choices(ofPart: part).contains { String($0) == text } ? nil : "Choose one of the \(part)."
    }
    guard let time = time(text) else {
      return switch datePickerMode {
      case .time: ownText("Choose a time.")
      case .date: ownText("Choose a date.")
      case .dateAndTime, .countDownTimer: ownText("Choose a date and a time.")
      }
    }
    if datePickerMode != .date, minuteInterval > 1, !(time.second / 60).isMultiple(of: minuteInterval) {
      return "Choose a time every \(minuteInterval) minutes, counted from the full hour."
    }
    return problemOfRange(time)
  }

  /// A date whose parts that can be picked are those of a limit is within the limit.
  private func problemOfRange(_ time: LocalTime) -> String? {
    let (least, most) = range
    func isBefore(_ left: LocalTime, _ right: LocalTime) -> Bool {
      datePickerMode == .date ? left.day < right.day : left < right
    }
    if let least, isBefore(time, minute(least)) {
      return ownText("The earliest that can be chosen is %@.", described(least))
    }
    if let most, isBefore(minute(most), time) {
      return ownText("The latest that can be chosen is %@.", described(most))
    }
    return nil
  }

  private func minute(_ date: Date) -> LocalTime {
    var time = LocalTime(date, in: zone)
    time.second -= time.second % 60
    return time
  }

  private func described(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale ?? UIApplication.shared.locale
    formatter.timeZone = zone
    formatter.dateStyle = datePickerMode == .time ? .none : .medium
    formatter.timeStyle = datePickerMode == .date ? .none : .short
    return formatter.string(from: LocalTime(date, in: zone).date(in: zone))
  }

  package final func enter(_ input: FieldInput, part: String) {
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

  /// What was picked, with the other parts of the date as they are; nil if nothing is.
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

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    part == "set" ? setTarget : super.tapTarget(ofPart: part)
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderContent(into html: HTMLRenderer) {
    switch datePickerMode {
    case .time: writeInput("time", into: html)
    case .date: writeInput("date", into: html)
    case .dateAndTime: writeInput("datetime-local", into: html)
    case .countDownTimer:
      writeSelect("hours", "h", into: html)
      writeSelect("minutes", "min", into: html)
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
    let (least, most) = shownRange
    if let least { html.write(attribute: "min", text(least)) }
    if let most { html.write(attribute: "max", text(most)) }
    if datePickerMode != .date, minuteInterval > 1 { html.write(attribute: "step", String(minuteInterval * 60)) }
    html.write(attribute: "value", shownValue())
    html.write(">")
  }

  /// The limits as far as they hold for what is picked: a time of day is only limited on the day of the limit.
  private var shownRange: (LocalTime?, LocalTime?) {
    let limits = (range.least.map(minute), range.most.map(minute))
    guard datePickerMode == .time else { return limits }
    let day = LocalTime(picked, in: zone).day
    return (limits.0.flatMap { $0.day == day ? $0 : nil }, limits.1.flatMap { $0.day == day ? $0 : nil })
  }

  private func writeSelect(_ part: String, _ unit: String, into html: HTMLRenderer) {
    let shown = shownValue(ofPart: part)
    html.write("<select")
    html.writeFieldAttributes(of: self, part: part, partLabel: part)
    html.write(">")
    for choice in choices(ofPart: part) {
      html.write("<option")
      html.write(attribute: "value", String(choice))
      if String(choice) == shown { html.write(" selected") }
      html.write(">")
      html.write(text: "\(choice) \(unit)")
      html.write("</option>")
    }
    html.write("</select>")
  }

  private func writeZone(into html: HTMLRenderer) {
    html.write("<span class=\"zone\"")
    html.write(attribute: "id", idOf: self, part: "zone")
    html.write(">")
    html.write(text: ownText("Time zone: %@", zone.identifier.replacing("_", with: " ")))
    html.write("</span>")
  }
}

/// The looks of date pickers.
public enum UIDatePickerStyle: Int, Sendable {
  case automatic, wheels, compact, inline
}
