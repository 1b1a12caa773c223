import UIKit

/// Zero to five stars.
final class StarsControl: FormControl {
  var stars = 0 { didSet { if stars != oldValue { formValueDidChange() } } }

  override var formValue: String { "\(stars)" }

  override func problem(with value: String) -> String? {
    (0...5).map(String.init).contains(value) ? nil : "Choose up to five stars."
  }

  override func enter(_ value: String) {
    stars = Int(value) ?? 0
    sendActions(for: .valueChanged)
  }

  override func renderContent(into html: HTMLRenderer) {
    html.write("<star-rating><select")
    html.writeFieldAttributes(of: self)
    html.write(">")
    for count in 0...5 {
      html.write("<option")
      html.write(attribute: "value", "\(count)")
      if "\(count)" == shownFormValue { html.write(" selected") }
      html.write(">")
      html.write(text: count == 0 ? "Not rated" : count == 1 ? "1 star" : "\(count) stars")
      html.write("</option>")
    }
    html.write("</select></star-rating>")
    html.writeProblem(of: self)
  }
}
