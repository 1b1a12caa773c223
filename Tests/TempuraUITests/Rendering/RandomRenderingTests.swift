import Foundation
import HTML
import TempuraTesting
import TestSupport
import Testing

@testable import TempuraUI

/// Whatever happens to a tree: what is rendered bit by bit is what would be rendered from scratch.
@Suite struct RandomRenderingTests {
  @Test(arguments: size([1, 2], inTestAll: [1, 2, 3, 4, 5, 6]) as [UInt64])
  func incrementalRenderingsEqualFullOnes(seed: UInt64) {
    var play = Play(seed: seed)
    let renderer = HTMLRenderer()
    for step in 0..<1500 {
      for _ in 0..<play.number(below: 4) { play.step() }
      play.root.layoutIfNeeded()
      if step % 7 == 0 { renderer.forget() }
      renderer.update(play.root)
      let (actual, expected) = (renderer.htmlWithStyles, renderingFromScratch(play.root).htmlWithStyles)
      guard actual == expected else {
        Issue.record("seed \(seed), step \(step), after \(play.log.suffix(4)):\n\(actual)\ninstead of\n\(expected)")
        return
      }
    }
  }

  @Test(arguments: size([21, 22], inTestAll: [21, 22, 23, 24]) as [UInt64])
  func recordedPatchesLeadToTheNewPage(seed: UInt64) throws {
    var play = Play(seed: seed)
    let renderer = HTMLRenderer()
    renderer.update(play.root)
    var document = PatchedDocument(markup: renderer.html)
    var unrecorded = 0
    for step in 0..<500 {
      for _ in 0..<play.number(below: 4) { play.step() }
      play.root.layoutIfNeeded()
      var markup = ""
      switch renderer.update(play.root, recording: true) {
      case .unchanged: break
      case .recorded(let patch): markup = String(decoding: patch.markup, as: UTF8.self)
      case .unrecorded, .renewed:
        unrecorded += 1
        document = PatchedDocument(markup: renderer.html)
      }
      do {
        try document.apply(markup)
        guard document.markup == PatchedDocument(markup: renderer.html).markup else { throw TestError("another page") }
      } catch {
        Issue.record(
          "seed \(seed), step \(step), after \(play.log.suffix(4)): \(error)\n\(markup)\n\(renderer.html)")
        return
      }
    }
    #expect(unrecorded < 10)
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func idsStayUniqueAndLeadToTheirViews(seed: UInt64) {
    var play = Play(seed: seed)
    for step in 0..<600 {
      play.step()
      guard step % 4 == 0 else { continue }
      _ = renderingFromScratch(play.root)
      var seen: [String: UIView] = [:]
      for view in play.everythingInTree() {
        let id = view.elementID
        if let other = seen[id] {
          Issue.record(
            "seed \(seed), step \(step): \(id) is \(type(of: view)) and \(type(of: other)): \(play.log.suffix(6))")
          return
        }
        seen[id] = view
        guard play.root.descendant(withID: id) === view else {
          Issue.record("seed \(seed), step \(step): \(id) leads elsewhere")
          return
        }
      }
    }
  }
}

/// A view with properties, some of which are in the tree at times.
private final class Card: UIView {
  var titleLabel = UILabel()
  lazy var button = UIButton()
  var detail: UILabel?
  var buttons: [UIButton] = []
}

/// Random changes of a tree.
private struct Play {
  let root: UIView = Card()
  private(set) var log: [String] = []
  private var random: SeededNumbers
  private var retired: [UIView] = []

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  func everythingInTree() -> [UIView] {
    func all(_ view: UIView) -> [UIView] { [view] + view.subviews.flatMap(all) }
    return all(root)
  }

  private mutating func anyView() -> UIView { everythingInTree().randomElement(using: &random) ?? root }

  /// A view that may have subviews in its markup.
  private mutating func anyContainer() -> UIView {
    everythingInTree().filter { !($0 is UITextField || $0 is UIImageView || $0 is UITextView) }
      .randomElement(using: &random) ?? root
  }

  private mutating func text() -> String {
    ["", "a", "some <text> & more", "👍🏽", "two\nlines", "a text that is a good deal longer than the others"][
      number(below: 6)]
      + (number(below: 2) == 0 ? "" : String(number(below: 1000)))
  }

  private mutating func newView() -> UIView {
    if number(below: 4) == 0, let view = retired.randomElement(using: &random) { return view }
    switch number(below: 9) {
    case 0: return UILabel()
    case 1: return UIButton()
    case 2: return UITextField()
    case 3: return UITextView()
    case 4: return UIStackView()
    case 5: return UIScrollView()
    case 6: return UIImageView()
    case 7: return UICollectionViewCell()
    default: return Card()
    }
  }

  mutating func step() {
    let everything = everythingInTree().count
    switch number(below: 16) {
    case 0...2: change(anyView())
    case 3...5: if everything < 60 { add(newView(), to: anyContainer()) } else { remove(anyView()) }
    case 6: remove(anyView())
    case 7: reorder(anyContainer())
    case 8: move(anyView(), to: anyContainer())
    case 9: fill(anyView())
    case 10: setAll(of: anyContainer())
    case 11: identify(anyView())
    case 12: sibling(anyView())
    case 13: name(anyView())
    default: style(anyView())
    }
  }

  private mutating func change(_ view: UIView) {
    let text = text()
    log.append("text of \(type(of: view))")
    switch view {
    case let view as UILabel: view.text = text
    case let view as UIButton: view.setTitle(text, for: .normal)
    case let view as UITextField: view.text = text
    case let view as UITextView: view.text = text
    case let view as UIImageView: view.image = number(below: 3) == 0 ? nil : UIImage(url: "/image\(number(below: 9))")
    case let view as UIStackView: view.spacing = CGFloat(number(below: 4))
    default: view.accessibilityLabel = text
    }
  }

  private mutating func style(_ view: UIView) {
    log.append("style of \(type(of: view))")
    switch number(below: 7) {
    case 0: view.isHidden.toggle()
    case 1: view.alpha = [0, 0.5, 1][number(below: 3)]
    case 2: view.isUserInteractionEnabled.toggle()
    case 3: view.backgroundColor = [nil, .red, .label][number(below: 3)]
    case 4: view.frame = CGRect(x: number(below: 9), y: 0, width: 10, height: 10)
    case 5: (view as? UIControl)?.isEnabled.toggle()
    default: (view as? UIControl)?.isSelected.toggle()
    }
  }

  private mutating func add(_ view: UIView, to container: UIView) {
    guard !container.isDescendant(of: view) else { return }
    log.append("\(type(of: view)) into \(type(of: container))")
    container.insertSubview(view, at: number(below: container.subviews.count + 1))
  }

  private mutating func remove(_ view: UIView) {
    guard view !== root else { return }
    log.append("remove \(type(of: view))")
    view.removeFromSuperview()
    if number(below: 3) == 0 { retired.append(view) }
    if retired.count > 12 { retired.removeFirst() }
  }

  private mutating func reorder(_ view: UIView) {
    guard let subview = view.subviews.randomElement(using: &random) else { return }
    log.append("reorder \(type(of: view))")
    if number(below: 2) == 0 { view.bringSubviewToFront(subview) } else { view.sendSubviewToBack(subview) }
  }

  private mutating func move(_ view: UIView, to container: UIView) {
    if view !== root { add(view, to: container) }
  }

  /// Puts the views of properties in their places, or takes them away.
  private mutating func fill(_ view: UIView) {
    guard let card = view as? Card else { return }
    log.append("fill")
    switch number(below: 6) {
    case 0: card.addSubview(card.titleLabel)
    case 1: (card.subviews.first { $0 is UIStackView } ?? card).addSubview(card.button)
    case 2:
      let label = UILabel()
      card.detail = label
      card.addSubview(label)
    case 3:
      let button = UIButton()
      card.buttons.append(button)
      card.addSubview(button)
    case 4:
      if !card.buttons.isEmpty { card.buttons.remove(at: number(below: card.buttons.count)).removeFromSuperview() }
    default: card.buttons.shuffle(using: &random)
    }
  }

  private mutating func setAll(of view: UIView) {
    guard !(view is UIStackView) else { return }
    log.append("set subviews of \(type(of: view))")
    var views = view.subviews.shuffled(using: &random)
    if !views.isEmpty, number(below: 2) == 0 { views.removeLast() }
    if number(below: 2) == 0 { views.append(UILabel()) }
    let other = anyView()
    if other !== root, other.superview !== view, !view.isDescendant(of: other), !(other.superview is UIStackView) {
      views.append(other)
    }
    view.setSubviews(views)
  }

  private mutating func identify(_ view: UIView) {
    guard view !== root, number(below: 3) == 0 else { return }
    log.append("identify \(type(of: view))")
    view.accessibilityIdentifier = view.accessibilityIdentifier == nil ? "custom-\(number(below: Int.max))" : nil
  }

  private mutating func sibling(_ view: UIView) {
    guard let superview = view.superview, let other = superview.subviews.randomElement(using: &random) else { return }
    log.append("above or below")
    if number(below: 2) == 0 {
      superview.insertSubview(view, aboveSubview: other)
    } else {
      superview.insertSubview(view, belowSubview: other)
    }
  }

  private mutating func name(_ view: UIView) {
    guard view is UICollectionViewCell, let superview = view.superview else { return }
    log.append("item name")
    view.setPathName(ofItem: "item\(number(below: Int.max))", in: superview)
  }
}
