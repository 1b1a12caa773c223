import Foundation
import Hydra
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// What apps draw.
@Suite(.app) struct DrawingTests {
  private final class Chart: UIView {
    var body: (CGRect) -> Void = { _ in }
    var count = 0

    override func draw(_ rect: CGRect) {
      super.draw(rect)
      count += 1
      body(rect)
    }
  }

  private func chart(_ body: @escaping (CGRect) -> Void) -> Chart {
    let chart = Chart(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    chart.body = body
    return chart
  }

  @Test func whatAViewDrawsIsAnSVGBehindItsContent() {
    let chart = chart { rect in
      UIColor.systemRed.setFill()
      UIBezierPath(rect: rect).fill()
    }
    let label = UILabel()
    chart.addSubview(label)
    let markup = content(chart)
    #expect(
      markup.hasPrefix(
        #"<svg class="drawing" viewBox="0 0 40 20" preserveAspectRatio="none" aria-hidden="true">"#
          + #"<path d="M0 0L40 0L40 20L0 20Z" fill="light-dark(#ff3b30,#ff453a)"/></svg><p "#))
    #expect(css(chart).hasSuffix("isolation:isolate;"))
  }

  @Test func aViewIsDrawnAgainOnlyWhenItChanges() {
    let chart = chart { _ in UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1)) }
    let label = UILabel()
    chart.addSubview(label)
    let renderer = HTMLRenderer()
    renderer.update(chart)
    label.text = "New"
    renderer.update(chart)
    #expect(chart.count == 1)
    chart.body = { _ in }
    chart.setNeedsDisplay()
    renderer.update(chart)
    #expect(chart.count == 2 && !renderer.html.contains("svg"))
  }

  @Test func aViewThatSetsItsLooksWhileItDrawsHasThem() {
    let chart = chart { _ in }
    chart.body = { [unowned chart] rect in chart.layer.cornerRadius = rect.height / 2 }
    #expect(renderingFromScratch(chart).styles.css.contains("border-radius:0.625rem;"))
  }

  @Test func aViewWithoutASizeDrawsNothing() {
    let chart = Chart()
    _ = html(chart)
    #expect(chart.count == 0)
  }

  @Test func idsOfDrawingsAreUniqueInThePage() {
    let outer = UIView()
    for _ in 0..<2 {
      outer.addSubview(
        chart { rect in
          let context = UIGraphicsGetCurrentContext()
          context?.clip(to: rect)
          context?.fill(rect)
        })
    }
    let ids = html(outer).matches(of: /<clipPath id="([^"]*)"/).map { String($0.output.1) }
    #expect(ids.count == 2 && Set(ids).count == 2)
    for id in ids { #expect(html(outer).contains("url(#\(id))")) }
  }

  @Test func aDrawingAsAFileCanBeStretched() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    let file = try #require(image.properties.rare?.drawing?.file)
    #expect(file.contains(#" width="1" height="1" viewBox="0 0 1 1" preserveAspectRatio="none">"#))
    #expect(UIImage(data: Data(file.utf8)) == nil, "a user may have written it")
  }

  private func svg(_ body: (CGContext) -> Void) -> Drawing {
    DrawingStack.record(size: CGSize(width: 10, height: 10), body)
  }

  @Test func aDrawingAsAFileTakesDigitsFromNoFontWithEmoji() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
      "7".draw(at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: 12)])
    }
    let file = try #require(image.properties.rare?.drawing?.file)
    #expect(file.contains("system-ui") && !file.contains("Color Emoji"))
  }

  @Test func aContextHasStates() {
    let drawing = svg { context in
      context.saveGState()
      context.setFillColor(UIColor.red.cgColor)
      context.translateBy(x: 2, y: 3)
      context.setAlpha(0.5)
      context.setBlendMode(.multiply)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      context.restoreGState()
      context.restoreGState()
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 0, height: 0))
      context.setLineWidth(3)
      context.setLineDash(phase: 1, lengths: [2, 1])
      context.stroke(CGRect(x: 1, y: 1, width: 2, height: 2))
    }
    #expect(
      drawing.markup.hasPrefix(
        ##"<g opacity="0.5" class="blend-multiply"><path d="M0 0L1 0L1 1L0 1Z" fill="#ff0000" "##
          + #"transform="matrix(1 0 0 1 2 3)"/></g>"#))
    #expect(
      drawing.markup.contains(
        ##"fill="none" stroke="#000000" stroke-width="3" stroke-miterlimit="10" stroke-dasharray="2 1" "##
          + #"stroke-dashoffset="1""#))
  }

  @Test func aPathKeepsThePlacesThatItsPointsHadWhenTheyWereAdded() {
    let drawing = svg { context in
      context.move(to: .zero)
      context.translateBy(x: 5, y: 0)
      context.addLine(to: CGPoint(x: 1, y: 0))
      context.addLine(to: CGPoint(x: 1, y: 1))
      context.closePath()
      context.fillPath()
    }
    #expect(drawing.markup.contains(#"d="M-5 0L1 0L1 1Z""#))
  }

  @Test func gradientsShadowsAndClipsAreDefinitions() throws {
    let gradient = try #require(
      CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray,
        locations: [0, 1]))
    let drawing = svg { context in
      context.addEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
      context.clip()
      context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 10, y: 0), options: [])
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 5,
        options: [.drawsAfterEndLocation, .drawsBeforeStartLocation])
      context.setShadow(offset: CGSize(width: 0, height: 2), blur: 4, color: UIColor.black.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(drawing.definitions.contains("<clipPath id=\"\u{1}1\">"))
    #expect(drawing.definitions.contains("stop-color=\"#ff0000\" stop-opacity=\"0\"/><stop offset=\"0\""))
    #expect(drawing.definitions.contains("<feDropShadow dx=\"0\" dy=\"2\" stdDeviation=\"2\""))
    #expect(drawing.markup.contains("<g clip-path=\"url(#\u{1}1)\"><rect width=\"100%\""))
  }

  @Test func textIsDrawnLineByLine() {
    let drawing = svg { _ in
      let style = NSMutableParagraphStyle()
      style.alignment = .center
      "a < b\n\u{1}c".draw(
        in: CGRect(x: 0, y: 0, width: 200, height: 100),
        withAttributes: [.foregroundColor: UIColor.red, .paragraphStyle: style, .font: UIFont.systemFont(ofSize: 20)])
    }
    #expect(drawing.markup.components(separatedBy: "<text").count == 3)
    #expect(drawing.markup.contains("a &lt; b</tspan>") && drawing.markup.contains(">c</tspan>"))
    #expect(drawing.markup.contains("font-size=\"20\"") && drawing.markup.contains("fill=\"#ff0000\""))
  }

  @Test func anImageIsMadeOfADrawing() {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    }
    #expect(image.size == CGSize(width: 4, height: 2))
    #expect(image.url.hasPrefix("data:image/svg+xml;charset=utf-8,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22"))
    #expect(!image.url.contains("\"") && !image.url.contains("#") && !image.url.contains("<"))
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 3), false, 0)
    UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let old = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    UIGraphicsEndImageContext()
    #expect(old?.size.width == 3 && UIGraphicsGetImageFromCurrentImageContext() == nil)
    #expect(old?.scale == 3 && old.flatMap { UIImage(data: $0.pngData() ?? Data(), scale: 3) }?.size == old?.size)
  }

  @Test func aContextThatWasLeftOpenIsNotAnotherAppsContext() async {
    UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
    #expect(UIGraphicsGetCurrentContext() != nil)
    let other = TestApp()
    Main.run(as: other) { #expect(UIGraphicsGetCurrentContext() == nil) }
    UIGraphicsEndImageContext()
  }

  @Test func hugeDrawingsAreLimited() {
    let image = UIGraphicsImageRenderer(size: CGSize(width: CGFloat.infinity, height: -3)).image { context in
      context.cgContext.fill(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
      for _ in 0..<100_000 { context.cgContext.saveGState() }
    }
    #expect(image.size == .zero)
    #expect(image.cgImage?.width == 0)
  }

  @Test func aViewIsDrawnWithItsLayersAndTexts() {
    let card = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    card.backgroundColor = .blue
    card.layer.borderWidth = 2
    let label = UILabel(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
    label.text = "Name"
    card.addSubview(label)
    let image = UIGraphicsImageRenderer(bounds: card.bounds).image { card.layer.render(in: $0.cgContext) }
    #expect(image.url.contains("Name") && image.url.contains("%230000ff"))
    #expect(!card.drawHierarchy(in: card.bounds, afterScreenUpdates: true))
  }
}

@Suite struct DrawingOutsideAppsTests {
  // In a process of its own: other tests have made the application before.
  @Test func aContextStaysOpenWhenTheApplicationIsMade() {
    UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
    defer { UIGraphicsEndImageContext() }
    let context = UIGraphicsGetCurrentContext()
    #expect(context != nil)
    _ = UIApplication.shared
    #expect(UIGraphicsGetCurrentContext() === context)
  }
}
