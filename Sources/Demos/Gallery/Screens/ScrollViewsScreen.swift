import UIKit

final class ScrollViewsScreen: ScreenView {
  override func addExamples() {
    let row = UIStackView(arrangedSubviews: (1...12).map(button))
    row.spacing = 12
    let scrollView = UIScrollView()
    scrollView.addSubview(row)
    addGroup("Sideways", [scrollView])
  }

  private func button(_ number: Int) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle("Number \(number)", for: .normal)
    button.backgroundColor = Palette.tile
    button.setTitleColor(.label, for: .normal)
    note(button, .touchUpInside) { _ in "Number \(number) was tapped" }
    return button
  }
}
