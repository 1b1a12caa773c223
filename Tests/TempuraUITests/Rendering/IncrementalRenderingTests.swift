import Foundation
import Testing

@testable import TempuraUI

/// A view that counts how often its own markup is written.
private final class Counted: UILabel {
  var renderings = 0

  override func renderHTML(into html: HTMLRenderer) {
    renderings += 1
    super.renderHTML(into: html)
  }

  func take() -> Int {
    defer { renderings = 0 }
    return renderings
  }
}

/// A view whose own markup shows what an app decides.
private final class Chooser: UIView {
  var isBlank = false { didSet { setNeedsDisplay() } }
  var shown: [UIView] = [] { didSet { setNeedsDisplay() } }

  override func renderHTML(into html: HTMLRenderer) {
    if !isBlank { super.renderHTML(into: html) }
  }

  override func renderContent(into html: HTMLRenderer) {
    for view in shown { html.render(view) }
  }
}

@Suite struct IncrementalRenderingTests {
  private let renderer = HTMLRenderer()

  private func expectSame(_ root: UIView, _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation) {
    renderer.update(root)
    #expect(
      renderer.htmlWithStyles == renderingFromScratch(root).htmlWithStyles, comment, sourceLocation: location)
  }

  @Test func aRenderingThatChangesNothingKeepsTheMarkup() {
    let label = UILabel()
    renderer.update(label)
    let markup = renderer.markup
    renderer.update(label)
    #expect(markup === renderer.markup)
    label.text = "changed"
    renderer.update(label)
    #expect(markup !== renderer.markup && renderer.markup.count == renderer.html.utf8.count)
  }

  // MARK: - What is rendered

  @Test func onlyWhatChangedIsRenderedAgain() {
    let (root, group, other) = (UIView(), Counted(), Counted())
    let (first, second) = (Counted(), Counted())
    root.addSubview(group)
    root.addSubview(other)
    group.addSubview(first)
    group.addSubview(second)
    let all = [group, other, first, second]
    renderer.update(root)
    #expect(all.map { $0.take() } == [1, 1, 1, 1])
    renderer.update(root)
    #expect(all.map { $0.take() } == [0, 0, 0, 0])
    second.text = "changed"
    renderer.update(root)
    #expect(all.map { $0.take() } == [0, 0, 0, 1])
    #expect(renderer.html.contains(">changed</p>"))
    group.text = "own markup"
    renderer.update(root)
    #expect(all.map { $0.take() } == [1, 0, 0, 0])
    other.isHidden = true
    first.text = "first"
    renderer.update(root)
    #expect(all.map { $0.take() } == [0, 1, 1, 0])
    expectSame(root)
  }

  @Test func assigningTheSameValueChangesNothing() {
    let view = Counted()
    view.text = "text"
    view.backgroundColor = .red
    renderer.update(view)
    _ = view.take()
    view.text = "text"
    view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    view.isHidden = false
    view.alpha = 1
    view.accessibilityLabel = nil
    view.font = nil
    renderer.update(view)
    #expect(view.take() == 0)
  }

  @Test func aNewSubviewIsRenderedWithItsParentOnly() {
    let (root, group, sibling, new) = (UIView(), Counted(), Counted(), Counted())
    root.addSubview(group)
    root.addSubview(sibling)
    renderer.update(root)
    _ = (group.take(), sibling.take())
    group.addSubview(new)
    renderer.update(root)
    #expect([group, sibling, new].map { $0.take() } == [1, 0, 1])
    new.removeFromSuperview()
    renderer.update(root)
    #expect([group, sibling, new].map { $0.take() } == [1, 0, 0])
    expectSame(root)
  }

  // MARK: - Views with markup of their own

  @Test func aViewThatRendersNothingMayRenderSomethingLater() {
    let (root, chooser, label) = (UIView(), Chooser(), UILabel())
    chooser.isBlank = true
    root.addSubview(UILabel())
    root.addSubview(chooser)
    root.addSubview(label)
    label.text = "after"
    expectSame(root)
    chooser.isBlank = false
    expectSame(root)
    #expect(renderer.html.contains("chooser"))
    chooser.isBlank = true
    expectSame(root)
    label.text = "changed"
    expectSame(root)
    chooser.isBlank = false
    expectSame(root)
  }

  @Test func aSubviewThatIsNotAlwaysRenderedIsRenderedRightAgain() {
    let (root, chooser, first, second, label) = (UIView(), Chooser(), UILabel(), UILabel(), UILabel())
    (first.text, second.text, label.text) = ("the first one", "the second one", "label")
    chooser.addSubview(first)
    chooser.addSubview(second)
    root.addSubview(label)
    root.addSubview(chooser)
    chooser.shown = [first, second]
    expectSame(root)
    chooser.shown = [second]
    label.text = "something longer than before"
    expectSame(root)
    label.text = ""
    expectSame(root)
    chooser.shown = [first, second]
    expectSame(root)
    chooser.shown = []
    expectSame(root)
    first.text = "changed while it was away"
    expectSame(root)
    chooser.shown = [first]
    expectSame(root)
    first.text = "changed once more"
    expectSame(root)
    #expect(renderer.html.contains("changed once more"))
  }

  @Test func subviewsMayBeRenderedInAnyOrderAndTwice() {
    let (root, chooser, first, second) = (UIView(), Chooser(), UILabel(), UILabel())
    (first.text, second.text) = ("first", "second")
    chooser.addSubview(first)
    chooser.addSubview(second)
    root.addSubview(chooser)
    chooser.shown = [second, first]
    expectSame(root)
    first.text = "the first one, changed"
    expectSame(root)
    second.text = "2"
    expectSame(root)
    chooser.shown = [first, second, first]
    expectSame(root)
    first.text = "twice"
    expectSame(root)
    second.text = "once"
    expectSame(root)
    chooser.shown = [first, second]
    expectSame(root)
    second.text = "in order again"
    expectSame(root)
  }

  @Test func aViewFromElsewhereIsRenderedWhereItIsWanted() {
    let (root, chooser, group, label) = (UIView(), Chooser(), UIView(), UILabel())
    label.text = "text"
    root.addSubview(chooser)
    chooser.addSubview(group)
    group.addSubview(label)
    chooser.shown = [label]
    expectSame(root)
    label.text = "changed"
    expectSame(root)
    #expect(renderer.html.contains("changed"))
    label.text = "changed again"
    expectSame(root)
    #expect(renderer.html.contains("changed again"))
    chooser.shown = [group]
    expectSame(root)
    label.text = "in its own place"
    expectSame(root)
    chooser.shown = [label, group]
    expectSame(root)
    label.text = "in both places"
    expectSame(root)
    chooser.shown = [group, label]
    label.text = "the other way round"
    expectSame(root)
    label.text = "and again"
    expectSame(root)
  }

  // MARK: - Ids

  @Test func anIdentifierThatChangesIsInTheMarkup() {
    let (root, label) = (UIView(), UILabel())
    root.addSubview(label)
    root.addSubview(UILabel())
    expectSame(root)
    label.accessibilityIdentifier = "greeting"
    expectSame(root)
    #expect(renderer.html.contains("id=\"greeting\""))
    label.accessibilityIdentifier = nil
    expectSame(root)
    #expect(!renderer.html.contains("greeting"))
  }

  @Test func theIdsOfAnItemThatIsRenamedChangeWithItsName() {
    let (list, cell, button) = (UIView(), UIView(), UIButton())
    list.addSubview(cell)
    cell.addSubview(button)
    cell.setPathName(ofItem: "a", in: list)
    expectSame(list)
    #expect(renderer.html.contains("uiView.a"))
    cell.setPathName(ofItem: "b", in: list)
    expectSame(list)
    #expect(!renderer.html.contains("uiView.a"))
  }

  @Test func namesThatAreForgottenAreRenderedAnew() {
    final class Screen: UIView {
      let label = UILabel()
    }
    let (root, screen) = (UIView(), Screen())
    root.addSubview(screen)
    screen.addSubview(screen.label)
    expectSame(root)
    screen.forgetPathNames()
    screen.accessibilityIdentifier = nil
    expectSame(root)
  }

  // MARK: - Roots

  @Test func anotherRootIsRenderedFromScratch() {
    let (first, second, label) = (UIView(), UIView(), UILabel())
    first.addSubview(label)
    second.addSubview(UIButton())
    second.addSubview(UIButton())
    expectSame(first)
    expectSame(second)
    #expect(renderer.html.contains("button"))
    expectSame(first)
    #expect(!renderer.html.contains("button"), "although nothing changed in it")
    expectSame(second)
    label.text = "changed"
    expectSame(first)
  }

  @Test func aFormerRootMayBecomeASubview() {
    let (root, former) = (UIView(), UIView())
    former.addSubview(UILabel())
    expectSame(former)
    root.addSubview(UILabel())
    root.setSubviews([former])
    expectSame(root)
    former.subviews[0].isHidden = true
    expectSame(root)
  }

  // MARK: - Styles

  @Test func stylesOfUnchangedViewsStayValid() {
    let root = UIView()
    let labels = (0..<10).map { _ in UILabel() }
    for (index, label) in labels.enumerated() {
      label.font = .systemFont(ofSize: CGFloat(10 + index))
      root.addSubview(label)
    }
    expectSame(root)
    for index in 0..<50 {
      labels[index % 10].alpha = 1 / CGFloat(index + 2)
      expectSame(root)
    }
    #expect(renderer.styles.count == 60)
  }

  @Test func stylesThatAreOutOfUseAreForgottenAtSomeTime() {
    let (root, still, moving) = (UIView(), UILabel(), UILabel())
    still.textColor = .red
    root.addSubview(still)
    root.addSubview(moving)
    for index in 0..<2500 {
      moving.frame = CGRect(x: index, y: 0, width: 1, height: 1)
      renderer.update(root)
    }
    #expect(renderer.styles.count <= 2001)
    expectSame(root)
  }
}
