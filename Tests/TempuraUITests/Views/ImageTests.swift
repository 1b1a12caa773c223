import Basics
import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Pictures, and the shapes that are filled with a colour.
@Suite struct ImageTests {
  @Test func aSymbolIsAShape() throws {
    let image = try #require(UIImage(systemName: "trash"))
    #expect(image.isSymbolImage)
    let view = UIImageView(image: image)
    #expect(
      content(view) == #"<span class="icon s0" aria-hidden="true"></span>"#)
    #expect(renderingFromScratch(view).styles.css == ".s0{--image:url(\"/symbols/trash.svg\");}\n")
    #expect(html(view).hasPrefix(#"<div id="uiImageView" class="UIImageView">"#))
    view.accessibilityLabel = "Waste"
    #expect(content(view) == #"<span class="icon s0" role="img" aria-label="Waste"></span>"#)
    #expect(attributes(view) == "")
  }

  @Test func theDocumentationListsTheSymbols() throws {
    let top = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let page = try String(contentsOf: top.appending(path: "docs/views.md"), encoding: .utf8)
    let list = try #require(
      page.components(separatedBy: "### Symbols").last?.components(separatedBy: "```").dropFirst().first)
    let files = try FileManager.default.contentsOfDirectory(atPath: top.appending(path: "Public/symbols").path)
    // `bell{,.fill}` stands for two names.
    let names = list.split(whereSeparator: \.isWhitespace).dropFirst().flatMap { group in
      let parts = group.split(separator: "{")
      guard parts.count == 2 else { return [String(group)] }
      return parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false).map { "\(parts[0])\($0)" }
    }
    #expect(names.sorted() == files.map { String($0.dropLast(4)) }.sorted())
  }

  @Test func aRenderingModeSaysWhatIsAShape() throws {
    let picture = UIImage(url: "/a.png")
    #expect(!picture.isShape)
    #expect(picture.withRenderingMode(.alwaysTemplate).isShape)
    #expect(picture.withTintColor(.red).isShape)
    let symbol = try #require(UIImage(systemName: "star"))
    #expect(!symbol.withRenderingMode(.alwaysOriginal).isShape)
    #expect(html(UIImageView(image: symbol.withRenderingMode(.alwaysOriginal))).hasPrefix("<img "))
  }

  @Test func aShapeMayHaveAColourAndASize() throws {
    let star = try #require(UIImage(systemName: "star"))
    #expect(star.withTintColor(.red).css == "--image:url(\"/symbols/star.svg\");color:#ff0000;")
    let large = try #require(UIImage(systemName: "star", withConfiguration: .init(pointSize: 32)))
    #expect(large.css == "--image:url(\"/symbols/star.svg\");font-size:2rem;")
    #expect(star.withConfiguration(.init(font: .systemFont(ofSize: 32))) == large)
    #expect(star != large)
    #expect(star == UIImage(systemName: "star"))
  }

  @Test func aNameCannotLeaveTheStyleSheet() {
    let image = UIImage(url: "/a\"b\\c</style>\n.png").withRenderingMode(.alwaysTemplate)
    #expect(image.css == "--image:url(\"/a%22b%5Cc%3C/style>.png\");")
  }

  @Test func whatPointsIsMirroredWithTheText() throws {
    let view = UIImageView(image: UIImage(systemName: "chevron.forward"))
    #expect(content(view).hasPrefix(#"<span class="icon flips s0""#))
    view.image = UIImage(systemName: "chevron.right")
    #expect(!content(view).contains("flips"))
    view.image = UIImage(url: "/a.png").imageFlippedForRightToLeftLayoutDirection()
    #expect(html(view).contains(" data-flips"))
  }

  @Test func aButtonShowsASymbolInItsColour() {
    let button = UIButton()
    button.setImage(UIImage(systemName: "plus"), for: .normal)
    #expect(content(button) == #"<span class="icon s0" aria-hidden="true"></span>"#)
    button.setImage(UIImage(systemName: "minus"), for: .highlighted)
    #expect(content(button).contains(#"<span class="icon normal s0""#))
    #expect(content(button).contains(#"<span class="icon highlighted s1""#))
  }

  @Test func aButtonHasABackgroundForEachState() {
    let button = UIButton()
    button.setBackgroundImage(UIImage(url: "/a.png"), for: .normal)
    #expect(content(button) == #"<img class="background" src="/a.png" alt="">"#)
    button.setBackgroundImage(UIImage(url: "/b.png"), for: .highlighted)
    #expect(
      content(button) == #"<img class="background normal" src="/a.png" alt="">"#
        + #"<img class="background highlighted" src="/b.png" alt="">"#)
    button.setBackgroundImage(UIImage(url: "/c.png"), for: .disabled)
    button.isEnabled = false
    #expect(content(button).contains("/c.png"))
  }

  // MARK: - Image views

  @Test func aHighlightedViewShowsItsOtherImage() {
    let view = UIImageView(image: UIImage(url: "/a.png"), highlightedImage: UIImage(url: "/b.png"))
    #expect(html(view).contains("/a.png"))
    view.isHighlighted = true
    #expect(html(view).contains("/b.png"))
    view.highlightedImage = nil
    #expect(html(view).contains("/a.png"))
  }

  @Test func subviewsStandOverThePicture() {
    let view = UIImageView(image: UIImage(url: "/a.png"))
    let label = UILabel()
    view.accessibilityLabel = "A cat"
    view.addSubview(label)
    #expect(
      html(view) == #"<div id="uiImageView" class="UIImageView"><img src="/a.png" alt="A cat">"#
        + #"<p id="uiImageView.uiLabel" class="UILabel"></p></div>"#)
    view.image = nil
    #expect(html(view).hasPrefix(#"<div id="uiImageView" class="UIImageView"><p "#))
    label.removeFromSuperview()
    #expect(html(view).hasPrefix("<span "))
  }

  // MARK: - The catalog

  private static let png = Data(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 1, 2, 0, 0, 0, 3])

  @Test func aPNGSaysItsSize() {
    let catalog = PublicImages(paths: ["a.png", "a.jpg", "cut.png"]) {
      $0 == "cut.png" ? Self.png.prefix(23) : Self.png
    }
    #expect(catalog.image(named: "a")?.size == CGSize(width: 258, height: 3))
    #expect(catalog.image(named: "a.jpg")?.size == CGSize(width: 258, height: 3), "the content says what it is")
    #expect(catalog.image(named: "cut")?.size == .zero)
    #expect(catalog.image(named: "b") == nil)
  }
}

/// Symbols that are composed of others.
@Suite(.app) struct ComposedSymbolTests {
  private func symbol(_ name: String) -> UIImage? {
    let symbols = ["symbols/trash.svg", "symbols/bell.svg", "symbols/bell.fill.svg", "symbols/plus.svg"]
    UIApplication.shared.environment.images = PublicImages(
      paths: symbols, contents: { Data("<svg>\($0)</svg>".utf8) })
    return UIImage(systemName: name)
  }

  private func markup(_ name: String) -> String {
    guard let url = symbol(name)?.url, let comma = url.firstIndex(of: ",") else { return "" }
    return Data(base64Encoded: String(url[comma...].dropFirst())).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func embedded(_ name: String) -> String {
    "data:image/svg+xml;base64,\(Data("<svg>symbols/\(name).svg</svg>".utf8).base64EncodedString())"
  }

  @Test func aSymbolInAShapeIsComposed() {
    #expect(symbol("trash")?.url == "/symbols/trash.svg")
    #expect(markup("trash.circle").contains("<circle") && markup("trash.circle").contains(embedded("trash")))
    #expect(!markup("trash.circle").contains("<mask") && markup("trash.circle.fill").contains("<mask"))
    #expect(markup("bell.square").contains("<rect") && markup("plus.octagon.fill").contains(embedded("plus")))
    #expect(markup("7.circle").contains("<circle"))
    #expect(markup("square.fill").contains("rx=\"4\"") && !markup("square.fill").contains("<image"))
  }

  @Test func aSymbolHasASlashOrABadge() {
    #expect(markup("bell.slash.fill").contains(embedded("bell.fill")))
    #expect(
      markup("bell.badge.plus").contains(embedded("bell")) && markup("bell.badge.plus").contains(embedded("plus")))
    #expect(markup("bell.fill.badge.plus").contains(embedded("bell.fill")))
    #expect(markup("trash.badge").contains("<circle"))
    #expect(symbol("trash.fill")?.url == "/symbols/trash.svg")
  }

  @Test func theBeginningOfANameStandsForAnUnknownSymbol() {
    #expect(symbol("bell.fill.and.plus")?.url == "/symbols/bell.fill.svg")
    #expect(
      Misuse.messages.contains(
        "There is no symbol bell.fill.and.plus, bell.fill stands for it: put a file symbols/bell.fill.and.plus.svg into the "
          + "app's Public folder."))
  }

  @Test func aBoxStandsForAnUnknownSymbol() throws {
    let box = try #require(symbol("no.such.symbol"))
    #expect(box.isSymbolImage && box.size == CGSize(width: 24, height: 24) && box == symbol("neither.circle"))
    #expect(markup("no.such.symbol").contains("<rect"))
    #expect(
      Misuse.messages.contains(
        "There is no symbol no.such.symbol, a box stands for it: put a file symbols/no.such.symbol.svg into the app's "
          + "Public folder."))
    #expect(symbol("My Picture") == nil && symbol("") == nil)
  }
}
