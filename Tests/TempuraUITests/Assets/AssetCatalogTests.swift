import Basics
import Foundation
import TempuraTesting
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Colours, images and data of asset catalogues.
@Suite(.app) struct AssetCatalogTests {
  /// A catalogue in a temporary folder.
  private final class Folder {
    let path = NSTemporaryDirectory() + "assets-\(UUID().uuidString).xcassets"

    func write(_ file: String, _ content: String) throws { try write(file, Data(content.utf8)) }

    func write(_ file: String, _ content: Data) throws {
      let url = URL(fileURLWithPath: "\(path)/\(file)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: url)
    }

    var catalog: AssetCatalog { AssetCatalog(path: path, url: "/assets/App/Assets") }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func color(_ components: String, more: String = "") -> String {
    #"{"colors":[{"idiom":"universal","color":{"color-space":"srgb","components":{\#(components)}}}\#(more)]}"#
  }

  @Test func componentsAreFloatsBytesOrHexadecimal() throws {
    let folder = Folder()
    try folder.write(
      "A.colorset/Contents.json", color(#""red":"1.000","green":"0.5","blue":"0","alpha":"1.000""#))
    try folder.write("B.colorset/Contents.json", color(#""red":"255","green":"128","blue":"0","alpha":"1.000""#))
    try folder.write("C.colorset/Contents.json", color(#""red":"0xFF","green":"0x80","blue":"0x00","alpha":"0.5""#))
    try folder.write(
      "D.colorset/Contents.json",
      #"{"colors":[{"idiom":"universal","color":{"color-space":"gray-gamma-22","components":{"white":"1.0","alpha":"1.0"}}}]}"#
    )
    try folder.write(
      "E.colorset/Contents.json",
      #"{"colors":[{"idiom":"universal","color":{"platform":"ios","reference":"systemRedColor"}}]}"#)
    let colors = folder.catalog.colors
    #expect(colors["A"]?.css == "#ff8000" && colors["B"]?.css == "#ff8000" && colors["C"]?.css == "#ff800080")
    #expect(colors["D"] == .white && colors["E"] == .systemRed)
  }

  @Test func aColourHasADarkVariant() throws {
    let folder = Folder()
    let dark =
      #",{"idiom":"universal","appearances":[{"appearance":"luminosity","value":"dark"}],"color":{"color-space":"display-p3","components":{"red":"0","green":"1.0","blue":"0","alpha":"1.0"}}}"#
      + #",{"idiom":"universal","appearances":[{"appearance":"contrast","value":"high"}],"color":{"color-space":"srgb","components":{"red":"0","green":"0","blue":"1.0","alpha":"1.0"}}}"#
    try folder.write(
      "A.colorset/Contents.json", color(#""red":"1.0","green":"0.0","blue":"0.0","alpha":"1.0""#, more: dark))
    #expect(folder.catalog.colors["A"]?.css == "light-dark(#ff0000,color(display-p3 0 1 0))")
  }

  @Test func anAppIconIsItsLightFiles() throws {
    let folder = Folder()
    try folder.write(
      "AppIcon.appiconset/Contents.json",
      #"{"images":[{"filename":"a 1.png","idiom":"universal","platform":"ios","size":"1024x1024"},"#
        + #"{"appearances":[{"appearance":"luminosity","value":"dark"}],"filename":"dark.png","idiom":"universal"},"#
        + #"{"appearances":[{"appearance":"luminosity","value":"tinted"}],"filename":"tinted.png","idiom":"universal"},"#
        + #"{"filename":"missing.png","idiom":"iphone","scale":"3x","size":"60x60"},{"filename":"../out.png"},"#
        + #"{"filename":"a 1.png","idiom":"ios-marketing","size":"1024x1024"},{"idiom":"ipad","size":"20x20"}]}"#)
    for name in ["a 1.png", "dark.png", "tinted.png"] { try folder.write("AppIcon.appiconset/\(name)", "") }
    try folder.write("out.png", "")
    let catalog = folder.catalog
    let url = "/assets/App/Assets/AppIcon.appiconset/a%201.png"
    #expect(catalog.appIcons == ["AppIcon": [url]])
    #expect(catalog.files == [url: "\(folder.path)/AppIcon.appiconset/a 1.png"])
  }

  @Test func aColourSetWithoutAColourIsNoColourAndNoMistake() throws {
    let folder = Folder()
    // Xcode makes it for each new app.
    try folder.write(
      "AccentColor.colorset/Contents.json",
      #"{"colors":[{"idiom":"universal"}],"info":{"author":"xcode","version":1}}"#)
    #expect(folder.catalog.colors.isEmpty)
    #expect(!Misuse.messages.contains { $0.contains(folder.path) })
  }

  @Test func theMainBundleStandsForTheResourcesOfAllTargets() throws {
    for bundle in [Bundle.main, Bundle(for: Folder.self), .module, nil] {
      #expect(UIColor(named: "OwnRed", in: bundle, compatibleWith: nil)?.css == "#ff0000", "\(bundle as Any)")
    }
    let words = try #require(NSDataAsset(name: "OwnWords", bundle: .main))
    #expect(String(decoding: words.data, as: UTF8.self) == "own words")
    let other = try #require(Bundle(path: NSTemporaryDirectory()))
    #expect(UIColor(named: "OwnRed", in: other, compatibleWith: nil) == nil)
  }

  @Test func groupsMayBePartsOfNames() throws {
    let folder = Folder()
    let red = color(#""red":"1.0","green":"0.0","blue":"0.0","alpha":"1.0""#)
    try folder.write("Plain/A.colorset/Contents.json", red)
    try folder.write("Brand/Contents.json", #"{"properties":{"provides-namespace":true}}"#)
    try folder.write("Brand/B.colorset/Contents.json", red)
    #expect(Set(folder.catalog.colors.keys) == ["A", "Brand/B"])
  }

  private let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP8z8Dwn4GBgQEADQQB/3BmXrMAAAAASUVORK5CYII=")!

  /// A page of 24 × 12 points.
  private func pdf(_ content: String, resources: String = "", mask: String = "") -> Data {
    Data(
      """
      %PDF-1.4
      1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
      2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
      3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 24 12] /Contents 4 0 R /Resources << \(resources) >> >> endobj
      4 0 obj << /Length \(content.utf8.count) >>
      stream
      \(content)
      endstream
      endobj
      5 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 240 120] /Group << /S /Transparency /CS /DeviceGray >>
      /Length \(mask.utf8.count) >>
      stream
      \(mask)
      endstream
      endobj
      trailer << /Root 1 0 R >>
      %%EOF
      """.utf8)
  }

  private var flag: Data { pdf("1 0 0 rg 0 0 12 12 re f") }

  private func convertPDFs(in folder: Folder) throws {
    let script = URL(filePath: #filePath).appending(path: "../../../../Tools/convert-pdfs").standardized
    let process = Process()
    (process.executableURL, process.arguments) = (script, [folder.path])
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func aPDFPictureBecomesSVG() throws {
    let folder = Folder()
    try folder.write(
      "Flag.imageset/Contents.json",
      #"{"images":[{"idiom":"universal","filename":"flag.pdf"},{"idiom":"universal","filename":"night.PDF","#
        + #""appearances":[{"appearance":"luminosity","value":"dark"}]}],"#
        + #""properties":{"preserves-vector-representation":true,"template-rendering-intent":"template"}}"#)
    for file in ["flag.pdf", "night.PDF"] { try folder.write("Flag.imageset/\(file)", flag) }
    try convertPDFs(in: folder)
    let image = try #require(folder.catalog.images["Flag"])
    #expect(image.size == CGSize(width: 24, height: 12) && image.scale == 1 && image.isShape)
    #expect(image.url.hasSuffix("/flag.pdf.svg") && image.darkCSS(in: .dark)?.contains("/night.PDF.svg") == true)
    let svg = try String(contentsOfFile: "\(folder.path)/Flag.imageset/flag.pdf.svg", encoding: .utf8)
    #expect(svg.contains("<svg preserveAspectRatio=\"none\" ") && svg.contains(#"width="24" height="12""#))
    #expect(svg.contains("rgb(100%"))
  }

  @Test func aPDFPictureWithASoftMaskBecomesPixels() throws {
    let folder = Folder()
    try folder.write("Flag.imageset/Contents.json", #"{"images":[{"idiom":"universal","filename":"flag.pdf"}]}"#)
    let mask = #"/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>"#
    try folder.write(
      "Flag.imageset/flag.pdf",
      pdf("0.1 0 0 0.1 0 0 cm /G gs 1 0 0 rg 0 0 240 120 re f", resources: mask, mask: "1 g 0 0 120 120 re f"))
    try convertPDFs(in: folder)
    let image = try #require(folder.catalog.images["Flag"])
    #expect(image.size == CGSize(width: 24, height: 12) && image.scale == 3)
    let files = (1...3).map { "/assets/App/Assets/Flag.imageset/flag.pdf@\($0)x.png" }
    #expect(image.sourceSet == files.enumerated().map { "\($1) \($0 + 1)x" }.joined(separator: ", "))
    let path = try #require(folder.catalog.files[files[2]])
    let pixels = try Bitmap(png: Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(pixels.width == 72 && pixels.height == 36)
    // The left half is red, the right one is transparent.
    #expect(Array(pixels.bytes.prefix(3)) == [255, 0, 0] && Array(pixels.bytes.suffix(3)) == [255, 255, 255])
    let names = files.map { $0.replacing("/assets/App/Assets/", with: "") }
    let images = PublicImages(paths: ["Flag.imageset/flag.pdf"] + names) { [path = folder.path] in
      FileManager.default.contents(atPath: "\(path)/\($0)")
    }
    let shown = try #require(images.image(named: "Flag.imageset/flag"))
    #expect(shown.size == image.size && shown.sourceSet?.hasSuffix(", /Flag.imageset/flag.pdf@3x.png 3x") == true)
  }

  @Test func anSVGFileBesideAPDFPictureIsShownInstead() throws {
    let folder = Folder()
    try folder.write("Flag.imageset/Contents.json", #"{"images":[{"idiom":"universal","filename":"flag.pdf"}]}"#)
    try folder.write("Flag.imageset/flag.pdf", "not read")
    try folder.write("Flag.imageset/flag.pdf.svg", #"<svg width="24" height="12"/>"#)
    let catalog = folder.catalog
    let url = "/assets/App/Assets/Flag.imageset/flag.pdf.svg"
    #expect(catalog.images["Flag"]?.url == url && catalog.images["Flag"]?.size == CGSize(width: 24, height: 12))
    #expect(catalog.files == [url: "\(folder.path)/Flag.imageset/flag.pdf.svg"])
  }

  @Test func aPDFPictureThatWasNotConvertedIsReportedAndLeftOut() throws {
    let folder = Folder()
    try folder.write("Flag.imageset/Contents.json", #"{"images":[{"idiom":"universal","filename":"flag.pdf"}]}"#)
    try folder.write("Flag.imageset/flag.pdf", flag)
    #expect(folder.catalog.images.isEmpty)
    let images = PublicImages(paths: ["a/terms.pdf"])
    #expect(images.image(named: "a/terms") == nil)
    for picture in ["\(folder.path)/Flag.imageset/flag.pdf", "a/terms.pdf"] {
      #expect(
        Misuse.messages.contains(
          "The picture \(picture) is not shown, because no file for browsers is beside it: run Tools/convert-pdfs on the "
            + "app's sources."))
    }
  }

  @Test func aPDFPictureInPublicHasAName() {
    let images = PublicImages(paths: ["a/flag.pdf", "a/flag.pdf.svg", "png.pdf", "png.pdf.svg", "png.png"]) { _ in
      Data(#"<svg width="24" height="12"/>"#.utf8)
    }
    #expect(images.image(named: "a/flag")?.url == "/a/flag.pdf.svg" && images.image(named: "png")?.url == "/png.png")
    #expect(images.image(named: "a/flag.pdf")?.size == CGSize(width: 24, height: 12))
  }

  @Test func anImageHasScalesAndADarkVariant() throws {
    let folder = Folder()
    try folder.write(
      "Big Cat.imageset/Contents.json",
      #"{"images":[{"idiom":"universal","filename":"cat.png","scale":"1x"},{"idiom":"universal","filename":"cat@2x.png","scale":"2x"},{"idiom":"universal","scale":"3x"},"#
        + #"{"idiom":"universal","appearances":[{"appearance":"luminosity","value":"dark"}],"filename":"dark.png","scale":"2x"}],"#
        + #""properties":{"template-rendering-intent":"original"}}"#)
    for file in ["cat.png", "cat@2x.png", "dark.png"] { try folder.write("Big Cat.imageset/\(file)", png) }
    let catalog = folder.catalog
    let image = try #require(catalog.images["Big Cat"])
    #expect(image.size == CGSize(width: 1, height: 0.5) && image.scale == 2 && image.renderingMode == .alwaysOriginal)
    let view = UIImageView(image: image)
    #expect(html(view).contains(#"src="/assets/App/Assets/Big%20Cat.imageset/cat@2x.png""#))
    #expect(
      html(view).contains(
        #"srcset="/assets/App/Assets/Big%20Cat.imageset/cat.png 1x, /assets/App/Assets/Big%20Cat.imageset/cat@2x.png 2x""#
      ))
    #expect(css(view).contains("@media (prefers-color-scheme:dark){content:url(\"/assets/App/Assets/"))
    #expect(css(view).contains("dark.png\") 2x);}"))
    #expect(catalog.files.count == 3)

    let button = UIButton()
    button.setImage(image, for: .normal)
    #expect(renderingFromScratch(button).styles.css.contains("@media (prefers-color-scheme:dark){content:"))

    let screen = UIView()
    screen.addSubview(view)
    screen.overrideUserInterfaceStyle = .dark
    #expect(css(view).contains("content:") && !css(view).contains("@media"))
    screen.overrideUserInterfaceStyle = .light
    #expect(!css(view).contains("content:"))
    screen.overrideUserInterfaceStyle = .unspecified
    view.addSubview(UILabel())
    #expect(!css(view).contains("content:"), "an element with content shows the image in an element of its own")
    #expect(renderingFromScratch(view).styles.css.contains("content:"))
  }

  @Test func slicesAreInPixels() throws {
    let folder = Folder()
    try folder.write(
      "A.imageset/Contents.json",
      #"{"images":[{"idiom":"universal","filename":"a.png","scale":"2x","resizing":{"mode":"3-part-horizontal","center":{"mode":"stretch","width":1},"cap-insets":{"left":10,"right":20}}}]}"#
    )
    try folder.write("A.imageset/a.png", png)
    #expect(folder.catalog.images["A"]?.capInsets == UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 10))
  }

  @Test func brokenAssetsAreLeftOutAndReportedOnce() throws {
    let folder = Folder()
    try folder.write("A.colorset/Contents.json", "{")
    try folder.write("B.colorset/other.txt", "")
    try folder.write("C.colorset/Contents.json", color(#""red":"x","green":"0.0","blue":"0.0","alpha":"1.0""#))
    try folder.write(
      "D.imageset/Contents.json", #"{"images":[{"idiom":"universal","filename":"gone.png","scale":"1x"}]}"#)
    try folder.write("E.imageset/Contents.json", #"{"images":[{"idiom":"universal","filename":"e.tiff"}]}"#)
    try folder.write("E.imageset/e.tiff", "II")
    try folder.write(
      "F.imageset/Contents.json", #"{"images":[{"idiom":"universal","filename":"../../secret.png"}]}"#)
    let catalog = folder.catalog
    #expect(catalog.colors.isEmpty && catalog.images.isEmpty)
    for (name, problem) in [
      ("A.colorset/Contents.json", "is not valid"), ("B.colorset", "has no file Contents.json"),
      ("C.colorset", "has no colour that can be read"), ("D.imageset/gone.png", "does not exist"),
      ("E.imageset/e.tiff", "cannot be shown by browsers: add the picture as SVG or PNG"),
    ] {
      #expect(Misuse.messages.contains("The asset \(folder.path)/\(name) \(problem). It is left out."))
    }
  }

  @Test func dataSetsAreFiles() throws {
    let folder = Folder()
    try folder.write("Words.dataset/Contents.json", #"{"data":[{"idiom":"universal","filename":"words.txt"}]}"#)
    try folder.write("Words.dataset/words.txt", "abc")
    #expect(folder.catalog.data["Words"]?.hasSuffix("/Words.dataset/words.txt") == true)
    // Only images are served.
    #expect(folder.catalog.files.isEmpty)
  }
}
