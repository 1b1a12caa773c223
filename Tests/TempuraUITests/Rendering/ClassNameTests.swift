import Foundation
import Testing

@testable import TempuraUI

@Suite struct ClassNameTests {
  final class Card: UIView {
    let icon = UIImageView()
    let picture = UIImageView()
    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(icon)
      addSubview(picture)
    }
    required init?(coder: NSCoder) { nil }
  }

  @Test func aPropertyWithTheNameOfAClassOfTheStyleSheetIsNoClass() {
    let markup = html(Card())
    #expect(markup.contains(#"class="UIImageView picture""#))
    #expect(!markup.contains(#"class="UIImageView icon""#) && markup.contains(".icon\""), "it still has its id")
    #expect(
      !ClassNames.isFree("s12") && ClassNames.isFree("s") && ClassNames.isFree("s1a") && ClassNames.isFree("size"))
  }

  /// The first classes of selectors, which apply to elements anywhere.
  @Test func allClassesThatApplyAnywhereAreKnown() throws {
    let css = try styleSheet()
    // Not a name in a property's name of Swift: those with hyphens.
    let first = /^(?:@media[^{]*\{ *)?\.([a-z][A-Za-z0-9]*)(?![\w-])/
    for line in css.split(separator: "\n") {
      guard let match = line.prefixMatch(of: first) else { continue }
      let name = String(match.1)
      #expect(ClassNames.ofStyleSheet.contains(name) || name == "header", "\(line.prefix(60))")
    }
  }

  private func styleSheet() throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../../Public/tempura.css").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }
}
