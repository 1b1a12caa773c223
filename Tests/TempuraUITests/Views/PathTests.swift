import Foundation
import TestSupport
import Testing

@testable import TempuraUI

/// Ids are the paths of property names.
@Suite(.app) struct PathTests {
  private class BaseScreen: UIView {
    let baseLabel = UILabel()
    private let caption = UILabel()
    var baseCaption: UILabel { caption }
  }

  private final class Screen: BaseScreen {
    let label = UILabel()
    lazy var lazyButton = UIButton()
    var optional: UIImageView?
    var implicit: UIImageView!
    let fields = [UITextField(), UITextField()]
    var optionals: [UILabel]? = [UILabel()]
    let inner = Inner()
    private let caption = UILabel()
    var ownCaption: UILabel { caption }
    let stack = UIStackView()
    let stacked = UILabel()
  }

  private final class Inner: UIView {
    let label = UILabel()
    let _underlined = UILabel()
  }

  @Test func aPropertyGivesItsName() {
    let screen = Screen()
    screen.addSubview(screen.label)
    #expect(screen.elementID == "screen")
    #expect(screen.label.elementID == "screen.label")
    #expect(html(screen).contains(#"class="UILabel label""#))
  }

  @Test func lazyAndOptionalPropertiesDoSoToo() {
    let screen = Screen()
    screen.optional = UIImageView()
    screen.implicit = UIImageView()
    for view in [screen.lazyButton, screen.optional!, screen.implicit!] { screen.addSubview(view) }
    #expect(screen.lazyButton.elementID == "screen.lazyButton")
    #expect(screen.optional?.elementID == "screen.optional")
    #expect(screen.implicit.elementID == "screen.implicit")
  }

  @Test func theViewsOfAnArrayHaveTheirPlaces() {
    let screen = Screen()
    for view in screen.fields { screen.addSubview(view) }
    screen.addSubview(screen.optionals![0])
    #expect(screen.fields.map(\.elementID) == ["screen.fields.0", "screen.fields.1"])
    #expect(screen.optionals?[0].elementID == "screen.optionals.0")
  }

  @Test func propertiesOfASuperclassDoSoToo() {
    let screen = Screen()
    for view in [screen.baseLabel, screen.baseCaption, screen.ownCaption] { screen.addSubview(view) }
    #expect(screen.baseLabel.elementID == "screen.baseLabel")
    #expect(screen.ownCaption.elementID == "screen.caption")
    #expect(screen.baseCaption.elementID == "screen.caption-2", "two may have private properties of one name")
  }

  @Test func aPropertyBelongsToTheNearestViewThatHasIt() {
    let screen = Screen()
    screen.addSubview(screen.inner)
    screen.inner.addSubview(screen.inner.label)
    screen.inner.addSubview(screen.inner._underlined)
    screen.addSubview(screen.stack)
    screen.stack.addArrangedSubview(screen.stacked)
    #expect(screen.inner.label.elementID == "screen.inner.label")
    #expect(screen.inner._underlined.elementID == "screen.inner.underlined")
    #expect(screen.stacked.elementID == "screen.stacked", "however deep it stands in other views")
  }

  @Test func viewsWithoutAPropertyAreCounted() {
    let screen = Screen()
    let views = [UILabel(), UILabel(), UIButton(), UILabel()]
    for view in views { screen.addSubview(view) }
    #expect(views.map(\.elementID) == ["screen.uiLabel", "screen.uiLabel1", "screen.uiButton", "screen.uiLabel2"])
  }

  @Test func countedViewsNeverShareAName() {
    let screen = UIView()
    let (first, second, third, fourth) = (UIButton(), UIButton(), UIButton(), UIButton())
    screen.addSubview(first)
    screen.addSubview(second)
    _ = html(screen)
    first.removeFromSuperview()
    screen.addSubview(third)
    _ = html(screen)
    screen.insertSubview(fourth, at: 0)
    let ids = screen.subviews.map(\.elementID)
    #expect(Set(ids).count == 3, "\(ids)")
    for view in screen.subviews { #expect(screen.descendant(withID: view.elementID) === view) }
  }

  @Test func countedViewsKeepTheirNumbers() {
    let screen = UIView()
    func add(_ count: Int) { for _ in 0..<count { screen.addSubview(UIButton()) } }
    add(4)
    #expect(screen.subviews.map(\.elementID) == ["", "1", "2", "3"].map { "uiView.uiButton\($0)" })
    for view in screen.subviews.prefix(2) { view.removeFromSuperview() }
    screen.addSubview(UILabel())
    add(3)
    #expect(
      screen.subviews.map(\.elementID)
        == ["uiButton2", "uiButton3", "uiLabel", "uiButton4", "uiButton5", "uiButton6"].map { "uiView.\($0)" })
  }

  /// A view that counts how often its properties are read: those that are weak are read by `Mirror`.
  private final class Counting: UIView, CustomReflectable {
    weak var other: UIView?
    var reads = 0

    var customMirror: Mirror {
      reads += 1
      return Mirror(self, children: ["other": other as Any])
    }
  }

  @Test(arguments: [10, 20])
  func theWorkOfNamingGrowsWithTheNumberOfViews(count: Int) {
    let (screen, list) = (Counting(), Counting())
    screen.addSubview(list)
    for _ in 0..<count {
      let row = UIView()
      row.addSubview(UILabel())
      list.addSubview(row)
    }
    let page = html(screen)
    #expect(page.contains("id=\"counting.counting.uiView\(count - 1).uiLabel\""))
    #expect(screen.reads == 1 && list.reads == 1, "once for all views of a page")
    let fields = (0..<count).map { "counting.counting.uiView\($0).nothing" }
    for row in list.subviews { row.addSubview(UIButton()) }
    _ = ViewIndex(of: fields, in: screen)
    #expect(screen.reads == 2 && list.reads == 2, "once for all ids of a form")
  }

  @Test func arraysThatChangeNeverShareAName() {
    final class Bar: UIView {
      var buttons: [UIButton] = []
    }
    let bar = Bar()
    func add() {
      bar.buttons.append(UIButton())
      bar.addSubview(bar.buttons[bar.buttons.count - 1])
      _ = html(bar)
    }
    add()
    add()
    bar.buttons.removeFirst().removeFromSuperview()
    add()
    #expect(Set(bar.buttons.map(\.elementID)).count == 2)
  }

  @Test func aPropertyThatGetsAnotherViewNamesBoth() {
    let screen = Screen()
    let (first, second) = (UIImageView(), UIImageView())
    screen.optional = first
    screen.addSubview(first)
    _ = html(screen)
    screen.optional = second
    screen.addSubview(second)
    _ = html(screen)
    #expect(first.elementID == "screen.optional")
    #expect(second.elementID == "screen.optional-2")
    first.removeFromSuperview()
    second.removeFromSuperview()
    screen.addSubview(second)
    #expect(second.elementID == "screen.optional")
  }

  @Test func namesOfClassesBeginSmall() {
    final class URLView: UIView {}
    final class HTTPSView: UIView {}
    final class ABC: UIView {}
    final class Über: UIView {}
    #expect(URLView().elementID == "urlView")
    #expect(HTTPSView().elementID == "httpsView")
    #expect(ABC().elementID == "abc")
    #expect(Über().elementID == "über")
  }

  @Test func aViewThatMovesGetsTheNameOfItsNewPlace() {
    let (screen, other) = (Screen(), Screen())
    screen.addSubview(screen.label)
    #expect(screen.label.elementID == "screen.label")
    other.inner.addSubview(screen.label)
    other.addSubview(other.inner)
    #expect(screen.label.elementID == "screen.inner.uiLabel")
    screen.addSubview(screen.label)
    #expect(screen.label.elementID == "screen.label")
  }

  @Test func itemsOfAListHaveTheirIdentity() {
    let (screen, list, cell, button) = (Screen(), UICollectionView(), UICollectionViewCell(), UIButton())
    screen.addSubview(list)
    list.addSubview(cell)
    cell.addSubview(button)
    cell.setPathName(ofItem: "4F2A", in: list)
    #expect(button.elementID == "screen.uiCollectionView.4F2A.uiButton")
    cell.setPathName(ofItem: "B", in: list)
    #expect(button.elementID == "screen.uiCollectionView.B.uiButton")
  }

  @Test func itemsKeepTheirIdentityWhileTheirListIsAway() {
    let (window, screen, list, cell) = (UIView(), Screen(), UICollectionView(), UICollectionViewCell())
    window.addSubview(screen)
    screen.addSubview(list)
    list.addSubview(cell)
    cell.setPathName(ofItem: "4F2A", in: list)
    _ = html(window)
    screen.removeFromSuperview()
    window.setSubviews([screen])
    #expect(cell.elementID == "uiView.screen.uiCollectionView.4F2A")
  }

  // MARK: - Controllers

  @Test func theViewOfAScreenBeginsAPath() {
    let (controller, presented) = (UIViewController(), UIViewController())
    controller.view = Screen()
    presented.view = Screen()
    presented.modalPresentationStyle = .overFullScreen
    let window = window(showing: controller)
    controller.present(presented, animated: false)
    #expect(controller.view.elementID == "screen")
    #expect(presented.view.elementID == "screen2", "two screens of one class")
    #expect(window.descendant(withID: "screen2") === presented.view)
  }

  @Test func screensInContainersHaveNamesOfTheirOwnToo() {
    let (inner, presented) = (UIViewController(), UIViewController())
    inner.view = Screen()
    presented.view = Screen()
    presented.modalPresentationStyle = .overFullScreen
    let navigation = UINavigationController(rootViewController: inner)
    let window = window(showing: navigation)
    navigation.present(presented, animated: false)
    #expect(inner.view.elementID == "screen")
    #expect(presented.view.elementID == "screen2")
    #expect(window.descendant(withID: "screen2") === presented.view)
  }

  @Test func theViewOfAChildIsAPartOfItsScreen() {
    final class Child: UIView {
      let label = UILabel()
    }
    let (controller, child) = (UIViewController(), UIViewController())
    let screen = Screen()
    controller.view = screen
    child.view = Child()
    child.view.addSubview((child.view as! Child).label)
    let window = window(showing: controller)
    controller.addChild(child)
    screen.inner.addSubview(child.view)
    screen.addSubview(screen.inner)
    child.didMove(toParent: controller)
    let label = child.view.subviews[0]
    #expect(label.elementID == "screen.inner.child.label")
    #expect(window.descendant(withID: "screen.inner.child.label") === label)
  }

  // MARK: - Finding

  @Test func everyViewIsFoundByItsID() {
    let screen = Screen()
    screen.optional = UIImageView()
    for view in [screen.label, screen.inner, screen.stack, screen.lazyButton, screen.optional!] {
      screen.addSubview(view)
    }
    screen.inner.addSubview(screen.inner.label)
    screen.inner.addSubview(UILabel())
    screen.stack.addArrangedSubview(screen.stacked)
    screen.lazyButton.accessibilityIdentifier = "own.id"
    func check(_ view: UIView) {
      #expect(screen.descendant(withID: view.elementID) === view)
      view.subviews.forEach(check)
    }
    check(screen)
    #expect(screen.descendant(withID: "own.id") === screen.lazyButton)
    #expect(screen.descendant(withID: "screen.lazyButton") == nil, "the page does not know it by that")
    for id in ["", ".", "screen.", "label", "screen.label.", "screen..label", "SCREEN.LABEL", "screen.nothing", "\0"] {
      #expect(screen.descendant(withID: id) == nil, "\(id)")
    }
  }

  // MARK: - Nothing dangles

  private func expectNoTrace(of name: String, in view: UIView, location: SourceLocation = #_sourceLocation) {
    #expect(view.superview == nil, sourceLocation: location)
    #expect(!view.elementID.contains(name), sourceLocation: location)
  }

  @Test func aViewForgetsASuperviewThatIsReleased() {
    let (label, inner) = (UILabel(), Inner())
    do {
      let screen = Screen()
      screen.optionals = [label]
      screen.addSubview(screen.stack)
      screen.stack.addArrangedSubview(inner)
      inner.addSubview(label)
      #expect(label.elementID == "screen.optionals.0")
    }
    #expect(inner.superview == nil)
    #expect(label.superview === inner)
    #expect(label.pathOwner !== nil && label.pathOwner === inner || label.pathOwner == nil)
    #expect(label.elementID == "inner.uiLabel")
  }

  @Test func aViewForgetsAnOwnerThatItWasTakenFrom() {
    let label = UILabel()
    do {
      let screen = Screen()
      screen.optionals = [label]
      screen.addSubview(label)
      #expect(label.elementID == "screen.optionals.0")
      label.removeFromSuperview()
    }
    expectNoTrace(of: "screen", in: label)
  }

  @Test func aViewForgetsAnOwnerWhenAllSubviewsAreReplaced() {
    let (label, cell) = (UILabel(), UICollectionViewCell())
    do {
      let list = UICollectionView()
      list.setSubviews([cell])
      cell.addSubview(label)
      cell.setPathName(ofItem: "item", in: list)
      #expect(label.elementID == "uiCollectionView.item.uiLabel")
      list.setSubviews([])
    }
    expectNoTrace(of: "item", in: cell)
    #expect(label.elementID == "uiCollectionViewCell.uiLabel")
  }

  @Test func aViewForgetsAnOwnerWhenSomethingBetweenIsTakenAway() {
    let (label, stack) = (UILabel(), UIStackView())
    do {
      let screen = Screen()
      screen.optionals = [label]
      screen.addSubview(stack)
      stack.addArrangedSubview(label)
      #expect(label.elementID == "screen.optionals.0")
      UIView().setSubviews([stack])
    }
    #expect(stack.superview == nil)
    #expect(label.elementID == "uiStackView.uiLabel")
  }

  @Test func ownersMayBeReleasedInAnyOrder() {
    var random = SeededNumbers(seed: 5)
    for _ in 0..<200 {
      var views: [Inner] = (0..<8).map { _ in Inner() }
      for view in views.dropFirst() {
        let parent = views[Int.random(in: 0..<views.count, using: &random)]
        if !parent.isDescendant(of: view) { parent.addSubview(view) }
        view.addSubview(view.label)
        _ = view.label.elementID
      }
      views.shuffle(using: &random)
      while let view = views.popLast() {
        if Bool.random(using: &random) { view.removeFromSuperview() }
        for other in views { #expect(!other.elementID.isEmpty && !other.label.elementID.isEmpty) }
      }
    }
  }
}
