import UIKit

final class SymbolsScreen: ScreenView {
  private static let names = [
    "chevron.left", "chevron.right", "chevron.up", "chevron.down", "arrow.clockwise", "xmark", "xmark.circle.fill",
    "plus", "plus.circle", "minus", "trash", "pencil", "square.and.pencil", "magnifyingglass", "checkmark",
    "checkmark.circle.fill", "circle", "ellipsis", "line.3.horizontal", "list.bullet", "square.and.arrow.up", "gear",
    "star", "star.fill", "heart", "heart.fill", "person", "house", "bell", "info.circle", "questionmark.circle",
    "exclamationmark.triangle", "calendar", "clock", "envelope", "flag", "folder", "doc", "photo", "camera", "lock",
    "eye",
    "cart", "bookmark", "link", "play.fill", "pause.fill",
  ]

  override func addExamples() {
    let rows = stride(from: 0, to: Self.names.count, by: 6).map { start in
      row(Self.names[start..<min(start + 6, Self.names.count)].map { symbol($0) })
    }
    addGroup("Symbols", rows)
    addGroup(
      "Looks",
      [
        row([
          symbol("star.fill") { $0.tintColor = Palette.destructive },
          symbol("heart.fill", UIImage(systemName: "heart.fill")?.withTintColor(Palette.destructive)),
          symbol("bell", UIImage(systemName: "bell", withConfiguration: .init(pointSize: 40))),
        ]),
        row([symbol("chevron.backward"), label("Back and forth, as text runs"), symbol("chevron.forward")]),
        button(),
      ])
  }

  private func symbol(
    _ name: String, _ image: UIImage? = nil, _ change: (UIImageView) -> Void = { _ in }
  ) -> UIImageView {
    let view = UIImageView(image: image ?? UIImage(systemName: name))
    view.accessibilityLabel = name
    change(view)
    return view
  }

  private func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }

  private func button() -> UIButton {
    let button = UIButton(type: .system)
    button.setImage(UIImage(systemName: "square.and.arrow.up"), for: .normal)
    button.setTitle("Share", for: .normal)
    note(button, .touchUpInside) { _ in "Share was tapped" }
    return button
  }

  private func row(_ views: [UIView]) -> UIView {
    let row = UIStackView(arrangedSubviews: views)
    row.spacing = 24
    row.alignment = .center
    return row
  }
}
