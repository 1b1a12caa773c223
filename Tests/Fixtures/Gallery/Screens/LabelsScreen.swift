import UIKit

final class LabelsScreen: ScreenView {
  override func addExamples() {
    addGroup("Headings", (2...6).map(heading))
    addGroup(
      "Fonts",
      [
        label("Regular") { $0.font = .systemFont(ofSize: 17) },
        label("Light") { $0.font = .systemFont(ofSize: 17, weight: .light) },
        label("Bold") { $0.font = .boldSystemFont(ofSize: 17) },
        label("Italic") { $0.font = .italicSystemFont(ofSize: 17) },
        label("Large") { $0.font = .systemFont(ofSize: 34) },
        label("Small") { $0.font = .systemFont(ofSize: 13) },
      ])
    addGroup(
      "Colours",
      [
        label("A colour of the text's own") { $0.textColor = Palette.destructive },
        label("A colour behind the text") { $0.backgroundColor = Palette.tile },
      ])
    addGroup(
      "Parts",
      [
        label("") { $0.attributedText = Self.parts },
        label("One line that is cut off where it does not fit. " + Self.longText) { label in
          label.lineBreakMode = .byTruncatingTail
        },
        label("Disabled") { $0.isEnabled = false },
        label("★★★★☆") { $0.accessibilityLabel = "Four of five stars" },
      ])
    addGroup(
      "Alignment",
      [
        label("Natural") { $0.textAlignment = .natural },
        label("Left") { $0.textAlignment = .left },
        label("Centre") { $0.textAlignment = .center },
        label("Right") { $0.textAlignment = .right },
      ])
    addGroup(
      "Long text",
      [
        label(Self.longText) { $0.numberOfLines = 0 },
        label("At most two lines. " + Self.longText) { $0.numberOfLines = 2 },
        label("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"),
      ])
    addGroup(
      "Scripts",
      [
        label("👩‍👩‍👧‍👦 🇺🇳 👋🏽 ❤️ emoji"),
        label("مرحبا بالعالم، هذا نص عربي"),
        label("שלום עולם, זה טקסט בעברית"),
        label("日本語のテキスト、漢字とかな"),
        label("Line one\nLine two, after a line break"),
        label("<b>Markup</b> & entities are text"),
      ])
  }

  private static let longText =
    "A text that is longer than a line goes on in the next one, on a phone as well as on a desktop, and whoever reads "
    + "it does not have to scroll sideways."

  private static var parts: NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    let parts: [(String, [NSAttributedString.Key: Any])] = [
      ("Bold", [.font: UIFont.boldSystemFont(ofSize: 17)]), ("italic", [.font: UIFont.italicSystemFont(ofSize: 17)]),
      ("coloured", [.foregroundColor: Palette.destructive]),
      ("underlined", [.underlineStyle: NSUnderlineStyle.single.rawValue]),
      ("struck", [.strikethroughStyle: NSUnderlineStyle.single.rawValue]), ("linked", [.link: "/gallery"]),
    ]
    for (part, attributes) in parts {
      text.append(NSAttributedString(string: part, attributes: attributes))
      text.append(NSAttributedString(string: part == "linked" ? "." : ", "))
    }
    return text
  }

  private func heading(_ level: Int) -> UILabel {
    label("Heading of level \(level)") { label in
      label.accessibilityTraits = .header
      label.headingLevel = level
      label.font = .systemFont(ofSize: CGFloat(30 - 2 * level), weight: .bold)
    }
  }

  private func label(_ text: String, _ change: (UILabel) -> Void = { _ in }) -> UILabel {
    let label = UILabel()
    label.text = text
    change(label)
    return label
  }
}
