internal import Basics
public import Foundation

/// Provides the numbers of components and rows of a picker.
public protocol UIPickerViewDataSource: AnyObject {
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// Provides the titles of a picker's rows, and responds to the user's choice.
public protocol UIPickerViewDelegate: AnyObject {
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
  /// Returns an attributed title, which has precedence over the plain one. The page shows its text without attributes.
  func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString?
  /// Returns a view for a row, which has precedence over titles. The page shows only its accessibility label, or else
  /// the text of its labels.
  func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
  public func pickerView(_: UIPickerView, titleForRow _: Int, forComponent _: Int) -> String? { nil }
  public func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString? { nil }
  public func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView { UIView() }
  public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
}

/// Provides the accessible names of a picker's components.
public protocol UIPickerViewAccessibilityDelegate: UIPickerViewDelegate {
  func pickerView(_ pickerView: UIPickerView, accessibilityLabelForComponent component: Int) -> String?
}

extension UIPickerViewAccessibilityDelegate {
  public func pickerView(_ pickerView: UIPickerView, accessibilityLabelForComponent component: Int) -> String? { nil }
}

/// One or more lists, each with one chosen row.
///
/// Each component is a `select`, and every form sends its choice. The picker asks for the rows once, and again after a
/// reload.
open class UIPickerView: UIView, InputField {
  override final func addContent(to hash: inout StableHash) { hash.combine(sentValue(ofPart: "") ?? "") }

  private struct Component {
    var titles: [String]
    var selected: Int
  }

  private var loaded: [Component]?

  public final weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
  public final weak var delegate: (any UIPickerViewDelegate)? { didSet { reloadAllComponents() } }

  // MARK: - Size

  override final var needsGivenWidth: Bool { true }
  override open var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }

  override open func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  // MARK: - Rows

  public final var numberOfComponents: Int { components.count }

  /// Returns the number of rows in a component; 0 if there is no such component.
  public final func numberOfRows(inComponent component: Int) -> Int {
    components.indices.contains(component) ? components[component].titles.count : 0
  }

  /// Returns the index of the chosen row; -1 if there is none.
  public final func selectedRow(inComponent component: Int) -> Int {
    components.indices.contains(component) ? components[component].selected : -1
  }

  /// Chooses a row without calling the delegate, as in UIKit.
  public final func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    guard components.indices.contains(component), components[component].titles.indices.contains(row) else {
      return Misuse.report(
        "selectRow does nothing, because \(nameInCode) has no row \(row) in component \(component): add the row first.")
    }
    guard components[component].selected != row else { return }
    loaded?[component].selected = row
    dropDraft()
    setNeedsRender()
  }

  /// Marks all components for loading again. Their selection stays.
  public final func reloadAllComponents() {
    let selected = loaded?.map(\.selected) ?? []
    loaded = nil
    earlierSelection = selected.isEmpty ? earlierSelection : selected
    dropDraft()
    setNeedsRender()
  }

  /// Loads the rows of a component again.
  public final func reloadComponent(_ component: Int) {
    guard let known = loaded, known.indices.contains(component) else { return reloadAllComponents() }
    loaded?[component] = load(component, selected: known[component].selected)
    dropDraft()
    setNeedsRender()
  }

  /// The selected rows before a reload.
  private var earlierSelection: [Int] = []

  private var components: [Component] {
    if let loaded { return loaded }
    let count = max(dataSource?.numberOfComponents(in: self) ?? 0, 0)
    let components = (0..<count).map { component in
      load(component, selected: earlierSelection.indices.contains(component) ? earlierSelection[component] : 0)
    }
    loaded = components
    return components
  }

  private func load(_ component: Int, selected: Int) -> Component {
    let count = max(dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0, 0)
    let titles = (0..<count).map { title(ofRow: $0, in: component) }
    return Component(titles: titles, selected: min(max(selected, 0), count - 1))
  }

  /// Returns the text of a row. As in UIKit, a view has precedence over an attributed title, and that over a plain one.
  private func title(ofRow row: Int, in component: Int) -> String {
    guard let delegate else { return String(row) }
    let view = delegate.pickerView(self, viewForRow: row, forComponent: component, reusing: nil)
    let title =
      view.textForList ?? delegate.pickerView(self, attributedTitleForRow: row, forComponent: component)?.string
      ?? delegate.pickerView(self, titleForRow: row, forComponent: component) ?? "?"
    return title.isEmpty ? "\u{A0}" : title  // HTML requires a text in each option.
  }

  // MARK: - Input

  package final var refusal: ControlRefusal? { isReachable ? nil : .unreachable }

  private func component(ofPart part: String) -> Int? {
    guard let component = Int(part), String(component) == part, components.indices.contains(component),
      !components[component].titles.isEmpty
    else { return nil }
    return component
  }

  package final func sentValue(ofPart part: String) -> String? {
    component(ofPart: part).map { String(components[$0].selected) }
  }

  package final func problem(with input: FieldInput, part: String) -> String? {
    row(input, part) == nil ? localized(.problemRow) : nil
  }

  private func row(_ input: FieldInput, _ part: String) -> Int? {
    guard let component = component(ofPart: part), let text = input.text, let row = Int(text), String(row) == text,
      components[component].titles.indices.contains(row)
    else { return nil }
    return row
  }

  package final func enter(_ input: FieldInput, part: String) {
    guard let component = component(ofPart: part), let row = row(input, part) else { return }
    selectRow(row, inComponent: component, animated: false)
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    part == "set" ? TapTarget(refusal: refusal) {} : super.tapTarget(ofPart: part)
  }

  package final var tellsValuesOnTheWay: Bool { delegate != nil }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderContent(into html: HTMLRenderer) {
    for (index, component) in components.enumerated() {
      html.writeSelect(
        of: self, part: String(index), partLabel: label(of: index), component.titles.enumerated().map { ($0, $1) })
    }
    if components.contains(where: { !$0.titles.isEmpty }) { html.writeSetButton(of: self) }
    html.writeProblem(of: self)
    super.renderContent(into: html)
  }

  private func label(of component: Int) -> String? {
    let accessibilityDelegate = delegate as? any UIPickerViewAccessibilityDelegate
    if let label = accessibilityDelegate?.pickerView(self, accessibilityLabelForComponent: component) { return label }
    return components.count > 1 ? localized(.partColumn(component + 1, components.count)) : nil
  }
}

extension UIView {
  /// The text that stands for the view in a list: its accessibility label, or else the texts of its labels.
  fileprivate final var textForList: String? {
    if let accessibilityLabel { return accessibilityLabel }
    let texts = ((self as? UILabel)?.text.map { [$0] } ?? []) + subviews.compactMap(\.textForList)
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }
}
