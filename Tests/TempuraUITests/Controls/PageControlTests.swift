import Testing

@testable import TempuraUI

/// The dots of a page control are buttons.
@Suite struct PageControlTests {
  private func control(pages: Int) -> UIPageControl {
    let control = UIPageControl()
    control.numberOfPages = pages
    return control
  }

  @Test func aTapSelectsThePageAndSendsOneEvent() {
    let control = control(pages: 3)
    var pages: [Int] = []
    control.on(.valueChanged) { pages.append($0.currentPage) }
    #expect(tap(control, "2"))
    #expect(tap(control, "2"))
    #expect(pages == [2])
  }

  @Test(arguments: ["3", "-1", "03", "x", ""])
  func aMissingPageCannotBeTapped(part: String) {
    #expect(control(pages: 3).tapTarget(ofPart: part) == nil)
  }

  @Test func theCurrentPageIsMarked() {
    let control = control(pages: 2)
    control.currentPage = 1
    #expect(attributes(control) == #"role="group" aria-label="Pages""#)
    #expect(
      content(control)
        == #"<button name="tap" class="dot" value="uiPageControl.0" aria-label="Page 1 of 2"><span></span></button>"#
        + #"<button name="tap" class="dot" value="uiPageControl.1" aria-label="Page 2 of 2" aria-current="true">"#
        + "<span></span></button>")
  }

  @Test func theCurrentPageStaysWithinTheNumberOfPages() {
    let control = control(pages: 3)
    control.currentPage = 7
    #expect(control.currentPage == 2)
    control.numberOfPages = 1
    #expect(control.currentPage == 0)
    control.currentPage = -1
    #expect(control.currentPage == 0)
    control.numberOfPages = -4
    #expect(control.numberOfPages == 0)
    #expect(content(control) == "")
  }

  @Test func aSinglePageCanHideTheControl() {
    let control = control(pages: 1)
    #expect(content(control) != "")
    control.hidesForSinglePage = true
    #expect(content(control) == "")
    #expect(!tap(control, "0"))
  }
}
