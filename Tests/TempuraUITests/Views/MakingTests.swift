import Foundation
import Testing

@testable import TempuraUI

/// Instances of classes that are only known when the program runs.
@Suite struct MakingTests {
  private class Plain: UIView {
    var numbers = [1, 2]
  }

  private class Placed: UIView {
    var log: [String] = []
    override init(frame: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1)) {
      super.init(frame: frame)
      log.append("\(frame == .zero)")
    }
    required init?(coder: NSCoder) { fatalError() }
  }

  private class Titled: UIView {
    let title: String
    init(title: String) {
      self.title = title
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { fatalError() }
  }

  private final class Generic<Item>: Placed {
    var item: Item?
  }

  private class Delegate: UIResponder, UIApplicationDelegate {
    let number: Int
    override init() {
      number = 3
      super.init()
    }
  }

  private final class SubDelegate: Delegate {
    var name = "sub"
  }

  private func make<T: UIResponder>(_ type: T.Type) -> T { UIResponder.make(type) }

  @Test func viewsAreMadeByTheInitialiserOfTheirOwnClass() {
    #expect(make(UIView.self).frame == .zero)
    #expect(make(Plain.self).numbers == [1, 2])
    #expect(make(Placed.self).log == ["true"])
    #expect(make(Generic<Int>.self).item == nil)
    #expect(type(of: make(Generic<String>.self) as UIView) == Generic<String>.self)
    #expect(make(UILabel.self).text == nil)
    #expect(make(UITextView.self).text == "")
    #expect(make(UICollectionView.self).collectionViewLayout is UICollectionViewFlowLayout)
  }

  @Test func classesAreMadeThatAreKnownByAVariableOnly() {
    let types: [UIView.Type] = [Plain.self, Placed.self, UIButton.self]
    #expect(types.map { type(of: UIResponder.make($0)) == $0 } == [true, true, true])
    let apps: [any UIApplicationDelegate.Type] = [Delegate.self, SubDelegate.self]
    #expect(apps.map { (UIResponder.make($0) as? Delegate)?.number } == [3, 3])
    #expect((UIResponder.make(apps[1]) as? SubDelegate)?.name == "sub")
  }

  @Test func whatIsMadeIsReleased() {
    weak var view: Plain?
    do {
      let made = make(Plain.self)
      view = made
      #expect(view != nil)
    }
    #expect(view == nil)
  }

  @Test func aViewThatCannotBeMadeIsNamed() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = UIResponder.make(Titled.self)
    }
    let said = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("unimplemented initializer 'init(frame:)'"))
  }
}
