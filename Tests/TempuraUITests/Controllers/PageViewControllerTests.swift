import Foundation
import Testing

@testable import TempuraUI

/// Pages that the user turns.
@Suite(.app) struct PageViewControllerTests {
  private final class Source: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let events = Events()
    var count = 0
    lazy var pages = ["a", "b", "c"].map { Recorder($0, events) }

    func pageViewController(
      _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController? { page(at: -1, from: viewController) }

    func pageViewController(
      _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController? { page(at: 1, from: viewController) }

    private func page(at offset: Int, from controller: UIViewController) -> UIViewController? {
      guard let index = pages.firstIndex(where: { $0 === controller }) else { return nil }
      return pages.indices.contains(index + offset) ? pages[index + offset] : nil
    }

    func presentationCount(for pageViewController: UIPageViewController) -> Int { count }
    func presentationIndex(for pageViewController: UIPageViewController) -> Int {
      #expect(pageViewController.viewControllers?.isEmpty == false)
      return pages.firstIndex { $0 === pageViewController.viewControllers?.first } ?? 0
    }

    func pageViewController(
      _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) { events.add("will \(pendingViewControllers.map { ($0 as? Recorder)?.name ?? "" })") }

    func pageViewController(
      _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) { events.add("did \(previousViewControllers.map { ($0 as? Recorder)?.name ?? "" })") }
  }

  private func pages(_ source: Source) -> UIPageViewController {
    let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.dataSource = source
    pages.delegate = source
    pages.setViewControllers([source.pages[0]], direction: .forward, animated: false)
    return pages
  }

  @Test func buttonsTurnThePages() throws {
    let source = Source()
    let pages = pages(source)
    let page = Page(showing: pages)
    _ = page.html
    let first = source.events.take()
    #expect(first.contains("a didAppear") && !first.contains("b willAppear") && first.contains("b didLoad"))
    #expect(page.count(of: "class=\"pages\"") == 1)
    try page.tap(try #require(page.buttons.last))
    #expect(pages.viewControllers == [source.pages[1]] && source.pages[1].parent === pages)
    // The neighbours are beside it, and take no presses.
    _ = page.html
    #expect(source.pages.allSatisfy { $0.parent === pages } && page.count(of: "class=\"PageHolder\" inert") == 2)
    let events = source.events.take()
    #expect(events.first == "will [\"b\"]" && events.last == "did [\"a\"]")
    #expect(events.contains("a didDisappear") && events.contains("b didAppear"))
    try page.tap(try #require(page.buttons.first))
    #expect(pages.viewControllers == [source.pages[0]])
  }

  @Test func scrollingTurnsThePages() throws {
    let source = Source()
    let pages = pages(source)
    let page = Page(showing: pages)
    _ = page.html
    let strip = try #require(pages.view.subviews.first as? UIScrollView)
    let width = strip.bounds.width
    #expect(strip.contentSize.width == 2 * width && strip.contentOffset.x == 0)
    func scroll(to x: CGFloat, isOver: Bool = true) {
      let viewport = Viewport(id: strip.elementID, [Double(x), 0, -1, -1, 0, 0, isOver ? 1 : 0], scale: 1)
      page.window.see([viewport].compactMap(\.self), isEvent: true)
      _ = page.html
    }
    _ = source.events.take()
    scroll(to: width * 0.7, isOver: false)
    #expect(pages.viewControllers == [source.pages[0]] && source.events.take().isEmpty)
    scroll(to: width)
    #expect(pages.viewControllers == [source.pages[1]] && strip.contentOffset.x == width)
    #expect(strip.contentSize.width == 3 * width)
    let events = source.events.take()
    #expect(events.first == "will [\"b\"]" && events.contains("a didDisappear") && events.contains("b didAppear"))
    #expect(!events.contains("c willAppear") && events.contains("did [\"a\"]"))
    scroll(to: 2 * width)
    #expect(pages.viewControllers == [source.pages[2]] && strip.contentSize.width == 2 * width)
    #expect(strip.contentOffset.x == width && source.pages[0].parent == nil)
    scroll(to: 0)
    #expect(pages.viewControllers == [source.pages[1]])
  }

  @Test func thereIsNoWayBeyondTheEnds() throws {
    let source = Source()
    let pages = pages(source)
    let page = Page(showing: pages)
    let id = try #require(page.buttons.first)
    #expect(page.button(id)?.contains("disabled") == true)
    #expect(pages.view.tapTarget(ofPart: "before") == nil)
    pages.setViewControllers([source.pages[2]], direction: .forward, animated: true) { #expect($0) }
    _ = page.html
    #expect(pages.view.tapTarget(ofPart: "before") != nil && pages.view.tapTarget(ofPart: "after") == nil)
  }

  @Test func withoutADataSourceThereAreNoButtons() {
    let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.setViewControllers([UIViewController()], direction: .forward, animated: false)
    let page = Page(showing: pages)
    #expect(page.buttons.isEmpty && page.count(of: "class=\"pages\"") == 0)
    #expect(pages.viewControllers?.first?.view.frame.size == pages.view.bounds.size)
  }

  @Test func dotsTellTheNumberOfThePage() throws {
    let source = Source()
    source.count = 3
    let pages = pages(source)
    let page = Page(showing: pages)
    _ = page.html
    #expect(page.count(of: "class=\"dot\"") == 3)
    let control = try #require(pages.view.subviews.last as? UIPageControl)
    pages.view.tapTarget(ofPart: "after")?.tap()
    _ = page.html
    #expect(control.currentPage == 1 && control.superview === pages.view)
    #expect(pages.viewControllers?.first?.view.frame.height == pages.view.bounds.height - 44)
  }

  @Test func theNumberOfThePageIsAskedForOnlyWhenTheAppSetsPages() throws {
    final class Fixed: UIPageViewControllerDataSource {
      var asked = 0
      let pages = (0..<3).map { _ in UIViewController() }
      private func page(_ offset: Int, from controller: UIViewController) -> UIViewController? {
        pages[(pages.firstIndex { $0 === controller }! + offset + 3) % 3]
      }
      func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
      ) -> UIViewController? { page(-1, from: viewController) }
      func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
      ) -> UIViewController? { page(1, from: viewController) }
      func presentationCount(for pageViewController: UIPageViewController) -> Int { 3 }
      func presentationIndex(for pageViewController: UIPageViewController) -> Int {
        asked += 1
        return 0
      }
    }
    let (pages, source) = (UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal), Fixed())
    pages.dataSource = source
    pages.setViewControllers([source.pages[0]], direction: .forward, animated: false)
    let page = Page(showing: pages)
    _ = page.html
    let control = try #require(pages.view.subviews.last as? UIPageControl)
    for (part, index) in [("after", 1), ("after", 2), ("after", 0), ("before", 2)] {
      pages.view.tapTarget(ofPart: part)?.tap()
      pages.view.setNeedsLayout()
      _ = page.html
      #expect(control.currentPage == index)
    }
    #expect(source.asked == 1)
    pages.setViewControllers([source.pages[0]], direction: .forward, animated: false)
    _ = page.html
    #expect(source.asked == 2 && control.currentPage == 0)
  }

  @Test func aPageCannotBeTheControllerItselfNorOneAroundIt() {
    let (pages, outer) = (UIPageViewController(), UIPageViewController())
    outer.setViewControllers([pages], direction: .forward, animated: false)
    pages.setViewControllers([pages], direction: .forward, animated: false)
    #expect(pages.viewControllers?.isEmpty == true)
    pages.setViewControllers([outer], direction: .forward, animated: false)
    #expect(pages.viewControllers?.isEmpty == true && outer.parent == nil)
    pages.addChild(outer)
    #expect(pages.children.isEmpty)
  }
}
