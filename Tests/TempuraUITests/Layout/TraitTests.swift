import Foundation
import Testing

@testable import TempuraUI

@Suite struct TraitTests {
  private final class Watcher: UIView {
    var previous: [UITraitCollection?] = []
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      previous.append(previousTraitCollection)
    }
  }

  private final class Controller: UIViewController {
    let watcher = Watcher()
    var isTold = false
    override func loadView() { view = watcher }
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) { isTold = true }
  }

  private let tablet = UITraitCollection(
    idiom: .pad, style: .dark, direction: .rightToLeft, scale: 2, horizontal: .regular, vertical: .regular,
    category: .large)

  @Test(.app) func aBrowserThatTellsNothingCountsAsAPhone() {
    let view = UIView()
    #expect(view.traitCollection.horizontalSizeClass == .compact)
    #expect(view.traitCollection.verticalSizeClass == .regular)
    #expect(view.traitCollection.userInterfaceStyle == .unspecified)
    #expect(view.traitCollection.preferredContentSizeCategory == .large)
    #expect(UIScreen.main.traitCollection == view.traitCollection)
    #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
  }

  @Test(.app) func everybodyHearsOfNewTraitsOnceAndIsLaidOut() {
    let controller = Controller()
    let window = window(showing: controller)
    window.layoutIfNeeded()
    UIApplication.shared.adopt(tablet, screenSize: CGSize(width: 1024, height: 768))
    UIApplication.shared.adopt(tablet, screenSize: CGSize(width: 1024, height: 768))
    #expect(controller.isTold)
    #expect(controller.watcher.previous == [nil, .standard])
    #expect(controller.traitCollection == tablet)
    #expect(UIScreen.main.bounds.size == CGSize(width: 1024, height: 768))
    #expect(UIScreen.main.scale == 2)
    #expect(UIDevice.current.userInterfaceIdiom == .pad)
    #expect(UIApplication.shared.userInterfaceLayoutDirection == .rightToLeft)
    window.layoutIfNeeded()
    #expect(controller.watcher.frame.width == 1024)
  }

  @Test func aStyleThatAViewOverridesHoldsForAllInIt() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    outer.overrideUserInterfaceStyle = .dark
    #expect(css(outer) == "color-scheme:dark;color:var(--text);", "texts do not inherit the colour of the page")
    #expect(inner.traitCollection.userInterfaceStyle == .dark)
  }

  @Test func laterTraitsCountOfSeveral() {
    let traits = UITraitCollection(traitsFrom: [
      UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(horizontalSizeClass: .regular),
      UITraitCollection(userInterfaceStyle: .light),
    ])
    #expect(traits.userInterfaceStyle == .light)
    #expect(traits.horizontalSizeClass == .regular)
    #expect(traits.containsTraits(in: UITraitCollection(userInterfaceStyle: .light)))
    #expect(!traits.containsTraits(in: UITraitCollection(userInterfaceStyle: .dark)))
  }

  @Test func textSizesAreOrdered() {
    #expect(UIContentSizeCategory.small < .large)
    #expect(UIContentSizeCategory.accessibilityMedium > .extraExtraExtraLarge)
    #expect(UIContentSizeCategory.accessibilityMedium.isAccessibilityCategory)
    #expect(!UIContentSizeCategory.extraExtraExtraLarge.isAccessibilityCategory)
  }

  @Test func fontsAreScaledForTraitsOfAnotherTextSize() {
    let (body, headline) = (UIFont.preferredFont(forTextStyle: .body), UIFont.preferredFont(forTextStyle: .headline))
    #expect(body.pointSize == 17 && abs(body.lineHeight + body.leading - 22) < 1e-9)
    #expect(headline.pointSize == 17 && headline.fontName == ".SFUI-Semibold")
    let traits = UITraitCollection(preferredContentSizeCategory: .accessibilityLarge)
    #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: traits).pointSize == 33)
    #expect(UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 20)).pointSize == 20)
    let limited = UIFontMetrics.default.scaledFont(
      for: .systemFont(ofSize: 20), maximumPointSize: 30, compatibleWith: traits)
    #expect(limited.pointSize == 30)
  }

  @Test func aColourIsResolvedForTraits() {
    let colour = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
    #expect(colour.css == "light-dark(#000000,#ffffff)")
    #expect(colour.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
    #expect(colour.resolvedColor(with: UITraitCollection()) == .black)
  }

  @Test func aDirectionHoldsForAllInAView() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    outer.semanticContentAttribute = .forceRightToLeft
    #expect(inner.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    inner.semanticContentAttribute = .playback
    #expect(inner.effectiveUserInterfaceLayoutDirection == .leftToRight)
    #expect(attributes(inner) == "dir=\"ltr\"")
  }

  @Test func aWindowThatOverridesTheStyleHasItsBackground() {
    let window = UIWindow()
    window.overrideUserInterfaceStyle = .dark
    #expect(style("background-color", of: window) == "var(--background)")
    window.backgroundColor = .red
    #expect(style("background-color", of: window) == style("background-color", of: redView()))
  }

  private func redView() -> UIView {
    let view = UIView()
    view.backgroundColor = .red
    return view
  }
}
