import Foundation
import Testing

@testable import TempuraUI

@Suite struct ScrollViewTests {
  private final class Follower: UIScrollViewDelegate {
    var log: [String] = []
    func scrollViewDidScroll(_ scrollView: UIScrollView) { log.append("\(Int(scrollView.contentOffset.x))") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { log.append("end") }
  }

  @Test func whatTheAppScrollsToIsWhereThePageStarts() {
    let view = UIScrollView()
    #expect(content(view) == "")
    view.contentOffset = CGPoint(x: 30, y: 40)
    let renderer = renderingFromScratch(view)
    #expect(renderer.html.contains("<span data-scroll-target class=\"s0\"></span>"))
    #expect(renderer.styles.css.contains("position:absolute;inset-inline-start:1.875rem;top:2.5rem;"))
    view.contentOffset = .zero
    #expect(content(view).contains("<span data-scroll-target"), "a live page scrolls back")
  }

  @Test func aPageIsWhereWholeWidthsAreScrolled() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    view.isPagingEnabled = true
    view.setContentOffset(CGPoint(x: 640, y: 0), animated: true)
    #expect(renderingFromScratch(view).styles.css.contains("inset-inline-start:200%;"))
    #expect(attributes(view).contains("data-pages"))
  }

  @Test func framesAreScrolledFromTheLeftInAllLanguages() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 640, height: 200)))
    #expect(!css(view).contains("direction:"))
    view.semanticContentAttribute = .forceRightToLeft
    #expect(css(view).contains("direction:ltr;"), "else the browser would show the right end first")
    #expect(
      renderingFromScratch(view).styles.css.contains(
        "position:relative;min-width:100%;min-height:100%;overflow:clip;direction:rtl;"))
    let list = UIScrollView()
    list.semanticContentAttribute = .forceRightToLeft
    list.addSubview(UILabel())
    #expect(!css(list).contains("direction:ltr;"))
  }

  @Test func theDelegateHearsOfWhatTheAppScrolls() {
    let view = UIScrollView()
    let follower = Follower()
    view.delegate = follower
    view.contentOffset = CGPoint(x: 1, y: 0)
    view.setContentOffset(CGPoint(x: 2, y: 0), animated: true)
    view.setContentOffset(CGPoint(x: 2, y: 0), animated: true)
    #expect(follower.log == ["1", "2", "end"])
  }

  @Test func aRectIsMadeVisibleByAsLittleAsNeeded() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.scrollRectToVisible(CGRect(x: 150, y: 20, width: 50, height: 50), animated: false)
    #expect(view.contentOffset == CGPoint(x: 100, y: 0))
    view.scrollRectToVisible(CGRect(x: 120, y: 20, width: 50, height: 50), animated: false)
    #expect(view.contentOffset == CGPoint(x: 100, y: 0))
    view.scrollRectToVisible(CGRect(x: 20, y: 20, width: 50, height: 50), animated: false)
    #expect(view.contentOffset == CGPoint(x: 20, y: 0))
  }

  @Test func theKeyboardReachesAViewThatScrollsByItself() {
    let view = UIScrollView()
    #expect(attributes(view) == "data-scrolls")
    view.contentSize = CGSize(width: 900, height: 100)
    #expect(attributes(view) == #"data-scrolls tabindex="0" role="group" aria-label="Scrollable content""#)
    view.accessibilityLabel = "Pictures"
    #expect(attributes(view) == #"role="group" aria-label="Pictures" data-scrolls tabindex="0""#)
    view.isScrollEnabled = false
    #expect(attributes(view) == #"role="group" aria-label="Pictures""#)
  }

  @Test func indicatorsAreHiddenWhereTheAppSaysSo() {
    let view = UIScrollView()
    view.showsHorizontalScrollIndicator = false
    #expect(css(view) == "")
    view.showsVerticalScrollIndicator = false
    #expect(css(view) == "scrollbar-width:none;")
    view.bounces = false
    #expect(css(view) == "overscroll-behavior:contain;scrollbar-width:none;")
  }

  @Test func whatIsUpToTheBrowserIsKept() {
    let view = UIScrollView()
    view.keyboardDismissMode = .onDrag
    view.contentInsetAdjustmentBehavior = .never
    view.alwaysBounceVertical = true
    #expect(view.keyboardDismissMode == .onDrag)
    #expect(view.contentInsetAdjustmentBehavior == .never)
    #expect(view.alwaysBounceVertical)
  }

  @Test func aPageScrollsEachTimeTheAppScrolls() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 100)))
    #expect(html(view).contains(" data-scrolls ") && !html(view).contains("data-scroll-target"))
    var numbers: [String] = []
    for x in [100, 200, 200, 0, 0] as [CGFloat] {
      view.setContentOffset(CGPoint(x: x, y: 0), animated: x == 0)
      let html = html(view)
      #expect(html.contains("<span data-scroll-target"))
      numbers += html.matches(of: /data-scrolls="(\d)"/).map { String($0.output.1) }
    }
    #expect(numbers == ["1", "2", "3", "1", "2"], "the user may have scrolled away")
    view.contentOffset = .zero
    #expect(html(view).contains(#"data-scrolls="2""#), "a layout pass may set it each time")
  }

  @Test func whatOverhangsTheContentDoesNotMakeItScrollFurther() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 160, height: 160))
    view.addSubview(UIView(frame: CGRect(x: 80, y: 300, width: 160, height: 160)))
    view.contentSize = CGSize(width: 160, height: 320)
    #expect(renderingFromScratch(view).styles.css.contains("overflow:clip;width:10rem;height:20rem;"))
    view.contentInset = UIEdgeInsets(top: 16, left: 0, bottom: 32, right: 0)
    let rendering = renderingFromScratch(view)
    #expect(rendering.styles.css.contains("overflow:clip;width:10rem;height:23rem;"), "it is visible in the insets")
    #expect(
      rendering.styles.css.contains("box-sizing:content-box;width:10rem;height:20rem;border:0 solid transparent;"))
    view.isScrollEnabled = false
    #expect(!renderingFromScratch(view).styles.css.contains("overflow:clip"))
  }

  @Test func zoomedContentGrowsFromItsOrigin() {
    final class Zooming: UIScrollViewDelegate {
      let zoomed = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
      func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
    }
    let (view, delegate) = (UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 50)), Zooming())
    view.delegate = delegate
    view.addSubview(delegate.zoomed)
    view.contentSize = CGSize(width: 100, height: 50)
    view.maximumZoomScale = 4
    view.zoomScale = 2
    #expect(delegate.zoomed.frame == CGRect(x: 0, y: 0, width: 200, height: 100))
    #expect(view.contentSize == CGSize(width: 200, height: 100))
    view.zoomScale = 1
    #expect(delegate.zoomed.frame == CGRect(x: 0, y: 0, width: 100, height: 50) && view.contentSize.width == 100)
  }

  @Test func insetsMoveContentThatIsShownFromItsBeginning() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.addSubview(child)
    let screen = UIView()
    screen.addSubview(view)
    view.contentInset = UIEdgeInsets(top: 96, left: 8, bottom: 0, right: 0)
    #expect(view.contentOffset == CGPoint(x: -8, y: -96) && view.bounds.origin == view.contentOffset)
    #expect(view.convert(child.frame, to: screen).origin == CGPoint(x: 8, y: 96))
    #expect(!html(view).contains("data-scroll-target"), "it is the browser's place")
    view.contentInset.top = 20
    #expect(view.contentOffset.y == -20)
    view.contentOffset = CGPoint(x: -8, y: 50)
    view.contentInset.top = 30
    #expect(view.contentOffset.y == 50)
    #expect(html(view).contains("data-scroll-target"))
    view.isScrollEnabled = false
    #expect(renderingFromScratch(view).styles.css.contains("translate:0 -5rem;"), "the inset is a border of 30 points")
    view.contentInset.top = .nan
    #expect(view.contentOffset.y == 50)
  }

  @Test func refreshingIsAButton() {
    let view = UIScrollView()
    let control = UIRefreshControl()
    var count = 0
    control.on(.valueChanged) { _ in count += 1 }
    view.addSubview(UILabel())
    view.refreshControl = control
    #expect(view.subviews.first === control)
    #expect(
      html(control).hasSuffix(
        #"<button name="tap" value="uiScrollView.uiRefreshControl"><span>Refresh</span></button><span role="status"></span></div>"#
      ))
    control.tapTarget(ofPart: "")?.tap()
    #expect(count == 1)
    #expect(control.isRefreshing)
    #expect(control.tapTarget(ofPart: "")?.refusal == .disabled)
    #expect(html(control).contains(" disabled>"))
    #expect(html(control).contains("Refreshing…"))
    control.endRefreshing()
    #expect(control.tapTarget(ofPart: "")?.refusal == nil)
    control.attributedTitle = NSAttributedString(string: "Look again")
    #expect(html(control).contains("<span>Look again</span>"))
    view.refreshControl = nil
    #expect(control.superview == nil)
  }
}
