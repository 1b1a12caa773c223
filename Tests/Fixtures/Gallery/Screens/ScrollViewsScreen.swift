import UIKit

final class ScrollViewsScreen: ScreenView {
  override func addExamples() {
    let row = UIStackView(arrangedSubviews: (1...12).map(button))
    row.spacing = 12
    let scrollView = UIScrollView()
    scrollView.addSubview(row)
    addGroup("Sideways", [scrollView])
    addGroup("Scrolled by the app", [scrolled()])
    addGroup("Pages, of which the second is seen first", [pages()])
  }

  private func scrolled() -> UIView {
    let row = UIStackView(arrangedSubviews: (1...12).map { TileView("Tile number \($0)") })
    row.spacing = 12
    let scrollView = UIScrollView()
    scrollView.accessibilityLabel = "Tiles"
    scrollView.contentSize = CGSize(width: 1200, height: 44)
    scrollView.addSubview(row)
    scrollView.setContentOffset(CGPoint(x: 150, y: 0), animated: false)
    return scrollView
  }

  private func pages() -> UIView {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    scrollView.accessibilityLabel = "Pages"
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    for number in 1...3 { scrollView.addSubview(TileView("Page \(number)")) }
    scrollView.setContentOffset(CGPoint(x: 320, y: 0), animated: false)
    return scrollView
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
