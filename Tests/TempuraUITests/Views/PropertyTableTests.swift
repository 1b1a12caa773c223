import Foundation
import Testing

@testable import TempuraUI

/// What the table of a class says of its objects is what `Mirror` says.
@Suite(.app) struct PropertyTableTests {
  private protocol Badge: AnyObject {}
  private protocol Source<Item> { associatedtype Item }
  private final class BadgeView: UILabel, Badge, Source { typealias Item = Int }
  private final class Model {}
  private struct Pair { let first = UILabel(), second: UILabel? = nil }
  private enum Choice { case none, one(UILabel), many([UILabel]) }
  @propertyWrapper private struct Wrapped<Value> { var wrappedValue: Value }

  private class Base<Item>: UIView {
    let number = 7
    var item: Item?
    let items: [Item] = []
    private let label = UILabel()
    fileprivate weak var weakView: UIView?
    fileprivate unowned var owner: UIView
    fileprivate unowned(unsafe) var unsafeOwner: UIView

    init(owner: UIView) {
      self.owner = owner
      unsafeOwner = owner
      super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }
  }

  private final class Screen: Base<BadgeView> {
    private let label = BadgeView()
    let byte: UInt8 = 3
    let text = "a text that is longer than fifteen bytes"
    let optionalText: String? = "text"
    let noText: String? = nil
    lazy var lazyLabel = UILabel()
    lazy var unusedLabel = UILabel()
    let controller: UIViewController? = UIViewController()
    var implicit: UILabel!
    var absent: UILabel?
    let flag = true
    let responder: UIResponder = UILabel()
    let object: AnyObject = Model()
    let viewAsObject: AnyObject = UILabel()
    let noObject: AnyObject? = nil
    let model = Model()
    let badge: any Badge = BadgeView()
    let optionalBadge: (any Badge)? = BadgeView()
    let noBadge: (any Badge)? = nil
    weak var delegate: (any Badge)?
    weak var noDelegate: (any Badge)?
    let source: any Source<Int> = BadgeView()
    let anything: Any = UILabel()
    let anyNumber: Any = 1
    let anyNil: Any? = nil
    let views = [UILabel(), UILabel()]
    let noViews: [UILabel] = []
    let optionalViews: [UIView]? = [UILabel()]
    let badges: [any Badge] = [BadgeView()]
    let holes: [UILabel?] = [UILabel(), nil]
    let nested = [[UILabel()]]
    let doubleOptional: UILabel?? = .some(UILabel())
    let dictionary = ["a": UILabel()]
    let pair = Pair()
    let tuple = (UILabel(), 2)
    let choice = Choice.one(UILabel())
    let closure: () -> UILabel = { UILabel() }
    let type: UILabel.Type = BadgeView.self
    @Wrapped var wrapped = UILabel()
  }

  private func screen(_ owner: UIView) -> Screen {
    let screen = Screen(owner: owner)
    screen.weakView = owner
    screen.delegate = owner as? any Badge
    screen.item = BadgeView()
    screen.implicit = UILabel()
    _ = screen.lazyLabel
    return screen
  }

  /// The names of all properties, the first class first, and their values.
  private func mirrored(_ object: Any) -> [(name: String, value: Any)] {
    var properties: [(String, Any)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror, let type = current.subjectType as? AnyClass, type != UIView.self {
      for child in current.children {
        var name = child.label ?? ""
        for prefix in ["$__lazy_storage_$_", "_"] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        properties.append((properties.contains { $0.0 == name } ? name + "-2" : name, child.value))
      }
      mirror = current.superclassMirror
    }
    return properties
  }

  private func views(_ value: Any) -> [UIView] { (value as? UIView).map { [$0] } ?? value as? [UIView] ?? [] }

  @Test func allPropertiesThatHoldViewsAreFoundInTheirOrder() {
    let owner = BadgeView()
    let screen = screen(owner)
    var found: [(name: String, views: [UIView])] = []
    PropertyTable.of(Screen.self).forEachHolder(in: screen) { name, _, held in
      let views = views(held.value)
      if !views.isEmpty { found.append((name, views)) }
    }
    let expected = mirrored(screen).map { ($0.name, views($0.value)) }.filter { !$0.1.isEmpty }
    #expect(found.map(\.name) == expected.map(\.0))
    #expect(found.map(\.views) == expected.map(\.1))
    let names: Set = ["weakView", "delegate", "owner", "unsafeOwner", "source", "label-2"]
    #expect(names.isSubset(of: found.map(\.name)))
  }

  @Test func allValuesAreRead() {
    let owner = BadgeView()
    let screen = screen(owner)
    let values = PropertyTable.of(Screen.self).values(in: screen)
    for (name, value) in mirrored(screen) {
      let mirror = Mirror(reflecting: value)
      let unwrapped: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : value
      #expect(values[name].map { String(describing: $0) } == unwrapped.map { String(describing: $0) }, "\(name)")
    }
    #expect(values["number"] as? Int == 7)
    #expect(values["byte"] as? UInt8 == 3)
    #expect(values["optionalText"] as? String == "text")
  }

  @Test func readingKeepsWhatIsReadAlive() {
    let owner = BadgeView()
    var screen: Screen? = screen(owner)
    let values = PropertyTable.of(Screen.self).values(in: screen!)
    screen = nil
    #expect(values["text"] as? String == "a text that is longer than fifteen bytes")
    #expect((values["views"] as? [UILabel])?.count == 2)
    #expect((values["badge"] as? BadgeView)?.numberOfLines == 1)
  }
}
