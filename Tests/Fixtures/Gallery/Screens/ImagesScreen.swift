import UIKit

final class ImagesScreen: ScreenView {
  override func addExamples() {
    addGroup("With a text for those who do not see it", [image("icon", label: "A white mark on a colour")])
    addGroup(
      "Decoration",
      [image("checkOn"), label("The image above says nothing that the text does not say.")])
    let row = UIStackView(
      arrangedSubviews: ["add", "archiveSectionIcon", "clearIcon", "undoIcon"].map { image($0) })
    row.spacing = 16
    addGroup("Icons", [row, label("Icons are files of the app.")])
  }

  private func image(_ name: String, label: String? = nil) -> UIView {
    let view = UIImageView(image: UIImage(named: name))
    view.accessibilityLabel = label
    if label == nil { view.isAccessibilityElement = false }
    let row = UIStackView(arrangedSubviews: [view])
    row.alignment = .center
    return row
  }

  private func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }
}
