import Foundation
import HTML
import Testing

@testable import TempuraUI

/// Views whose content a template writes.
@Suite struct TemplateRenderingTests {
  private final class CardView: UIView {
    let titleLabel = UILabel()
    let button = UIButton()
    let group = UIView()
    let inner = UILabel()
    var heading = "Tom & Jerry"
    var missing: String?

    override init(frame: CGRect) {
      super.init(frame: frame)
      for view in [titleLabel, button, group] { addSubview(view) }
      group.addSubview(inner)
    }

    required init?(coder: NSCoder) { nil }
  }

  private func renderer(_ source: String) throws -> HTMLRenderer {
    HTMLRenderer(templates: ["CardView": try Template(source, file: "CardView.html", names: nil)])
  }

  @Test func aTemplateWritesTheContentInItsOwnOrder() throws {
    let renderer = try renderer("<h2>{{heading}}</h2>{{{button}}}<hr>{{{titleLabel}}}")
    let card = CardView()
    renderer.update(card)
    #expect(
      renderer.html == #"<div id="cardView" class="CardView UIView"><h2>Tom &amp; Jerry</h2>"#
        + #"<button id="cardView.button" class="UIButton button" name="tap" value="cardView.button"></button><hr>"#
        + #"<p id="cardView.titleLabel" class="UILabel titleLabel"></p></div>"#)
  }

  @Test func whatChangesInATemplateIsShown() throws {
    let renderer = try renderer("{{heading}}{{{button}}}{{{inner}}}{{{titleLabel}}}")
    let (root, card, label) = (UIView(), CardView(), UILabel())
    root.addSubview(label)
    root.addSubview(card)
    renderer.update(root)
    for step in 0..<6 {
      let text = "step \(step) " + String(repeating: "x", count: step * 7)
      switch step % 3 {
      case 0: card.titleLabel.text = text
      case 1: card.inner.text = text
      default: card.button.setTitle(text, for: .normal)
      }
      label.text = text
      renderer.update(root)
      #expect(renderer.html.ranges(of: text).count == 2, "\(renderer.html)")
    }
    card.heading = "other"
    renderer.update(root)
    #expect(renderer.html.contains(">other<button"))
  }

  @Test func whatIsNotThereIsLeftOut() throws {
    let renderer = try renderer("[{{missing}}{{nothing}}{{{nothing}}}{{{heading}}}]")
    renderer.update(CardView())
    #expect(renderer.html.hasSuffix(">[]</div>"))
  }
}
