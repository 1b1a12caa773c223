import HTML
import TempuraTesting
import Testing

@testable import TempuraUI

/// The operations that a rendering records.
@Suite struct RecordingTests {
  private final class Card: UIView {
    let title = UILabel()
    let button = UIButton()
    let box = UIView()
  }

  private let card = Card()
  private let renderer = HTMLRenderer()

  init() {
    for view in [card.title, card.button, card.box] { card.addSubview(view) }
    card.title.text = "one"
  }

  /// Updates the page, checks that the operations lead to it, and returns them.
  private func update(_ root: UIView? = nil, _ change: () -> Void = {}) throws -> String? {
    var document = PatchedDocument(markup: renderer.html)
    change()
    guard case .recorded(let operations) = renderer.update(root ?? card, recording: true) else { return nil }
    try document.apply(operations)
    #expect(document.markup == PatchedDocument(markup: renderer.html).markup)
    return String(decoding: operations, as: UTF8.self)
  }

  @Test func theFirstRenderingIsNew() {
    #expect(renderer.update(card, recording: true) == .renewed)
    #expect(renderer.update(card, recording: true) == .unchanged)
  }

  @Test func whatIsForgottenIsRenderedAnew() {
    renderer.update(card)
    renderer.forget()
    #expect(renderer.update(card, recording: true) == .renewed)
    #expect(renderer.update(UIView(), recording: true) == .renewed)
  }

  @Test func withoutRecordingAChangeIsUnknown() {
    renderer.update(card)
    card.title.text = "two"
    #expect(renderer.update(card) == .unrecorded)
    card.setNeedsRender()
    #expect(renderer.update(card) == .unchanged)
    card.title.alpha = 0.5
    #expect(renderer.update(card) == .unrecorded)
  }

  @Test func onlyWhatChangedIsRecorded() throws {
    renderer.update(card)
    #expect(try update { card.title.text = "two" } == #"["t","card.title","two"]"#)
    #expect(try update { card.title.isHidden = true } == #"["a","card.title","hidden",""]"#)
    #expect(
      try update {
        card.button.isSelected = true
        card.title.isHidden = false
      } == #"["a","card.title","hidden",null],["a","card.button","aria-pressed","true"]"#)
  }

  @Test func aRenderingWithEqualMarkupIsUnchanged() {
    renderer.update(card)
    card.setNeedsRender()
    card.title.setNeedsRender()
    #expect(renderer.update(card, recording: true) == .unchanged)
  }

  @Test func newStyleRulesComeFirst() throws {
    card.title.alpha = 0.25
    renderer.update(card)
    let count = renderer.styles.count
    #expect(
      try update { card.title.alpha = 0.5 }
        == #"["s",".s\#(count){opacity:0.5;}\n"],["a","card.title","class","UILabel title s\#(count)"]"#)
    #expect(try update { card.title.alpha = 0.25 }?.contains("\"s\"") == false)
  }

  @Test func rulesOfUnrecordedRenderingsAreNotRepeated() throws {
    renderer.update(card)
    card.title.alpha = 0.25
    renderer.update(card)
    card.title.alpha = 0.5
    let operations = try #require(try update())
    #expect(operations.contains("0.5") && !operations.contains("0.25"))
  }

  @Test func subviewsAreAddedAndRemovedAlone() throws {
    for number in 0..<5 {
      let label = UILabel()
      label.accessibilityIdentifier = "label-\(number)"
      card.box.addSubview(label)
    }
    renderer.update(card)
    #expect(try update { card.box.subviews[1].removeFromSuperview() } == #"["d","label-1"]"#)
    let label = UILabel()
    label.accessibilityIdentifier = "new"
    #expect(
      try update { card.box.insertSubview(label, at: 2) }
        == ##"["i","card.box","label-3","<p id=\"new\" class=\"UILabel\"></p>"]"##)
    #expect(try update { card.box.sendSubviewToBack(card.box.subviews[4]) } == #"["m","card.box","label-0","label-4"]"#)
  }

  @Test func aViewWithoutElementIsPartOfTheViewAroundIt() throws {
    let cell = UICollectionViewCell()
    cell.accessibilityIdentifier = "cell"
    let (first, second) = (UILabel(), UILabel())
    first.accessibilityIdentifier = "first"
    second.accessibilityIdentifier = "second"
    card.box.addSubview(cell)
    cell.contentView.addSubview(first)
    renderer.update(card)
    let operations = try #require(try update { cell.contentView.addSubview(second) })
    #expect(operations.hasPrefix(#"["i","cell",null,"<p id=\"second\""#))
    // Its subviews are regions of their own.
    #expect(try update { second.text = "2" } == #"["t","second","2"]"#)
    #expect(
      try update {
        cell.isHidden = true
        first.text = "1"
      } == #"["a","cell","hidden",""],["t","first","1"]"#)
    #expect(try update { first.removeFromSuperview() } == #"["d","first"]"#)
    #expect(try update { second.removeFromSuperview() } == #"["t","cell",""]"#)
  }

  @Test func aViewThatRendersNothingIsPartOfTheViewAroundIt() throws {
    final class Ghost: UIView {
      var isThere = false
      override func renderHTML(into html: HTMLRenderer) { if isThere { super.renderHTML(into: html) } }
    }
    let ghost = Ghost()
    card.box.addSubview(ghost)
    renderer.update(card)
    let shown = try #require(
      try update {
        ghost.isThere = true
        ghost.setNeedsRender()
      })
    #expect(shown.contains("Ghost"))
    #expect(
      try update {
        ghost.isThere = false
        ghost.setNeedsRender()
      } == #"["t","card.box",""]"#)
  }

  @Test func aViewWithSeveralElementsIsPartOfTheViewAroundIt() throws {
    final class Twins: UIView {
      override func renderHTML(into html: HTMLRenderer) {
        super.renderHTML(into: html)
        html.write("<hr>")
      }
    }
    let twins = Twins()
    card.box.addSubview(twins)
    renderer.update(card)
    #expect(try update { twins.isHidden = true }?.hasSuffix(#""hidden",""]"#) == true)
    #expect(try update { twins.addSubview(UILabel()) } != nil)
  }

  @Test func aRootThatIsNoElementNeedsTheWholePage() {
    final class Bare: UIView {
      var text: StaticString = "one"
      override func renderHTML(into html: HTMLRenderer) { html.write(text) }
    }
    let root = Bare()
    renderer.update(root)
    root.text = "two"
    root.setNeedsRender()
    #expect(renderer.update(root, recording: true) == .unrecorded)
  }

  @Test func operationsNameNoIDThatTwoViewsHave() throws {
    let labels = [UILabel(), UILabel()]
    for label in labels {
      card.box.addSubview(label)
      label.accessibilityIdentifier = "row-label"
    }
    renderer.update(card)
    labels[1].text = "1"
    #expect(renderer.update(card, recording: true) == .unrecorded)
    card.title.text = "two"
    #expect(renderer.update(card, recording: true) == .unrecorded)
    labels[0].accessibilityIdentifier = "other"
    #expect(try update() != nil)
    #expect(try update { labels[1].text = "2" } == #"["t","row-label","2"]"#)
    #expect(try update { labels[0].accessibilityIdentifier = "row-label" } == nil)
  }

  @Test func aViewWithAnotherIDIsReplacedByTheViewAroundIt() throws {
    renderer.update(card)
    #expect(try update { card.title.accessibilityIdentifier = "other" }?.contains(#"["d","card.title"]"#) == true)
  }
}
