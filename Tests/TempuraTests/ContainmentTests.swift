import Foundation
import Hydra
import Katana
import TempuraUI
import Testing

@testable import Tempura

private final class Child: ViewController<CounterView> {
  var name = "child"
  override func willMove(toParent parent: UIViewController?) {
    record("\(name) willMove \(parent != nil), view in \(viewIfLoaded?.superview != nil)")
  }
  override func didMove(toParent parent: UIViewController?) {
    record("\(name) didMove \(parent != nil), view in \(viewIfLoaded?.superview != nil)")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    record("\(name) willAppear")
  }
  override func viewDidAppear(_ animated: Bool) { record("\(name) didAppear") }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    record("\(name) willDisappear \(animated)")
  }
  override func viewDidDisappear(_ animated: Bool) { record("\(name) didDisappear \(animated)") }
}

@Suite(.app) struct ContainmentTests {
  private let store = makeStore()

  private func makeChild(_ name: String) -> Child {
    let child = Child(store: store)
    child.name = name
    return child
  }

  /// The events of controllers, without those of views.
  private func takeMoves() -> [String] { take().filter { !$0.hasPrefix("view ") } }

  private func makeParent() -> CounterController {
    let parent = CounterController(store: store)
    _ = parent.view
    _ = take()
    return parent
  }

  @Test func aChildAddedOffTheScreenAppearsWithItsParent() async throws {
    let parent = makeParent()
    let child = makeChild("child")
    parent.add(child, in: parent.rootView.container)
    #expect(takeMoves() == ["child willMove true, view in false", "child didMove true, view in true"])
    #expect(!child.connected && child.parent === parent)
    window(showing: parent)
    #expect(child.connected)
    #expect(takeMoves().suffix(2) == ["child willAppear", "child didAppear"])
    try await store.dispatch(Increment()).value()
    #expect(child.viewModel?.count == 1 && parent.viewModel?.count == 1)
  }

  @Test func aChildAddedOnTheScreenConnectsAtOnce() {
    let parent = makeParent()
    window(showing: parent)
    _ = take()
    let child = makeChild("child")
    parent.add(child, in: parent.rootView.container)
    #expect(child.connected)
    #expect(
      takeMoves() == [
        "child willMove true, view in false", "child willAppear", "child didAppear", "child didMove true, view in true",
      ])
  }

  @Test func aRemovedChildDisappearsAndIsNotUpdated() async throws {
    let parent = makeParent()
    window(showing: parent)
    let child = makeChild("child")
    parent.add(child, in: parent.rootView.container)
    _ = take()
    child.remove()
    #expect(
      takeMoves() == [
        "child willMove false, view in true", "child didMove false, view in true", "child willDisappear false",
        "child didDisappear false",
      ])
    #expect(parent.rootView.container.subviews.isEmpty && parent.children.isEmpty)
    #expect(!child.connected)
    try await store.dispatch(Increment()).value()
    #expect(child.viewModel?.count == 0)
    _ = take()
    child.remove()
    #expect(take() == [])
  }

  @Test func aChildThatWasNeverOnTheScreenDisconnectsWhenRemoved() {
    let parent = makeParent()
    let child = makeChild("child")
    parent.add(child, in: parent.rootView.container)
    child.connected = true
    _ = take()
    child.remove()
    #expect(!child.connected)
    #expect(takeMoves().suffix(2) == ["child willDisappear false", "child didDisappear false"])
  }

  @Test func aDisconnectedChildStaysInTheHierarchy() {
    let parent = makeParent()
    window(showing: parent)
    let child = makeChild("child")
    parent.add(child, in: parent.rootView.container)
    child.connected = false
    #expect(child.view.superview === parent.rootView.container && child.parent === parent)
  }

  @Test(arguments: [0, 0.3]) func aTransitionSwapsTheViewsBeforeTheChildIsAdded(_ duration: Double) {
    let parent = makeParent()
    window(showing: parent)
    let old = makeChild("old")
    let new = makeChild("new")
    parent.add(old, in: parent.rootView.container)
    _ = take()
    parent.transition(to: new, in: parent.rootView.container, duration: duration) { record("done") }
    let animated = duration > 0
    #expect(
      takeMoves() == [
        "old willMove false, view in true", "old willDisappear \(animated)", "new willAppear", "new didAppear",
        "new willMove true, view in true", "new didMove true, view in true", "old didMove false, view in false",
        "old didDisappear \(animated)", "done",
      ])
    #expect(parent.rootView.container.subviews.count == 1)
    #expect(new.view.superview === parent.rootView.container && old.view.superview == nil)
    #expect(new.connected && !old.connected)
    #expect(new.parent === parent && old.parent == nil)
  }

  @Test func aTransitionOffTheScreenDisconnectsTheReplacedChild() {
    let parent = makeParent()
    let old = makeChild("old")
    parent.add(old, in: parent.rootView.container)
    old.connected = true
    _ = take()
    parent.transition(to: makeChild("new"), in: parent.rootView.container)
    #expect(!old.connected)
    #expect(takeMoves().filter { $0.contains("isappear") } == ["old willDisappear true", "old didDisappear true"])
  }

  @Test func aTransitionWithoutAnOutgoingChildDoesNothing() {
    let parent = makeParent()
    let container = parent.rootView.container
    parent.transition(to: makeChild("new"), in: container) { record("done") }
    container.addSubview(UIView())
    parent.transition(to: makeChild("new"), in: container) { record("done") }
    container.addSubview(CounterView())
    parent.transition(to: makeChild("new"), in: container) { record("done") }
    #expect(takeMoves().filter { $0 != "setup false" } == [])
    #expect(container.subviews.count == 2 && parent.children.isEmpty)
  }

  @Test func aContainerGivesItsSizeToItsSubviews() {
    let container = ContainerView(frame: CGRect(x: 5, y: 5, width: 30, height: 40))
    let view = UIView()
    container.addSubview(view)
    container.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 0, y: 0, width: 30, height: 40))
    #expect(!view.hasAssignedFrame)
  }
}
