import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// How values are written in style sheets.
@Suite struct ValueTests {
  @Test(
    arguments: [
      (0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-0.0, "0"), (1.0 / 3, "0.3333"), (0.00001, "0"),
      (0.0001, "0.0001"),
      (123_456.7891, "123456.7891"), (1e12, "0"), (.infinity, "0"), (-.infinity, "0"), (.nan, "0"),
      (.greatestFiniteMagnitude, "0"),
      (999_999_999, "999999999"), (.leastNonzeroMagnitude, "0"),
    ] as [(CGFloat, String)])
  func numbersAreShortAndNeverTrap(number: CGFloat, expected: String) {
    #expect(CSS.number(number) == expected)
  }

  @Test func lengthsHaveUnits() {
    #expect(CSS.px(0) == "0")
    #expect(CSS.px(12.5) == "12.5px")
    #expect(CSS.rem(0) == "0")
    #expect(CSS.rem(17) == "1.0625rem")
  }

  // MARK: - UIColor

  @Test func aColorIsHexadecimal() {
    #expect(UIColor(red: 1, green: 0.5, blue: 0, alpha: 1).css == "#ff8000")
    #expect(UIColor(white: 0, alpha: 0.5).css == "#00000080")
    #expect(UIColor.clear.css == "#00000000")
    #expect(UIColor(red: 9, green: -3, blue: .nan, alpha: .infinity).css == "#ff0000ff".prefix(7))
  }

  @Test func aColorForBothAppearancesIsWrittenSo() {
    #expect(UIColor.label.css == "light-dark(#000000,#ffffff)")
    #expect(UIColor.systemBackground.css == "light-dark(#ffffff,var(--raised,#000000))", "sheets set the variable")
    #expect(UIColor.systemGray.css == "#8e8e93")
    #expect(UIColor.separator.css == "light-dark(#3c3c434a,#54545899)")
    let own = UIColor { $0.userInterfaceStyle == .dark ? .white : .red }
    #expect(own.css == "light-dark(#ff0000,#ffffff)")
    #expect(own.withAlphaComponent(0).css == "light-dark(#ff000000,#ffffff00)")
  }

  @Test func colorsAreComparedByTheirLook() {
    #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(UIColor.red != .label)
    #expect(Set([UIColor.black, UIColor(white: 0, alpha: 1), .label]).count == 2)
  }

  // MARK: - UIFont

  @Test func fontsHaveSizesThatFollowTheReader() {
    #expect(UIFont.systemFont(ofSize: 16).css == "font-size:1rem;font-weight:400;")
    #expect(UIFont.boldSystemFont(ofSize: 32).withSize(8).css == "font-size:0.5rem;font-weight:600;")
    #expect(UIFont.systemFont(ofSize: 16, weight: .semibold) == .boldSystemFont(ofSize: 16))
  }

  @Test(
    arguments: [
      (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500), (.semibold, 600), (.bold, 700),
      (.heavy, 800), (.black, 900), (UIFont.Weight(rawValue: 9), 900), (UIFont.Weight(rawValue: -9), 100),
    ] as [(UIFont.Weight, Int)])
  func everyWeightHasItsNumber(weight: UIFont.Weight, number: Int) {
    #expect(UIFont.systemFont(ofSize: 16, weight: weight).css.hasSuffix("font-weight:\(number);"))
  }

  // MARK: - CGAffineTransform

  @Test func transformsAreConcatenated() {
    let scaled = CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(translationX: 5, y: 7))
    #expect(scaled == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 7))
    #expect(CGAffineTransform.identity.concatenating(scaled) == scaled)
    let view = UIView()
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(css(view) == "transform:matrix(0,1,-1,0,0,0);")
    #expect(CGAffineTransform(translationX: 0, y: 0).isIdentity)
  }

  // MARK: - UIImage

  @Test func imagesAreComparedByTheirFiles() {
    #expect(UIImage(url: "/a.svg") == UIImage(url: "/a.svg"))
    #expect(UIImage(url: "/a.svg") != UIImage(url: "/b.svg"))
  }

  @Test func imagesAreFoundByNameWithOrWithoutEnding() {
    let catalog = PublicImages(paths: ["add.png", "add.svg", "icons/x.webp", "x.jpg", "notes.txt", "a.b.png"])
    #expect(catalog.image(named: "add")?.url == "/add.svg")
    #expect(catalog.image(named: "add.png")?.url == "/add.png")
    #expect(catalog.image(named: "icons/x")?.url == "/icons/x.webp")
    #expect(catalog.image(named: "x")?.url == "/x.jpg")
    #expect(catalog.image(named: "a.b")?.url == "/a.b.png")
    #expect(catalog.image(named: "notes")?.url == nil)
    #expect(catalog.image(named: "a")?.url == nil)
    #expect(catalog.image(named: "../add")?.url == nil)
  }

  @Test func pagesNameVersionsOfImagesOnly() {
    let catalog = PublicImages(paths: ["add.png", "icons/x.webp", "notes.txt"])
      .namingVersions(alsoOf: ["/assets/a%20b.png"]) { $0 + "?1" }
    for url in ["/add.png", "/icons/x.webp", "/assets/a%20b.png"] { #expect(catalog.pageURL(of: url) == url + "?1") }
    for url in ["/notes.txt", "/add", "/other.png", "data:image/png;base64,", ""] {
      #expect(catalog.pageURL(of: url) == url)
    }
    #expect(catalog.image(named: "add")?.url == "/add.png")
  }

  @Test func pagesNamePathsBelowTheBasePath() {
    let catalog = PublicImages(paths: ["add.png"], symbolVersion: { $0 == "symbols/star.svg" ? "1a2b3c4d" : nil })
      .namingVersions(alsoOf: [], below: "/todo") { $0 + "?1" }
    #expect(catalog.pageURL(of: "/add.png") == "/todo/add.png?1")
    #expect(catalog.pageURL(of: "/symbols/star.svg") == "/todo/symbols/star.svg?1a2b3c4d")
    #expect(catalog.pageURL(of: "/files/a") == "/todo/files/a")
    #expect(catalog.pageURL(of: "data:image/png;base64,") == "data:image/png;base64,")
    #expect(catalog.image(named: "add")?.url == "/add.png")
  }

  @Test func aBuiltInSymbolIsFoundUnlessTheAppHasOneOfItsName() {
    let unversioned = PublicImages(
      paths: ["symbols/own.svg"], contents: { _ in Data("<svg width=\"2\" height=\"2\">".utf8) },
      symbolVersion: { ["symbols/own.svg", "symbols/star.svg"].contains($0) ? "1a2b3c4d" : nil })
    for name in ["symbols/star", "symbols/star.svg"] {
      #expect(unversioned.image(named: name)?.url == "/symbols/star.svg")
      #expect(unversioned.image(named: name)?.size == CGSize(width: 2, height: 2))
    }
    #expect(unversioned.image(named: "symbols/moon") == nil)
    #expect(unversioned.pageURL(of: "/symbols/star.svg") == "/symbols/star.svg")
    let catalog = unversioned.namingVersions(alsoOf: []) { $0 + "?own" }
    #expect(catalog.pageURL(of: "/symbols/star.svg") == "/symbols/star.svg?1a2b3c4d")
    #expect(catalog.pageURL(of: "/symbols/own.svg") == "/symbols/own.svg?own")
    #expect(catalog.pageURL(of: "/symbols/moon.svg") == "/symbols/moon.svg")
  }

  @Test func valuesOfGeometryComeBack() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(NSValue(cgRect: rect).cgRectValue == rect)
    #expect(NSValue(cgPoint: rect.origin).cgPointValue == rect.origin)
    #expect(NSValue(cgSize: rect.size).cgSizeValue == rect.size)
  }
}
