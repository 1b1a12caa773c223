import UIKit

/// Pages as wide as the screen, with dots and a button below them.
final class OnboardingScreen: FramedScreenView {
  private let pager = UIScrollView()
  private let dots = UIPageControl()
  private let nextButton = UIButton(type: .custom)

  private let pages = [
    PageView("👋", "Welcome", "Swipe, or press the button, to learn what this app does."),
    PageView("📅", "Plan your week", "Everything that you want to do, in a list that is never longer than your week."),
    PageView("🎉", "You are ready", "This was the last page."),
  ]

  private var page = 0

  override func addExamples() {
    pager.isPagingEnabled = true
    pager.showsHorizontalScrollIndicator = false
    pager.accessibilityLabel = "Introduction"
    for page in pages { pager.addSubview(page) }
    dots.numberOfPages = pages.count
    dots.currentPageIndicatorTintColor = Palette.filled
    dots.isUserInteractionEnabled = false
    nextButton.backgroundColor = Palette.filled
    nextButton.setTitleColor(Palette.onFilled, for: .normal)
    nextButton.layer.cornerRadius = 12
    note(nextButton, .touchUpInside) { [unowned self] _ in turn(to: (page + 1) % pages.count) }
    for view in [pager, dots, nextButton] { addSubview(view) }
    _ = turn(to: 0)
  }

  private func turn(to page: Int) -> String {
    self.page = page
    dots.currentPage = page
    nextButton.setTitle(page == pages.count - 1 ? "Start again" : "Next", for: .normal)
    pager.setContentOffset(CGPoint(x: CGFloat(page) * pager.bounds.width, y: 0), animated: true)
    return "Page \(page + 1) is shown"
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let bottom = bounds.height - max(safeAreaInsets.bottom, 16)
    let buttonWidth = min(width - 2 * margin, 480)
    nextButton.frame = CGRect(x: (width - buttonWidth) / 2, y: bottom - 50, width: buttonWidth, height: 50)
    dots.frame = CGRect(x: 0, y: nextButton.frame.minY - 52, width: width, height: 44)
    let top = scrollView.frame.minY
    pager.frame = CGRect(x: 0, y: top, width: width, height: max(0, dots.frame.minY - top))
    pager.contentSize = CGSize(width: width * CGFloat(pages.count), height: pager.bounds.height)
    for (number, page) in pages.enumerated() {
      page.frame = pager.bounds.offsetBy(dx: CGFloat(number) * width - pager.bounds.minX, dy: 0)
    }
    pager.contentOffset.x = CGFloat(page) * width
    return 0
  }
}

/// A picture, a title and a text, in the middle of a page.
private final class PageView: UIView {
  private let picture: UILabel
  private let title: UILabel
  private let text: UILabel

  init(_ picture: String, _ title: String, _ text: String) {
    self.picture = UILabel(picture, font: .systemFont(ofSize: 64))
    self.title = UILabel(title, font: .systemFont(ofSize: 28, weight: .bold))
    self.text = UILabel(text, font: .systemFont(ofSize: 17), color: Palette.secondary)
    super.init(frame: .zero)
    for label in [self.picture, self.title, self.text] {
      label.textAlignment = .center
      addSubview(label)
    }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = min(bounds.width - 48, 420)
    let labels = [picture, title, text]
    let heights = labels.map { $0.height(forWidth: width) }
    var y = max(0, (bounds.height - heights.reduce(0, +) - 32) / 2)
    for (label, height) in zip(labels, heights) {
      label.frame = CGRect(x: (bounds.width - width) / 2, y: y, width: width, height: height)
      y += height + 16
    }
  }
}
