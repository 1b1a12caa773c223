import Foundation
import Testing

@testable import TempuraUI

/// Sizes and frames that code on the server reads.
@Suite struct FittingTests {
  @Test func aTextIsAsLargeAsItsCharactersByEstimate() {
    let text = label("Hello")
    text.font = .systemFont(ofSize: 10)
    #expect(text.intrinsicContentSize == CGSize(width: 23, height: 14))
    text.font = .boldSystemFont(ofSize: 10)
    #expect(text.intrinsicContentSize.width > 23)
    text.text = nil
    #expect(text.intrinsicContentSize == .zero)
  }

  @Test func aTextIsWrappedAtTheWidthThatThereIs() {
    let text = label("one two three four five six seven eight nine ten")
    let line = text.intrinsicContentSize
    let wrapped = text.sizeThatFits(CGSize(width: 100, height: 0))
    #expect(wrapped.width <= 100)
    #expect(wrapped.height >= line.height * 3)
    text.numberOfLines = 2
    #expect(text.sizeThatFits(CGSize(width: 100, height: 0)).height < wrapped.height)
    #expect(label("wwwwwwwwwwwwwwwwwwwwwwwwwwwwww").sizeThatFits(CGSize(width: 100, height: 0)).height > line.height)
    #expect(label("a\nb").intrinsicContentSize.height > line.height)
  }

  @Test func sizeToFitSaysHowLargeTheViewWillBe() {
    let text = label("Hello")
    text.sizeToFit()
    #expect(text.frame.size == text.intrinsicContentSize)
    #expect(css(text) == "width:fit-content;")
    text.frame.origin = CGPoint(x: 5, y: 6)
    #expect(css(text) == "position:absolute;left:5px;top:6px;", "it is as large as its content still")
    text.frame.size.width = 100
    #expect(css(text).contains("width:100px;"))
  }

  @Test func aViewIsTallEnoughForWhatHasAFrameInIt() {
    let (container, child) = (UIView(), UIView())
    container.addSubview(child)
    child.frame = CGRect(x: 0, y: 100, width: 10, height: 44)
    #expect(css(container) == "min-height:144px;")
    child.frame.size.height = 50
    #expect(css(container) == "min-height:150px;")
    container.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(!css(container).contains("min-height"))
  }

  @Test func theMiddleStaysWhenTheBoundsChange() {
    let view = UIView()
    view.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    view.bounds = CGRect(x: 0, y: 0, width: 10, height: 30)
    #expect(view.frame == CGRect(x: 15, y: 5, width: 10, height: 30))
  }

  @Test func aFittingSizeComesOfConstraints() {
    let inner = UIView()
    let container = laidOut(inner) { container in
      sides(inner, of: container, inset: 10)
        + [
          inner.topAnchor.constraint(equalTo: container.topAnchor, constant: 5),
          inner.bottomAnchor.constraint(equalTo: container.bottomAnchor, constant: -5),
          inner.heightAnchor.constraint(equalToConstant: 30),
        ]
    }
    let size = container.systemLayoutSizeFitting(CGSize(width: 200, height: 0))
    #expect(size == CGSize(width: 200, height: 40))
    #expect(container.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize).height == 40)
  }

  @Test func aSizeThatAnAppsViewSaysItHasIsItsLeast() {
    final class Dot: UIView {
      override var intrinsicContentSize: CGSize { CGSize(width: 12, height: 14) }
    }
    let dot = Dot()
    _ = laidOut(dot) { container in [dot.topAnchor.constraint(equalTo: container.topAnchor)] }
    #expect(style("min-width", of: dot) == "12px")
    #expect(style("min-height", of: dot) == "14px")
    #expect(dot.frame.size == CGSize(width: 12, height: 14))
  }
}

@Suite struct GeometryTests {
  private let outer = UIView()
  private let inner = UIView()

  init() {
    outer.setFlowingFrame(CGRect(x: 0, y: 0, width: 400, height: 200))
    outer.addSubview(inner)
    inner.frame = CGRect(x: 10, y: 20, width: 300, height: 50)
  }

  @Test func aFrameFollowsItsSuperviewAsItsMaskSays() {
    inner.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    #expect(css(inner) == "position:absolute;left:10px;right:90px;bottom:130px;height:50px;")
    inner.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
    #expect(css(inner) == "position:absolute;left:calc((100% - 300px) * 0.1);width:300px;top:20px;height:50px;")
    inner.autoresizingMask = []
    #expect(css(inner) == "position:absolute;left:10px;top:20px;width:300px;height:50px;")
  }

  @Test func pointsAreConvertedBetweenViews() {
    let innermost = UIView()
    inner.addSubview(innermost)
    innermost.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(innermost.convert(CGPoint(x: 5, y: 5), to: outer) == CGPoint(x: 16, y: 27))
    #expect(innermost.convert(CGPoint(x: 16, y: 27), from: nil) == CGPoint(x: 5, y: 5))
    #expect(inner.convert(innermost.frame, to: nil) == CGRect(x: 11, y: 22, width: 3, height: 4))
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(CGRect(x: 0, y: 0, width: 10, height: 10).inset(by: insets) == CGRect(x: 2, y: 1, width: 4, height: 6))
  }

  @Test func anImageIsAsLargeAsItsFileSays() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 0, 0, 0, 0, 9]
    #expect(ImageSize.read(Data(png)) == CGSize(width: 256, height: 9))
    #expect(ImageSize.read(Data(png.prefix(20))) == nil)
    let svg = #"<?xml version="1.0"?><svg viewBox="0 0 30 40" width="15px" height="20">"#
    #expect(ImageSize.read(Data(svg.utf8)) == CGSize(width: 15, height: 20))
    #expect(ImageSize.read(Data(#"<svg viewBox="0 0 30 40"/>"#.utf8)) == CGSize(width: 30, height: 40))
    #expect(ImageSize.read(Data("<svg".utf8)) == nil)
    #expect(ImageCatalog(paths: ["a.svg"]) { _ in Data(svg.utf8) }.image(named: "a")?.size.width == 15)
  }
}
