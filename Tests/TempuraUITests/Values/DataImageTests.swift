import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Images of data.
@Suite(.app) struct DataImageTests {
  private let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEElEQVR4nGP4DwQMDP//AwAc7AX7uPY/CwAAAABJRU5ErkJggg==")!
  private let gif = Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")!

  @Test func anImageOfDataIsADataURL() throws {
    let image = try #require(UIImage(data: png))
    #expect(image.size == CGSize(width: 2, height: 1) && image.pngData() != nil)
    #expect(html(UIImageView(image: image)).contains(#"src="data:image/png;base64,"#))
    #expect(UIImage(data: png, scale: 2)?.size == CGSize(width: 1, height: 0.5))
    #expect(UIImage(data: gif)?.size == CGSize(width: 1, height: 1))
    #expect(UIImage(data: png, scale: .nan)?.scale == 1)
  }

  @Test func brokenDataIsNoImage() {
    for data in [Data(), Data("text".utf8), png.prefix(12), gif.prefix(7), Data([0xFF, 0xD8, 0xFF])] {
      #expect(UIImage(data: data) == nil)
    }
    #expect(UIImage(data: Data("<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".utf8)) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
  }

  @Test func aJPEGHasTheSizeOfItsFrame() {
    let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 0, 3, 0, 5, 1]
    #expect(UIImage(data: Data(head))?.size == CGSize(width: 5, height: 3))
    // Segments with lengths that lead nowhere.
    #expect(UIImage(data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + [UInt8](repeating: 0, count: 20))) == nil)
  }

  @Test func dataWithRandomBytesNeverTraps() {
    var generator = SystemRandomNumberGenerator()
    let starts: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8),
      Array("RIFF0000WEBPVP8L".utf8), Array("RIFF0000WEBPVP8 ".utf8), Array(Drawing.fileStart.utf8),
    ]
    for index in 0..<3000 {
      let rest = (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      _ = UIImage(data: Data(starts[index % starts.count] + rest))
    }
  }

  @Test func anEmptyImageLoadsNothing() {
    #expect(UIImage().size == .zero && UIImage().cgImage == nil)
    #expect(html(UIImageView(image: UIImage())).contains("src=\"data:image/gif"))
  }

  @Test func aPartOfAnImageIsADrawing() throws {
    let image = try #require(UIImage(data: png)?.cgImage)
    #expect(image.width == 2 && image.height == 1)
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 0, width: 5, height: 5)))
    #expect(part.width == 1 && part.height == 1 && pixels(of: part) == Array(pixels(of: image).suffix(4)))
    #expect(image.cropping(to: CGRect(x: 9, y: 9, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: CGFloat.infinity, height: 1)) == nil)
  }

  @Test func aDrawnImageContainsTheOnesItWasMadeOf() throws {
    let image = try #require(UIImage(data: png))
    let drawn = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in
      image.draw(in: CGRect(x: 0, y: 0, width: 8, height: 8))
      image.withTintColor(.red).draw(at: .zero)
    }
    let pixels = pixels(of: try #require(drawn.cgImage))
    #expect(pixels.count == 24 * 24 * 4 && Array(pixels.prefix(4)) == [255, 0, 0, 255])
    #expect(pixels.suffix(4) == self.pixels(of: try #require(image.cgImage)).suffix(4))
  }

  @Test func textsHavePixels() throws {
    let size = CGSize(width: 80, height: 60)
    func lightPixels(_ draw: @escaping () -> Void) throws -> Int {
      let image = UIGraphicsImageRenderer(size: size).image { context in
        UIColor.black.setFill()
        context.fill(CGRect(origin: .zero, size: size))
        draw()
      }
      let file = try #require(image.pngData())
      let pixels = pixels(of: try #require(UIImage(data: file)?.cgImage))
      return stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] > 200 }
    }
    #expect(try lightPixels {} == 0)
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.boldSystemFont(ofSize: 30), .foregroundColor: UIColor.white,
    ]
    #expect(try lightPixels { ("Bold" as NSString).draw(at: CGPoint(x: 5, y: 5), withAttributes: attributes) } > 500)
  }

  @Test func aThumbnailOfAFileHasAMaximumSide() throws {
    let size = CGSize(width: 9, height: 4)
    let file = UIGraphicsImageRenderer(size: size, format: .init()).image { $0.fill(CGRect(origin: .zero, size: size)) }
    let data = try #require(file.pngData())
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let options =
      [kCGImageSourceCreateThumbnailWithTransform: true, kCGImageSourceThumbnailMaxPixelSize: 6] as CFDictionary
    let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
    #expect(thumbnail.width == 6 && thumbnail.height == 3)
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    #expect(properties?[kCGImagePropertyPixelWidth] as? Int == Int(9 * file.scale))
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
    #expect(CGImageSourceCreateWithData(Data("text".utf8) as CFData, nil) == nil)
  }

  private func pixels(of image: CGImage) -> [UInt8] { (image.dataProvider?.data).map { [UInt8]($0) } ?? [] }
}

/// Colours and their components.
@Suite(.app) struct ColorComponentTests {
  @Test func aColourHasComponents() {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    #expect(
      UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5).getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    #expect([red, green, blue, alpha] == [0.25, 0.5, 0.75, 0.5])
    #expect(!UIColor.red.getWhite(&red, alpha: nil))
    #expect(UIColor(white: 0.5, alpha: 1).getWhite(&red, alpha: nil) && red == 0.5)
  }

  @Test func huesAreOnACircle() {
    #expect(UIColor(hue: 0, saturation: 1, brightness: 1, alpha: 1) == .red)
    #expect(UIColor(hue: 1 / 3, saturation: 1, brightness: 1, alpha: 1).css == "#00ff00")
    #expect(UIColor(hue: .nan, saturation: 1, brightness: 1, alpha: 1) == .red)
    for hue in [0, 0.1, 0.4, 0.5, 0.7, 0.95] as [CGFloat] {
      var (read, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
      UIColor(hue: hue, saturation: 0.5, brightness: 0.8, alpha: 1)
        .getHue(&read, saturation: &saturation, brightness: &brightness, alpha: nil)
      #expect(abs(read - hue) < 1e-6 && abs(saturation - 0.5) < 1e-6 && abs(brightness - 0.8) < 1e-6)
    }
  }

  @Test func aWideColourIsOneOfDisplayP3() {
    let color = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 0.5)
    #expect(color.css == "color(display-p3 1 0 0 / 0.5)")
    var red: CGFloat = 0
    color.getRed(&red, green: nil, blue: nil, alpha: nil)
    #expect(red == 1)
    #expect(UIColor(cgColor: color.cgColor) == color)
  }

  @Test func aPatternIsABackground() {
    let view = UIView()
    view.backgroundColor = UIColor(patternImage: UIImage(url: "/a.png"))
    #expect(css(view) == "background-color:#00000000;background-image:url(\"/a.png\");")
  }
}
