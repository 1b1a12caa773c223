public import Foundation

/// A calendar in which the user chooses days. On a page it is the browser's own input for a date, which decorates no days. If
/// several days can be chosen, it adds or removes the entered one.
open class UICalendarView: UIDatePicker {
  override public init(frame: CGRect) {
    super.init(frame: frame)
    datePickerMode = .date
  }

  public required init?(coder: NSCoder) { nil }

  open weak var delegate: (any UICalendarViewDelegate)?

  /// What the user can choose. Default: nil, nothing.
  open var selectionBehavior: UICalendarSelection? {
    didSet {
      oldValue?.view = nil
      selectionBehavior?.view = self
      selectionBehavior?.didChange()
    }
  }

  open var availableDateRange = DateInterval(start: .distantPast, end: .distantFuture) {
    didSet {
      minimumDate = availableDateRange.start > .distantPast ? availableDateRange.start : nil
      maximumDate = availableDateRange.end < .distantFuture ? availableDateRange.end : nil
    }
  }

  override package func sentValue(ofPart part: String) -> String? {
    guard part.isEmpty else { return nil }
    return (selectionBehavior as? UICalendarSelectionSingleDate)?.selectedDate.flatMap(calendar.date).map(text) ?? ""
  }

  private func components(_ text: String) -> DateComponents? {
    guard let date = date(text) else { return nil }
    var components = calendar.dateComponents([.era, .year, .month, .day], from: date)
    components.calendar = calendar
    return components
  }

  override package func problem(with input: FieldInput, part: String) -> String? {
    guard let text = input.text, !text.isEmpty else { return nil }
    if let problem = super.problem(with: input, part: part) { return problem }
    return components(text).flatMap { selectionBehavior?.accepts($0) } == true ? nil : localized(.problemDate)
  }

  override package func enter(_ input: FieldInput, part: String) {
    selectionBehavior?.choose(input.text.flatMap(components))
    selectionBehavior?.didChange()
  }

  override package var tellsValuesOnTheWay: Bool { selectionBehavior != nil }

  override open func renderContent(into html: HTMLRenderer) {
    super.renderContent(into: html)
    let days = (selectionBehavior as? UICalendarSelectionMultiDate)?.selectedDates ?? []
    for date in days.compactMap(calendar.date) { html.writeSpan(described(date)) }
  }
}

/// What the user chooses in a calendar.
open class UICalendarSelection: NSObject {
  weak var view: UICalendarView?
  final func didChange() {
    view?.dropDraft()
    view?.setNeedsRender()
  }
  func accepts(_ day: DateComponents) -> Bool { false }
  func choose(_ day: DateComponents?) {}
}

open class UICalendarSelectionSingleDate: UICalendarSelection {
  open weak var delegate: (any UICalendarSelectionSingleDateDelegate)?
  open var selectedDate: DateComponents? { didSet { didChange() } }
  public init(delegate: (any UICalendarSelectionSingleDateDelegate)?) { self.delegate = delegate }
  open func setSelected(_ date: DateComponents?, animated: Bool) { selectedDate = date }

  override func accepts(_ day: DateComponents) -> Bool { delegate?.dateSelection(self, canSelectDate: day) ?? true }
  override func choose(_ day: DateComponents?) {
    selectedDate = day
    delegate?.dateSelection(self, didSelectDate: day)
  }
}

open class UICalendarSelectionMultiDate: UICalendarSelection {
  open weak var delegate: (any UICalendarSelectionMultiDateDelegate)?
  open var selectedDates: [DateComponents] = [] { didSet { didChange() } }
  public init(delegate: (any UICalendarSelectionMultiDateDelegate)?) { self.delegate = delegate }
  open func setSelectedDates(_ dates: [DateComponents], animated: Bool) { selectedDates = dates }

  private func index(of day: DateComponents) -> Int? {
    selectedDates.firstIndex { ($0.year, $0.month, $0.day) == (day.year, day.month, day.day) }
  }

  override func accepts(_ day: DateComponents) -> Bool {
    guard let delegate else { return true }
    return index(of: day) == nil
      ? delegate.multiDateSelection(self, canSelectDate: day) : delegate.multiDateSelection(self, canDeselectDate: day)
  }

  override func choose(_ day: DateComponents?) {
    guard let day else { return }
    if let index = index(of: day) {
      selectedDates.remove(at: index)
      delegate?.multiDateSelection(self, didDeselectDate: day)
    } else {
      selectedDates.append(day)
      delegate?.multiDateSelection(self, didSelectDate: day)
    }
  }
}

public protocol UICalendarSelectionSingleDateDelegate: AnyObject {
  func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate date: DateComponents?)
  func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate date: DateComponents?) -> Bool
}

extension UICalendarSelectionSingleDateDelegate {
  public func dateSelection(_: UICalendarSelectionSingleDate, canSelectDate _: DateComponents?) -> Bool { true }
}

public protocol UICalendarSelectionMultiDateDelegate: AnyObject {
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate date: DateComponents)
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate date: DateComponents)
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canSelectDate date: DateComponents) -> Bool
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canDeselectDate date: DateComponents) -> Bool
}

extension UICalendarSelectionMultiDateDelegate {
  public func multiDateSelection(_: UICalendarSelectionMultiDate, canSelectDate _: DateComponents) -> Bool { true }
  public func multiDateSelection(_: UICalendarSelectionMultiDate, canDeselectDate _: DateComponents) -> Bool { true }
}

// swift-format-ignore
extension UICalendarView {
  public struct Decoration {
    public enum Size: Int, Sendable { case small, medium, large }
    public static func `default`(color: UIColor? = nil, size: Size = .medium) -> Decoration { Decoration() }
    public static func image(_ image: UIImage?, color: UIColor? = nil, size: Size = .medium) -> Decoration { Decoration() }
    public static func customView(_ provider: @escaping () -> UIView) -> Decoration { Decoration() }
  }
}

/// Never called: the browser shows its own calendar.
public protocol UICalendarViewDelegate: AnyObject {
  func calendarView(_ calendarView: UICalendarView, decorationFor dateComponents: DateComponents) -> UICalendarView
    .Decoration?
  func calendarView(
    _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents)
}

// swift-format-ignore
extension UICalendarViewDelegate {
  public func calendarView(_ calendarView: UICalendarView, decorationFor dateComponents: DateComponents) -> UICalendarView.Decoration? { nil }
  public func calendarView(_ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents) {}
}
