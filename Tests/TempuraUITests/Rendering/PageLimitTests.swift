import CoreGraphics
import HTML
import Testing

@testable import TempuraUI

/// A page has a bound, and one that came back below it is as any other.
@Suite struct PageLimitTests {
  private func list(of count: Int) -> UIView {
    let list = UIView()
    for _ in 0..<count { list.addSubview(UILabel()) }
    return list
  }

  @Test func aPageMayHaveAsManyViewsAsItsLimit() {
    let list = list(of: 9)
    let renderer = HTMLRenderer(limits: .init(views: 10, bytes: .max))
    renderer.update(list)
    #expect(renderer.excess == nil)
    #expect(renderer.html == html(list))
  }

  @Test(arguments: [1, 1000]) func moreViewsAreNotRendered(surplus: Int) {
    let list = list(of: 9 + surplus)
    let renderer = HTMLRenderer(limits: .init(views: 10, bytes: .max))
    renderer.update(list)
    #expect(renderer.excess == .views(10 + surplus, limit: 10))
    #expect(renderer.html.isEmpty)
  }

  @Test func theBytesOfRowsCount() {
    let rows = UIView()
    for _ in 0..<40 { rows.addSubview(UITableViewCell()) }
    let renderer = HTMLRenderer(limits: .init(views: .max, bytes: 1000))
    renderer.update(rows)
    #expect(renderer.excess != nil)
    while rows.subviews.count > 1 { rows.subviews[1].removeFromSuperview() }
    renderer.update(rows)
    #expect(renderer.excess == nil)
    #expect(renderer.html == html(rows))
  }

  @Test func viewsThatComeBitByBitAreCounted() {
    let list = list(of: 8)
    let renderer = HTMLRenderer(limits: .init(views: 10, bytes: .max))
    renderer.update(list)
    for _ in 0..<20 {
      for view in list.subviews { view.setNeedsRender() }
      renderer.update(list, recording: true)
      #expect(renderer.excess == nil, "the same views, rendered again")
    }
    list.addSubview(UILabel())
    renderer.update(list, recording: true)
    #expect(renderer.excess == nil)
    list.addSubview(UILabel())
    renderer.update(list, recording: true)
    #expect(renderer.excess == .views(11, limit: 10))
    list.subviews[0].removeFromSuperview()
    renderer.update(list, recording: true)
    #expect(renderer.excess == nil)
    #expect(renderer.html == html(list))
  }

  @Test func aPatchAfterAPageThatWasTooLargeHasOnlyWhatChangedSince() {
    let list = list(of: 9)
    let renderer = HTMLRenderer(limits: .init(views: 10, bytes: .max))
    renderer.update(list)
    list.addSubview(UILabel())
    #expect(renderer.update(list, recording: true) == .unrecorded)
    while list.subviews.count > 2 { list.subviews[2].removeFromSuperview() }
    #expect(renderer.update(list, recording: true) == .renewed)
    let label = list.subviews[0] as? UILabel
    label?.text = "new"
    guard case .recorded(let patch) = renderer.update(list, recording: true) else { Issue.record("no patch"); return }
    // The element of the label alone.
    #expect(String(decoding: patch.markup, as: UTF8.self).ranges(of: " id=").count == 1)
  }

  @Test func aViewCountsAsOftenAsItIsRendered() {
    final class Repeating: UIView {
      override func renderHTML(into html: HTMLRenderer) {
        html.element("div", of: self) { for _ in 0..<9 { html.render(subviews[0]) } }
      }
    }
    let view = Repeating()
    view.addSubview(UILabel())
    let renderer = HTMLRenderer(limits: .init(views: 5, bytes: .max))
    renderer.update(view)
    #expect(renderer.excess == .views(6, limit: 5))
  }

  @Test func manyBytesAreTooManyToo() {
    let list = list(of: 100)
    let renderer = HTMLRenderer(limits: .init(views: .max, bytes: 1000))
    renderer.update(list)
    guard case .bytes(let count, limit: 1000)? = renderer.excess else { Issue.record("the page is sent"); return }
    #expect(1000 < count && count < 2000, "the rendering ends there")
    for view in list.subviews.dropFirst(2) { view.removeFromSuperview() }
    renderer.update(list)
    #expect(renderer.excess == nil)
    #expect(renderer.html == html(list))
  }

  @Test func aLongListWithFramesIsStillPatched() {
    let list = list(of: 2500)
    for (index, view) in list.subviews.enumerated() {
      view.frame = CGRect(x: 0, y: CGFloat(index) * 20, width: 100, height: 20)
    }
    let renderer = HTMLRenderer()
    renderer.update(list)
    (list.subviews[7] as? UILabel)?.text = "changed"
    guard case .recorded = renderer.update(list, recording: true) else { Issue.record("all is rendered anew"); return }
  }
}
