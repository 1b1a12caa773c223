import HTML
import TempuraTesting
import Testing

@testable import TempuraUI

/// The patches that a rendering records.
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

  /// Updates the page, and checks that the patch leads to it.
  private func patch(_ root: UIView? = nil, _ change: () -> Void = {}) throws -> Patch? {
    let document = PatchedDocument(markup: renderer.html)
    change()
    guard case .recorded(let patch) = renderer.update(root ?? card, recording: true) else { return nil }
    try document.apply(String(decoding: patch.markup, as: UTF8.self))
    #expect(document.markup == PatchedDocument(markup: renderer.html).markup)
    return patch
  }

  /// Updates the page, and returns the markup of the patch.
  private func update(_ change: () -> Void = {}) throws -> String? {
    try patch(nil, change).map { String(decoding: $0.markup, as: UTF8.self) }
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
    #expect(try update { card.title.text = "two" } == #"<p id="card.title" class="UILabel title">two</p>"#)
    #expect(
      try update {
        card.button.isSelected = true
        card.title.isHidden = true
      }?.matches(of: /<(p|button) id/).count == 2)
  }

  @Test func unchangedSubviewsAreNamed() throws {
    renderer.update(card)
    #expect(
      try update {
        card.isHidden = true
        card.button.isSelected = true
      }?.wholeMatch(
        of:
          /<div id="card" .* hidden><keep from="card.title"><\/keep><button .*<\/button><keep from="card.box"><\/keep><\/div>/
      ) != nil)
    #expect(
      try update { card.isHidden = false }
        == #"<div id="card" class="Card UIView"><keep from="card.title" to="card.box"></keep></div>"#)
    // Views that are rendered again as they were are unchanged, too.
    #expect(
      try update {
        card.isHidden = true
        card.button.setNeedsRender()
      } == #"<div id="card" class="Card UIView" hidden><keep from="card.title" to="card.box"></keep></div>"#)
  }

  @Test func aRenderingWithEqualMarkupIsUnchanged() {
    renderer.update(card)
    card.setNeedsRender()
    card.title.setNeedsRender()
    #expect(renderer.update(card, recording: true) == .unchanged)
  }

  @Test func aPatchHasTheNewStyleRules() throws {
    card.title.alpha = 0.25
    renderer.update(card)
    let count = renderer.styles.count
    let patch = try #require(try patch { card.title.alpha = 0.5 })
    #expect(String(decoding: patch.rules, as: UTF8.self) == ".s\(count){opacity:0.5;}\n")
    #expect(try self.patch { card.title.alpha = 0.25 }?.rules == [])
  }

  @Test func rulesOfUnrecordedRenderingsAreNotRepeated() throws {
    renderer.update(card)
    card.title.alpha = 0.25
    renderer.update(card)
    let rules = try #require(try patch { card.title.alpha = 0.5 }).rules
    #expect(String(decoding: rules, as: UTF8.self).hasSuffix("{opacity:0.5;}\n") && rules.count < 30)
  }

  @Test func theOtherRowsOfAListAreNamed() throws {
    for number in 0..<5 {
      let label = UILabel()
      label.accessibilityIdentifier = "label-\(number)"
      card.box.addSubview(label)
    }
    renderer.update(card)
    func box(_ content: String) -> String { #"<div id="card.box" class="UIView box">\#(content)</div>"# }
    #expect(
      try update { card.box.subviews[1].removeFromSuperview() }
        == box(#"<keep from="label-0"></keep><keep from="label-2" to="label-4"></keep>"#))
    let label = UILabel()
    label.accessibilityIdentifier = "new"
    #expect(
      try update { card.box.insertSubview(label, at: 2) }
        == box(
          #"<keep from="label-0" to="label-2"></keep><p id="new" class="UILabel"></p><keep from="label-3" to="label-4"></keep>"#
        ))
    #expect(
      try update { card.box.sendSubviewToBack(card.box.subviews[4]) }
        == box(#"<keep from="label-4"></keep><keep from="label-0" to="label-3"></keep>"#))
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
    #expect(try update { cell.contentView.addSubview(second) }?.hasPrefix(#"<li id="cell""#) == true)
    // Its subviews are regions of their own.
    #expect(try update { second.text = "2" } == #"<p id="second" class="UILabel">2</p>"#)
    #expect(
      try update {
        cell.isHidden = true
        first.text = "1"
      }?.contains(#"hidden><p id="first" class="UILabel">1</p><keep from="second"></keep></li>"#) == true)
    #expect(try update { first.removeFromSuperview() }?.hasPrefix(#"<li id="cell""#) == true)
  }

  @Test func aViewThatRendersNothingIsPartOfTheViewAroundIt() throws {
    final class Ghost: UIView {
      var isThere = false
      override func renderHTML(into html: HTMLRenderer) { if isThere { super.renderHTML(into: html) } }
    }
    let ghost = Ghost()
    card.box.addSubview(ghost)
    renderer.update(card)
    for isThere in [true, false] {
      ghost.isThere = isThere
      ghost.setNeedsRender()
      let markup = try #require(try update())
      #expect(markup.contains("Ghost") == isThere && markup.hasPrefix(#"<div id="card.box""#))
    }
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
    #expect(try update { twins.isHidden = true }?.hasPrefix(#"<div id="card.box""#) == true)
    #expect(try update { twins.addSubview(UILabel()) } != nil)
    // A view beside it that changes does not take its region.
    let (other, label) = (UIView(), UILabel())
    other.addSubview(label)
    card.box.addSubview(other)
    renderer.update(card)
    _ = try update {
      twins.isHidden = false
      label.removeFromSuperview()
    }
    other.addSubview(label)
    renderer.update(card)
    let both = try update {
      twins.isHidden = true
      label.text = "new"
    }
    #expect(both?.contains("Twins") == true && both?.contains("new") == true)
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

  @Test func patchesNameNoIDThatTwoViewsHave() throws {
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
    // The shown page still has it twice.
    #expect(try update { labels[0].accessibilityIdentifier = "other" } == nil)
    #expect(try update { labels[1].text = "2" } == #"<p id="row-label" class="UILabel">2</p>"#)
    #expect(try update { labels[0].accessibilityIdentifier = "row-label" } == nil)
  }

  @Test(arguments: ["card.button", "card.box.part"])
  func patchesNameNoIDThatAnyOtherElementOfThePageHas(id: String) throws {
    final class Parts: UIView {
      override func renderContent(into html: HTMLRenderer) { html.write("<p id=\"card.box.part\"></p>") }
    }
    let (label, other) = (UILabel(), UILabel())
    label.accessibilityIdentifier = id
    for view in [Parts(), label, other] { card.box.addSubview(view) }
    renderer.update(card)
    label.text = "1"
    #expect(renderer.update(card, recording: true) == .unrecorded)
    #expect(try update { label.removeFromSuperview() } == nil)
    #expect(try update { other.text = "2" } != nil)
    #expect(try update { card.box.addSubview(label) } == nil)
  }

  @Test func whatParsersTakeOnlyInATableIsPartOfTheTable() throws {
    final class Table: UIView {
      override func renderHTML(into html: HTMLRenderer) {
        html.element("table", of: self) { renderContent(into: html) }
      }
    }
    final class Row: UIView {
      override func renderHTML(into html: HTMLRenderer) {
        html.element("tr", of: self) {
          html.write("<td>")
          renderContent(into: html)
          html.write("</td>")
        }
      }
    }
    let (table, rows, label) = (Table(), [Row(), Row()], UILabel())
    card.box.addSubview(table)
    for row in rows { table.addSubview(row) }
    rows[1].addSubview(label)
    label.accessibilityIdentifier = "label"
    renderer.update(card)
    #expect(try update { rows[0].isHidden = true }?.hasPrefix("<table ") == true)
    #expect(
      try update { table.isHidden = true }?.wholeMatch(
        of: /<table .* hidden><tr .* hidden><td><\/td><\/tr><tr .*><td><keep from="label"><\/keep><\/td><\/tr><\/table>/
      )
        != nil)
    #expect(try update { label.text = "1" } == #"<p id="label" class="UILabel">1</p>"#)
    #expect(try update { rows[1].removeFromSuperview() }?.hasPrefix("<table ") == true)
  }

  @Test func aViewWithAnotherIDIsReplacedByTheViewAroundIt() throws {
    renderer.update(card)
    #expect(try update { card.title.accessibilityIdentifier = "other" }?.hasPrefix(#"<div id="card""#) == true)
  }
}
