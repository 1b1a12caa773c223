import Basics
import Foundation
import TestSupport
import Testing
import UIKit

@testable import SessionKernel
@testable import TempuraServer

/// What pages are told of animations.
@Suite struct MotionTests {
  /// A page whose animations end when the clock says so.
  private func page() throws -> (LivePage, ManualTime) {
    let server = try TestServer(MotionDelegate.self)
    let time = ManualTime(server)
    let browser = server.browser()
    _ = try browser.get("/")
    return (try server.page("tab", of: browser, at: "/"), time)
  }

  @Test(
    arguments: [
      ("fade", #"{"from":{"box":{"opacity":"1"}},"ms":300}"#),
      ("move", #"{"delay":100,"easing":"linear","from":{"box":{"move":"-1rem 0"}},"ms":500}"#),
      // What was changed before the block is where the animation begins.
      ("pop", #"{"easing":"SPRING","from":{"box":{"transform":"matrix(0.5,0,0,0.5,0,0)"}},"ms":800}"#),
      (
        "steps",
        #"{"easing":"linear","frames":{"box":[{"easing":"linear","offset":0,"opacity":"1"},"#
          + #"{"easing":"linear","offset":0.5,"opacity":"0.5"},{"easing":"linear","offset":0.5,"opacity":"0.5"},"#
          + #"{"easing":"linear","offset":1,"opacity":"0.2"}]},"ms":1000}"#
      ),
      ("turn", #"{"faces":[["box","box","left"]],"ms":400}"#),
      ("long", #"{"from":{"box":{"opacity":"1"}},"ms":3600000}"#),
    ])
  func pagesAreToldHowViewsMove(_ button: String, _ expected: String) throws {
    let (page, _) = try page()
    let motion = try page.tap(button).motion.map { $0.replacing(/linear\(0,[^)]*\)/, with: "SPRING") }
    #expect(motion == [expected])
  }

  @Test(arguments: ["plain", "still", "never"])
  func changesOutsideOfBlocksAreNotAnimated(_ button: String) throws {
    let (page, _) = try page()
    let patch = try page.tap(button)
    #expect(patch.motion == [] && patch.markup?.contains("box") == true)
  }

  @Test func whatNeverEndsIsInTheMarkup() throws {
    let (page, _) = try page()
    let patch = try page.tap("pulse")
    #expect(patch.motion == [])
    #expect(
      patch.markup?.contains(
        "data-plays=\"[{&quot;ms&quot;:500,&quot;back&quot;:true,&quot;times&quot;:0,&quot;frames&quot;:"
          + "[{&quot;offset&quot;:0,&quot;opacity&quot;:&quot;1&quot;}]}]\"") == true)
    #expect(try page.browser.get("/").body.contains("data-plays"))
    #expect(try page.tap("rest").markup?.contains("data-plays") == false)
  }

  @Test func layersAreAnimatedUntilTheyAreDone() throws {
    let (page, time) = try page()
    #expect(try page.tap("spin").markup?.contains("&quot;rotate&quot;:&quot;3.1416rad&quot;") == true)
    time.advance()
    let patch = try page.ask()
    #expect(patch.markup?.contains("data-plays") == false && patch.markup?.contains("stopped true") == true)
  }

  @Test func completionsWaitForTheirAnimations() throws {
    let (page, time) = try page()
    #expect(try page.tap("chain").markup?.contains("one") == false)
    time.advance()
    #expect(try page.ask().markup?.contains("one") == true)
    time.advance()
    #expect(try page.ask().markup?.contains("two") == true)
    #expect(time.waits == [0.3, 0.2])
  }

  @Test func withoutALivePageCompletionsRunAtOnceAndAnimationsFollowEachOther() throws {
    let server = try TestServer(MotionDelegate.self)
    let browser = server.browser()
    _ = try browser.get("/")
    _ = try browser.post([("tap", "chain")], to: "/")
    let session = try #require(server.session(of: browser))
    var motions: [String] = []
    server.inTurn(of: session) {
      for _ in 0..<2 {
        let screen = try? session.scenes.first?.render()
        motions.append(String(decoding: screen?.takeMotion(since: nil) ?? [], as: UTF8.self))
      }
    }
    #expect(motions[0].hasPrefix(#"{"ms":300,"from":{"box":{"opacity":"1"}}},{"ms":200,"delay":300,"from""#))
    #expect(motions[1] == "", "a page that is loaded again shows nothing twice")
    #expect(try browser.get("/").body.contains("two"))
  }

  @Test func animatorsFollowAFractionAndGoBack() throws {
    let (page, time) = try page()
    let motion = try page.tap("drag").motion
    #expect(motion.first?.contains("\"key\":") == true && motion.last?.hasSuffix("\"seek\":0.25}") == true)
    #expect(try page.tap("undo").motion.first?.contains("\"run\":-1") == true)
    time.advance()
    let patch = try page.ask()
    #expect(patch.motion.contains { $0.contains("\"stop\":true") } && patch.markup?.contains("start") == true)
    #expect(patch.rules?.contains("opacity") != true)
  }

  @Test func aCompletionThatStartsItsAnimationAgainEndsWithoutAPage() throws {
    let server = try TestServer(MotionDelegate.self)
    let browser = server.browser()
    _ = try browser.get("/")
    #expect(try browser.post([("tap", "again")], to: "/").status == 303)
  }
}

/// A clock that a test advances.
private final class ManualTime: Sendable {
  private let calls = Locked<[(wait: Double, body: @Sendable () -> Void)]>([])
  private let done = Locked<[Double]>([])
  private let server: TestServer

  init(_ server: TestServer) {
    self.server = server
    server.runtime.motionClock = { [weak self] wait, body in
      self?.calls.withLock { $0.append((wait, body)) }
    }
  }

  /// The seconds of the waits that are over.
  var waits: [Double] { done.withLock { $0 } }

  /// Runs what waits, in turns of its sessions.
  func advance() {
    let due = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    done.withLock { $0 += due.map(\.wait) }
    for call in due { call.body() }
    for session in server.runtime.sessions.sessions(unusedSince: .max) { server.inTurn(of: session) {} }
  }
}

/// A screen with a box that moves, and a button for each way.
private final class MotionDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = MotionController()
    window?.makeKeyAndVisible()
    return true
  }
}

private final class MotionController: UIViewController, CAAnimationDelegate {
  private let box = UIView(frame: CGRect(x: 16, y: 16, width: 32, height: 32))
  private let label = UILabel(frame: CGRect(x: 0, y: 100, width: 300, height: 20))
  private var animator: UIViewPropertyAnimator?

  override func viewDidLoad() {
    box.accessibilityIdentifier = "box"
    label.accessibilityIdentifier = "label"
    view.addSubview(box)
    view.addSubview(label)
    let actions: [(String, () -> Void)] = [
      ("fade", { UIView.animate(withDuration: 0.3) { self.box.alpha = 0.5 } }),
      (
        "move",
        { UIView.animate(withDuration: 0.5, delay: 0.1, options: .curveLinear) { self.box.frame.origin.x = 32 } }
      ),
      ("pop", pop), ("steps", steps),
      ("turn", { UIView.transition(with: self.box, duration: 0.4, options: .transitionFlipFromLeft, animations: nil) }),
      ("long", { UIView.animate(withDuration: .infinity) { self.box.alpha = 0.5 } }),
      ("plain", { self.box.alpha = 0.5 }),
      ("still", { UIView.performWithoutAnimation { UIView.animate(withDuration: 1) { self.box.alpha = 0.5 } } }),
      ("never", { UIView.animate(withDuration: .nan) { self.box.alpha = 0.5 } }),
      (
        "pulse",
        { UIView.animate(withDuration: 0.5, delay: 0, options: [.repeat, .autoreverse]) { self.box.alpha = 0.5 } }
      ),
      ("rest", { self.box.layer.removeAllAnimations() }),
      ("spin", spin), ("chain", chain), ("drag", drag),
      (
        "undo",
        {
          self.animator?.isReversed = true
          self.animator?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        }
      ),
      ("again", again),
    ]
    for (index, (name, action)) in actions.enumerated() {
      let button = UIButton(frame: CGRect(x: 0, y: 200 + index * 20, width: 100, height: 20))
      button.setTitle(name, for: .normal)
      button.accessibilityIdentifier = name
      button.addAction(UIAction { _ in action() }, for: .touchUpInside)
      view.addSubview(button)
    }
  }

  private func pop() {
    box.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
    UIView.animate(withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0) {
      self.box.transform = .identity
    }
  }

  private func steps() {
    UIView.animateKeyframes(withDuration: 1, delay: 0) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { self.box.alpha = 0.5 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { self.box.alpha = 0.2 }
    }
  }

  private func spin() {
    let animation = CABasicAnimation(keyPath: "transform.rotation")
    animation.toValue = Double.pi
    animation.duration = 0.4
    animation.delegate = self
    box.layer.add(animation, forKey: "spin")
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { label.text = "stopped \(flag)" }

  private func chain() {
    UIView.animate(withDuration: 0.3) {
      self.box.alpha = 0.5
    } completion: { _ in
      self.label.text = "one"
      UIView.animate(withDuration: 0.2) {
        self.box.backgroundColor = .red
      } completion: { _ in
        self.label.text = "two"
      }
    }
  }

  private func drag() {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { self.box.alpha = 0.5 }
    animator.addCompletion { self.label.text = "\($0)" }
    animator.fractionComplete = 0.25
    self.animator = animator
  }

  private func again() { UIView.animate(withDuration: 0.1, animations: { self.box.alpha = 0.5 }) { _ in self.again() } }
}
