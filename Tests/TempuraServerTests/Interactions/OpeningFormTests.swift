import Dispatch
import Hydra
import Katana
import Basics
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// A form whose screens have to be brought up first, which may take a while: the same one may come again meanwhile.
@Suite struct OpeningFormTests {
  private struct Count: State {
    var taps = 0
  }

  private struct Tap: StateUpdater {
    func updateState(_ state: inout Count) { state.taps += 1 }
  }

  private struct Load: AnySideEffect {
    static let isOpen = Locked(true)
    static let waiting = Locked<[DispatchSemaphore]>([])

    func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
      if Self.isOpen.withLock(\.self) { return () }
      let gate = DispatchSemaphore(value: 0)
      Self.waiting.withLock { $0.append(gate) }
      gate.wait()
      return ()
    }
  }

  private struct Model: ViewModelWithState {
    let taps: Int
    init(state: Count) { taps = state.taps }
  }

  private final class CountView: UIView, ViewControllerModellableView {
    let button = UIButton()
    let label = UILabel()
    func setup() {
      addSubview(button)
      addSubview(label)
    }
    func style() {}
    func update(oldModel: Model?) { label.text = "\(model?.taps ?? -1)" }
  }

  private final class Controller: ViewController<CountView>, Routable {
    var routeIdentifier: RouteElementIdentifier { "count" }
    override func setupInteraction() {
      rootView.button.on(.touchUpInside) { [unowned self] _ in dispatch(Tap()) }
    }
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      dispatch(Load())
    }
  }

  private final class Delegate: TestDelegate<Count, NavigatorOnly> {
    override var root: String { "count" }
    override func makeRoot() -> UIViewController { Controller(store: store) }
  }

  @Test func itIsAppliedOnce() throws {
    let server = try TestServer(Delegate.self)
    let browser = try server.browser(at: "/count")
    let form = browser.form(tap: "countView.button")
    try server.evictAll()
    Load.isOpen.withLock { $0 = false }
    let (port, cookie) = (server.port, browser.cookie)
    let answers = try onThreads(2) {
      try Browser(port: port, cookie: cookie).post(form, to: "/count").status
    } meanwhile: {
      try waitUntil { try server.waitingForms(like: form, of: cookie) == 1 }
      Load.isOpen.withLock { $0 = true }
      for gate in Load.waiting.withLock(\.self) { gate.signal() }
    }
    #expect(answers == [303, 303])
    #expect(try browser.open("/count").text("countView.label") == "1")
  }
}
