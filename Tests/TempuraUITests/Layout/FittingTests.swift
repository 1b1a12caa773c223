import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Sizes and frames that code on the server reads.
@Suite struct FittingTests {
  @Test func aTextIsAsLargeAsItsCharactersInItsFont() {
    let text = label("Hello")
    text.font = .systemFont(ofSize: 10)
    let small = text.intrinsicContentSize
    #expect(small.height == UIFont.systemFont(ofSize: 10).labelHeight && small.width == small.width.roundedToPixel())
    text.font = .systemFont(ofSize: 20)
    #expect(text.intrinsicContentSize.width > small.width * 1.75, "larger letters are closer")
    text.text = nil
    #expect(text.intrinsicContentSize == .zero)
  }

  @Test func aTextIsWrappedAtTheWidthThatThereIs() {
    let text = label("one two three four five six seven eight nine ten")
    let line = text.intrinsicContentSize
    #expect(text.sizeThatFits(CGSize(width: 100, height: 0)) == line, "a text of one line has its own width")
    text.numberOfLines = 0
    for width: CGFloat in [0, .greatestFiniteMagnitude, .infinity, .nan, -1] {
      #expect(text.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)) == line)
    }
    let wrapped = text.sizeThatFits(CGSize(width: 100, height: 0))
    #expect(wrapped.width <= 100)
    #expect(wrapped.height >= line.height * 3)
    #expect(text.sizeThatFits(CGSize(width: wrapped.width, height: 0)) == wrapped)
    text.numberOfLines = 2
    #expect(text.sizeThatFits(CGSize(width: 100, height: 0)).height == line.height * 2)
    text.text = "wwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
    #expect(text.sizeThatFits(CGSize(width: 100, height: 0)).height > line.height)
    text.text = "a\nb"
    #expect(text.intrinsicContentSize.height == line.height * 2)
  }

  @Test func sizeToFitSaysHowLargeTheViewWillBe() {
    let text = label("Hello")
    text.sizeToFit()
    #expect(text.frame.size == text.intrinsicContentSize)
    #expect(css(text) == "width:fit-content;")
    text.frame.origin = CGPoint(x: 16, y: 8)
    #expect(css(text).hasPrefix("position:absolute;left:1rem;top:0.5rem;"))
    #expect(text.frame.size == text.intrinsicContentSize)
  }

  @Test func aViewIsTallEnoughForWhatHasAFrameInIt() {
    let (container, child) = (UIView(), UIView())
    container.addSubview(child)
    child.frame = CGRect(x: 0, y: 100, width: 10, height: 44)
    #expect(css(container) == "min-height:9rem;")
    child.frame.size.height = 50
    #expect(css(container) == "min-height:9.375rem;")
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
    let size = container.systemLayoutSizeFitting(
      CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size == CGSize(width: 200, height: 40))
    #expect(container.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize).height == 40)
  }

  @Test func aSizeThatAnAppsViewSaysItHasIsItsSize() {
    final class Dot: UIView {
      override var intrinsicContentSize: CGSize { CGSize(width: 12, height: 14) }
    }
    let dot = Dot()
    _ = laidOut(dot) { container in [dot.topAnchor.constraint(equalTo: container.topAnchor)] }
    #expect(dot.frame.size == CGSize(width: 12, height: 14))
  }

  @Test func aTextBesideAViewIsMeasuredInTheWidthThatIsLeft() {
    let (picture, text, mark) = (UIView(), UILabel(), UIView())
    text.text = String(repeating: "word ", count: 40)
    text.numberOfLines = 0
    let container = laidOut(picture, text, mark) { container in
      [
        picture.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        picture.topAnchor.constraint(equalTo: container.topAnchor),
        picture.widthAnchor.constraint(equalToConstant: 100),
        text.leadingAnchor.constraint(equalTo: picture.trailingAnchor, constant: 10),
        text.topAnchor.constraint(equalTo: container.topAnchor),
        text.bottomAnchor.constraint(equalTo: container.bottomAnchor),
        mark.leadingAnchor.constraint(equalTo: text.trailingAnchor),
        mark.topAnchor.constraint(equalTo: container.topAnchor), mark.widthAnchor.constraint(equalToConstant: 80),
        mark.trailingAnchor.constraint(equalTo: container.trailingAnchor),
      ]
    }
    let expected = text.sizeThatFits(CGSize(width: 200, height: 0)).height
    let size = container.systemLayoutSizeFitting(
      CGSize(width: 390, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size.height == expected)
    #expect(text.frame.width == 200)
  }
}

/// Sizes that overrides of `intrinsicContentSize` say.
@Suite struct OwnContentSizeTests {
  private final class Chart: UIView {
    var size = CGSize(width: 120, height: 40)
    var measuresItself = false
    override var intrinsicContentSize: CGSize { measuresItself ? systemLayoutSizeFitting(.zero) : size }
  }

  private func chart() -> Chart {
    let (chart, inner) = (Chart(), UIView())
    inner.translatesAutoresizingMaskIntoConstraints = false
    chart.addSubview(inner)
    NSLayoutConstraint.activate([
      inner.leadingAnchor.constraint(equalTo: chart.leadingAnchor, constant: 8),
      inner.trailingAnchor.constraint(lessThanOrEqualTo: chart.trailingAnchor),
      inner.topAnchor.constraint(equalTo: chart.topAnchor),
      inner.bottomAnchor.constraint(lessThanOrEqualTo: chart.bottomAnchor),
      inner.widthAnchor.constraint(equalToConstant: 20), inner.heightAnchor.constraint(equalToConstant: 60),
    ])
    return chart
  }

  @Test func aFittingSizeIsThatOfTheContentToo() {
    let chart = chart()
    #expect(
      chart.systemLayoutSizeFitting(.zero) == CGSize(width: 120, height: 60), "its constraints need a height of 60")
    chart.size = CGSize(width: UIView.noIntrinsicMetric, height: 90)
    #expect(chart.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 28, height: 90))
    let size = chart.systemLayoutSizeFitting(
      CGSize(width: 300, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size == CGSize(width: 300, height: 90))
    chart.measuresItself = true
    #expect(chart.systemLayoutSizeFitting(.zero) == CGSize(width: 28, height: 60))
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
    func frame(_ mask: UIView.AutoresizingMask) -> CGRect {
      outer.setFlowingFrame(CGRect(x: 0, y: 0, width: 400, height: 200))
      inner.frame = CGRect(x: 10, y: 20, width: 300, height: 50)
      inner.autoresizingMask = mask
      outer.setFlowingFrame(CGRect(x: 0, y: 0, width: 500, height: 300))
      return inner.frame
    }
    #expect(frame([]) == CGRect(x: 10, y: 20, width: 300, height: 50))
    #expect(frame([.flexibleWidth, .flexibleTopMargin]) == CGRect(x: 10, y: 120, width: 400, height: 50))
    // The margins of 10 and 90 points share what was added.
    #expect(frame([.flexibleLeftMargin, .flexibleRightMargin]) == CGRect(x: 20, y: 20, width: 300, height: 50))
    #expect(frame([.flexibleWidth, .flexibleHeight]) == CGRect(x: 10, y: 20, width: 400, height: 150))
  }

  @Test func aSuperviewWithoutASizeDoesNotResizeItsSubviews() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    inner.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
    inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    outer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    #expect(inner.frame.size == CGSize(width: 30, height: 30))
  }

  @Test func aViewWithoutAFrameFollowsItsSuperviewIfBothSizesAreFlexible() {
    let (outer, inner, wide) = (UIView(), UIView(), UIView())
    for view in [inner, wide] { outer.addSubview(view) }
    inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    wide.autoresizingMask = [.flexibleWidth]
    outer.setFlowingFrame(CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(inner.hasAssignedFrame && !wide.hasAssignedFrame)
    #expect(inner.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
    outer.setFlowingFrame(CGRect(x: 0, y: 0, width: 300, height: 60))
    #expect(inner.frame == CGRect(x: 0, y: 0, width: 300, height: 60))
  }

  @Test func aTransformMovesTheFrameAndLeavesTheBounds() {
    inner.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(inner.frame == CGRect(x: -140, y: -5, width: 600, height: 100))
    #expect(inner.bounds == CGRect(x: 0, y: 0, width: 300, height: 50))
    #expect(inner.center == CGPoint(x: 160, y: 45))
    #expect(inner.convert(CGPoint(x: 150, y: 25), to: outer) == CGPoint(x: 160, y: 45))
    #expect(outer.convert(CGPoint(x: -140, y: -5), to: inner) == .zero)
    inner.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    #expect(inner.bounds.size == CGSize(width: 100, height: 50))
    inner.transform = .identity
    #expect(inner.frame == CGRect(x: 50, y: 25, width: 100, height: 50))
  }

  @Test(arguments: [
    (CGAffineTransform(rotationAngle: .pi / 2), CGSize(width: 50, height: 100)),
    (CGAffineTransform(rotationAngle: -.pi / 2), CGSize(width: 50, height: 100)),
    (CGAffineTransform(rotationAngle: .pi), CGSize(width: 100, height: 50)),
    (CGAffineTransform(scaleX: 2, y: 0.5), CGSize(width: 50, height: 100)),
    (CGAffineTransform(scaleX: -1, y: 1), CGSize(width: 100, height: 50)),
    (CGAffineTransform(translationX: 30, y: 40), CGSize(width: 100, height: 50)),
    (CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 2, y: 4), CGSize(width: 25, height: 25)),
  ])
  func aTransformedViewFillsTheFrameThatItGets(transform: CGAffineTransform, size: CGSize) {
    let frame = CGRect(x: 100, y: 200, width: 100, height: 50)
    for anchor in [CGPoint(x: 0.5, y: 0.5), .zero, CGPoint(x: 0.25, y: 1)] {
      let (view, layer) = (UIView(), CALayer())
      view.layer.anchorPoint = anchor
      layer.anchorPoint = anchor
      view.transform = transform
      layer.setAffineTransform(transform)
      view.frame = frame
      layer.frame = frame
      for (frame, bounds) in [(view.frame, view.bounds), (layer.frame, layer.bounds)] {
        #expect(isNear(frame, CGRect(x: 100, y: 200, width: 100, height: 50)), "\(frame)")
        #expect(isNear(bounds, CGRect(origin: .zero, size: size)), "\(bounds)")
      }
    }
  }

  private func isNear(_ one: CGRect, _ other: CGRect) -> Bool {
    [one.minX - other.minX, one.minY - other.minY, one.width - other.width, one.height - other.height]
      .allSatisfy { abs($0) < 1e-9 }
  }

  @Test func sizeToFitSetsTheBoundsOfATransformedView() {
    let text = label("Hello")
    text.frame = CGRect(x: 10, y: 20, width: 1, height: 1)
    text.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
    text.sizeToFit()
    #expect(text.bounds.size == text.intrinsicContentSize)
    text.transform = .identity
    #expect(text.frame == CGRect(origin: CGPoint(x: 10, y: 20), size: text.intrinsicContentSize))
    let plain = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
    plain.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(plain.sizeThatFits(.zero) == CGSize(width: 30, height: 20), "the bounds")
  }

  @Test func viewsInDifferentTreesAreWhereTheirFramesAre() {
    let tree = UIView(frame: CGRect(x: 5, y: 7, width: 50, height: 50))
    let leaf = UIView(frame: CGRect(x: 1, y: 2, width: 9, height: 9))
    tree.addSubview(leaf)
    outer.setFlowingFrame(CGRect(x: 100, y: 0, width: 400, height: 200))
    #expect(leaf.convert(CGPoint.zero, to: inner) == CGPoint(x: 6 - 110, y: 9 - 20))
    #expect(leaf.convert(CGPoint.zero, from: inner) == CGPoint(x: 110 - 6, y: 20 - 9))
    #expect(leaf.convert(CGPoint.zero, to: nil) == CGPoint(x: 6, y: 9), "there is no window")
    #expect(leaf.convert(leaf.bounds, from: nil).origin == CGPoint(x: -6, y: -9))
    #expect(inner.convert(CGPoint.zero, to: outer) == CGPoint(x: 10, y: 20))
    let window = UIWindow(frame: CGRect(x: 1000, y: 0, width: 500, height: 500))
    window.addSubview(outer)
    #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 110, y: 20), "the coordinates of the window")
    #expect(inner.convert(CGPoint(x: 110, y: 20), from: nil) == .zero)
  }

  @Test func anotherAnchorPointMovesTheFrameAndNotTheCenter() {
    inner.layerAnchorPoint = CGPoint(x: 0, y: 0)
    #expect(inner.center == CGPoint(x: 160, y: 45))
    #expect(inner.frame.origin == CGPoint(x: 160, y: 45))
    inner.center = .zero
    #expect(inner.frame == CGRect(x: 0, y: 0, width: 300, height: 50))
  }

  @Test func framesThatNoPageCanHaveAreMended() {
    inner.frame = CGRect(x: CGFloat.nan, y: .infinity, width: 10, height: -5)
    #expect(inner.frame == CGRect(x: 0, y: -5, width: 10, height: 5))
    inner.frame = CGRect(x: 0, y: 0, width: 1e300, height: CGFloat.greatestFiniteMagnitude)
    #expect(css(inner).contains("width:250000rem;height:250000rem;"))
    inner.bounds.size.width = -.infinity
    inner.center = CGPoint(x: CGFloat.nan, y: 0)
    #expect(inner.frame.width == 0 && inner.frame.minX == 0)
  }

  @Test func pointsAreConvertedBetweenViews() {
    let innermost = UIView()
    inner.addSubview(innermost)
    innermost.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(innermost.convert(CGPoint(x: 5, y: 5), to: outer) == CGPoint(x: 16, y: 27))
    #expect(innermost.convert(CGPoint(x: 16, y: 27), from: nil) == CGPoint(x: 5, y: 5))
    #expect(inner.convert(innermost.frame, to: nil) == CGRect(x: 11, y: 22, width: 3, height: 4))
    let screen: any UICoordinateSpace = UIScreen.main.coordinateSpace
    #expect(screen.convert(CGPoint(x: 16, y: 27), to: innermost) == CGPoint(x: 5, y: 5))
    #expect(screen.convert(innermost.bounds, from: innermost) == innermost.convert(innermost.bounds, to: screen))
    #expect(screen.convert(CGPoint(x: 5, y: 5), from: innermost) == CGPoint(x: 16, y: 27))
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
    for length in ["inf", "nan", "-1", "1e300", "1e999", "65536", "0x1p99"] {
      #expect(ImageSize.read(Data("<svg width=\"\(length)\" height=\"20\">".utf8)) == nil)
      #expect(ImageSize.read(Data("<svg viewBox=\"0 0 30 \(length)\">".utf8)) == nil)
    }
    #expect(ImageSize.read(Data(png.prefix(16) + [255, 255, 255, 255, 0, 0, 0, 1])) == nil)
    #expect(PublicImages(paths: ["a.svg"]) { _ in Data(svg.utf8) }.image(named: "a")?.size.width == 15)
  }
}
