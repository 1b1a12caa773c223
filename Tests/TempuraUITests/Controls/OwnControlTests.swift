import Foundation
import Testing

@testable import TempuraUI

/// Controls that an app builds from other views.
@Suite struct OwnControlTests {
  final class Tile: UIControl {
    let label = UILabel()
    var highlights: [Bool] = []
    override var isHighlighted: Bool { didSet { highlights.append(isHighlighted) } }
  }

  private func tile() -> Tile {
    let tile = Tile()
    tile.label.text = "Oats"
    tile.addSubview(tile.label)
    return tile
  }

  @Test func aControlThatListensToTapsIsAButton() throws {
    let tile = tile()
    #expect(!html(tile).contains("<button"))
    var taps = 0
    tile.on(.touchUpInside) { _ in taps += 1 }
    #expect(html(tile).contains(#"<button name="tap" class="stretched" value=""#), "the page is written again")
    #expect(!html(tile).contains("disabled"))
    tile.accessibilityLabel = "Porridge"
    #expect(html(tile).contains(#"aria-label="Porridge"></button>"#))
    let target = try #require(tile.tapTarget(ofPart: ""))
    target.tap()
    #expect(taps == 1 && tile.highlights == [true, false])
    tile.isEnabled = false
    #expect(html(tile).contains(" disabled></button>"))
  }

  @Test func aControlThatReportsItsValueIsAButtonUnlessItConsistsOfControls() {
    let tile = tile()
    tile.on(.valueChanged) { _ in }
    #expect(html(tile).contains("class=\"stretched\""))
    tile.addSubview(UIButton(type: .system))
    #expect(!html(tile).contains("class=\"stretched\""))
  }

  @Test func aControlWithATapRecogniserOrInAButtonHasOneButton() {
    let tile = tile()
    tile.on(.touchUpInside) { _ in }
    tile.addGestureRecognizer(UITapGestureRecognizer())
    #expect(html(tile).components(separatedBy: "<button").count == 2)
    let inner = self.tile()
    inner.on(.touchUpInside) { _ in }
    let button = UIButton()
    button.addSubview(inner)
    #expect(html(button).components(separatedBy: "<button").count == 2)
  }

  @Test func controlsOfUIKitHaveTheirOwnElementsOnly() {
    for control in [UIRefreshControl(), UIPageControl(), UISegmentedControl(items: ["a"]), UISlider(), UITextField()] {
      control.on(.touchUpInside) { _ in }
      #expect(!html(control).contains("class=\"stretched\""), "\(type(of: control))")
    }
  }
}
