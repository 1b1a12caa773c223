import UIKit

/// Pages in a scroll view whose pictures move slower than their texts. The button leads to the same as a page view controller.
final class OnboardingViewController: UIViewController, UIScrollViewDelegate {
  private let scrollView = UIScrollView()
  private let pageControl = UIPageControl()
  private let button = UIButton(type: .system)
  private let titles = ["Welcome", "Discover", "Begin"]
  private let colors: [UIColor] = [.systemPink, .systemTeal, .systemIndigo]
  private var pages: [UIView] = []
  private var circles: [UIView] = []
  private var labels: [UILabel] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Book", style: .plain, target: self, action: OnboardingViewController.showBook)
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.contentInsetAdjustmentBehavior = .never
    scrollView.delegate = self
    scrollView.accessibilityIdentifier = "pages"
    view.addSubview(scrollView)
    for (index, title) in titles.enumerated() {
      let page = UIView()
      page.clipsToBounds = true
      let circle = UIView()
      circle.backgroundColor = colors[index]
      circle.layer.cornerRadius = 90
      circle.accessibilityIdentifier = "circle.\(index)"
      let label = UILabel()
      label.text = title
      label.font = .preferredFont(forTextStyle: .largeTitle)
      label.textAlignment = .center
      page.addSubview(circle)
      page.addSubview(label)
      scrollView.addSubview(page)
      pages.append(page)
      circles.append(circle)
      labels.append(label)
    }
    pageControl.numberOfPages = titles.count
    pageControl.currentPageIndicatorTintColor = .systemPink
    pageControl.pageIndicatorTintColor = .systemGray3
    pageControl.addTarget(self, action: OnboardingViewController.pageControlChanged, for: .valueChanged)
    view.addSubview(pageControl)
    button.setTitle("Next", for: .normal)
    button.accessibilityIdentifier = "onboarding.next"
    button.addTarget(self, action: OnboardingViewController.next, for: .touchUpInside)
    view.addSubview(button)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let top = view.safeAreaInsets.top
    let size = CGSize(width: view.bounds.width, height: 440)
    scrollView.frame = CGRect(origin: CGPoint(x: 0, y: top), size: size)
    scrollView.contentSize = CGSize(width: size.width * CGFloat(pages.count), height: size.height)
    for (index, page) in pages.enumerated() {
      page.frame = CGRect(origin: CGPoint(x: size.width * CGFloat(index), y: 0), size: size)
      circles[index].bounds = CGRect(x: 0, y: 0, width: 180, height: 180)
      circles[index].center = CGPoint(x: size.width / 2, y: 160)
      labels[index].frame = CGRect(x: 0, y: 300, width: size.width, height: 50)
    }
    pageControl.frame = CGRect(x: 0, y: top + 460, width: size.width, height: 30)
    button.frame = CGRect(x: (size.width - 160) / 2, y: top + 510, width: 160, height: 50)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard scrollView.bounds.width > 0 else { return }
    let position = scrollView.contentOffset.x / scrollView.bounds.width
    for (index, circle) in circles.enumerated() {
      let distance = position - CGFloat(index)
      circle.transform = CGAffineTransform(translationX: distance * 150, y: 0)
        .scaledBy(x: 1 - min(abs(distance), 1) * 0.4, y: 1 - min(abs(distance), 1) * 0.4)
      circle.alpha = 1 - min(abs(distance), 1)
    }
    pageControl.currentPage = Int(position.rounded())
    button.setTitle(pageControl.currentPage == titles.count - 1 ? "Done" : "Next", for: .normal)
  }

  private func pageControlChanged(_ sender: UIPageControl) {
    scroll(to: sender.currentPage)
  }

  private func next() {
    if pageControl.currentPage == titles.count - 1 {
      navigationController?.popViewController(animated: true)
    } else {
      scroll(to: pageControl.currentPage + 1)
    }
  }

  private func scroll(to page: Int) {
    scrollView.setContentOffset(CGPoint(x: scrollView.bounds.width * CGFloat(page), y: 0), animated: true)
  }

  private func showBook() {
    navigationController?.pushViewController(BookViewController(), animated: true)
  }
}

final class BookPageViewController: UIViewController {
  let number: Int

  init(number: Int) {
    self.number = number
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = number % 2 == 0 ? .systemGray5 : .systemGray6
    let label = UILabel()
    label.text = "Page \(number)"
    label.font = .preferredFont(forTextStyle: .title1)
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    NSLayoutConstraint.activate([
      label.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      label.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
  }
}

final class BookViewController: UIPageViewController, UIPageViewControllerDataSource, UIPageViewControllerDelegate {
  init() {
    super.init(transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Page 1"
    view.backgroundColor = .systemBackground
    view.accessibilityIdentifier = "book"
    dataSource = self
    delegate = self
    setViewControllers([BookPageViewController(number: 1)], direction: .forward, animated: false)
  }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController? {
    guard let page = viewController as? BookPageViewController, page.number > 1 else { return nil }
    return BookPageViewController(number: page.number - 1)
  }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController? {
    guard let page = viewController as? BookPageViewController, page.number < 5 else { return nil }
    return BookPageViewController(number: page.number + 1)
  }

  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) {
    guard completed, let page = viewControllers?.first as? BookPageViewController else { return }
    title = "Page \(page.number)"
  }

  func presentationCount(for pageViewController: UIPageViewController) -> Int { 5 }

  func presentationIndex(for pageViewController: UIPageViewController) -> Int {
    ((viewControllers?.first as? BookPageViewController)?.number ?? 1) - 1
  }
}
