import Katana
import Tempura
import UIKit

final class SectionsViewController: UIViewController, RoutableWithConfiguration {
  private let store: PartialStore<AppState>
  private let strip = TabStrip()
  private let pager = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
  private lazy var pages = Desk.allCases.map { DeskViewController(store: store, desk: $0) }

  var routeIdentifier: RouteElementIdentifier { Screen.sections.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.show(Screen.article): .push { [unowned self] in ArticleViewController(store: store, story: $0 as? Int ?? 1) }]
  }

  init(store: PartialStore<AppState>) {
    self.store = store
    super.init(nibName: nil, bundle: nil)
    title = NSLocalizedString("tab.sections", comment: "")
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .paper
    navigationItem.largeTitleDisplayMode = .never
    strip.titles = Desk.allCases.map(\.title)
    strip.didSelect = { [unowned self] index in show(index) }
    strip.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(strip)
    addChild(pager)
    pager.view.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(pager.view)
    pager.didMove(toParent: self)
    pager.dataSource = self
    pager.delegate = self
    pager.setViewControllers([pages[0]], direction: .forward, animated: false)
    NSLayoutConstraint.activate([
      strip.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      strip.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      strip.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      strip.heightAnchor.constraint(equalToConstant: 44),
      pager.view.topAnchor.constraint(equalTo: strip.bottomAnchor),
      pager.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      pager.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      pager.view.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  private func show(_ index: Int) {
    let isForward = index >= strip.selectedIndex
    pager.setViewControllers([pages[index]], direction: isForward ? .forward : .reverse, animated: true)
    strip.select(index, animated: true)
  }
}

extension SectionsViewController: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController? {
    guard let index = pages.firstIndex(where: { $0 === viewController }), index > 0 else { return nil }
    return pages[index - 1]
  }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController? {
    guard let index = pages.firstIndex(where: { $0 === viewController }), index + 1 < pages.count else { return nil }
    return pages[index + 1]
  }

  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) {
    guard completed, let shown = pageViewController.viewControllers?.first as? DeskViewController,
      let index = pages.firstIndex(of: shown)
    else { return }
    strip.select(index, animated: true)
  }
}
