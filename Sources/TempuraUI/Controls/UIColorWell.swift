internal import Basics
public import Foundation

/// A control with a colour, which the browser's own picker changes.
open class UIColorWell: FormControl {
  /// The colour. Default: nil, which the page shows as black.
  open var selectedColor: UIColor? { didSet { if selectedColor != oldValue { formValueDidChange() } } }

  /// The title of the picker, with which screen readers name the control.
  @Rendered open var title: String?

  override open var intrinsicContentSize: CGSize { CGSize(width: 28, height: 28) }

  /// A browser knows no transparency: the opacity of the colour stays.
  private var parts: (color: [CGFloat], alpha: CGFloat) {
    var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(1))
    _ = selectedColor?.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return ([red, green, blue], alpha)
  }

  override open var formValue: String {
    "#" + parts.color.map { UInt8((min(max($0, 0), 1) * 255).rounded()).hexadecimal }.joined()
  }

  override open func problem(with value: String) -> String? {
    Self.number(value) == nil ? localized(.problemColor) : nil
  }

  override open func enter(_ value: String) {
    guard let number = Self.number(value) else { return }
    func part(_ shift: Int) -> CGFloat { CGFloat(number >> shift & 255) / 255 }
    selectedColor = UIColor(red: part(16), green: part(8), blue: part(0), alpha: parts.alpha)
    sendActions(for: .valueChanged)
  }

  /// Reads a simple colour (HTML Standard, section 2.3.6).
  private static func number(_ text: String) -> Int? {
    text.utf8.count == 7 && text.hasPrefix("#") && !text.contains("+") && !text.contains("-")
      ? Int(text.dropFirst(), radix: 16) : nil
  }

  override open func renderContent(into html: HTMLRenderer) {
    html.write("<input type=\"color\"")
    html.writeFieldAttributes(of: self, label: title ?? localized(.partColor))
    html.write(attribute: "value", shownFormValue)
    html.write(">")
    html.writeSetButton(of: self)
    html.writeProblem(of: self)
  }
}
