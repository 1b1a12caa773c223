import Katana
import TempuraUI
import Testing

@testable import Tempura

private struct Number: ViewModel {
  let value: Int
}

private class Updating: ModellableView {
  var updates: [[Int?]] = []
  func setup() {}
  func style() {}
  func layoutSubviews() {}
  func update(oldModel: Number?) { updates.append([oldModel?.value, model?.value]) }
}

@Suite(.app) struct ModellableViewTests {
  @Test func aModellableViewNeedNotBeAUIView() {
    let view = Updating()
    let other = Updating()
    view.model = Number(value: 1)
    other.model = Number(value: 2)
    #expect(view.model?.value == 1 && other.model?.value == 2)
    view.model = nil
    #expect(view.model == nil && other.model?.value == 2)
    #expect(view.updates == [[nil, 1], [1, nil]])
  }

  @Test func modelsOfReleasedViewsAreReleased() {
    final class Token {}
    let table = SideTable()
    let owner = Token()
    table[owner] = Token()
    weak var last: Token?
    for _ in 0..<200 {
      let value = Token()
      last = value
      table[Token()] = value
    }
    #expect(table[owner] != nil)
    // They are kept, so that none has the address of another one, whose entry it would replace.
    let owners = (0..<70).map { _ in Token() }
    for owner in owners { table[owner] = Token() }
    #expect(last == nil)
  }

  @Test func aViewKnowsItsControllerAndItsBarWithoutRetainingThem() {
    let view = CounterView()
    var controller: UIViewController? = UIViewController()
    let navigation = controller.map(UINavigationController.init(rootViewController:))
    view.viewController = controller
    #expect(view.viewController === controller)
    #expect(view.navigationItem === controller?.navigationItem)
    #expect(view.navigationBar === navigation?.navigationBar)
    navigation?.viewControllers = []
    #expect(view.navigationBar == nil)
    controller = nil
    #expect(view.viewController == nil)
  }
}
