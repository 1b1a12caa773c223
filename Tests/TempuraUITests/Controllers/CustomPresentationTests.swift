import Foundation
import Testing

@testable import TempuraUI

/// Presentation controllers of apps: where the presented view is, and what is around it.
@Suite(.app) struct CustomPresentationTests {
  final class Card: UIPresentationController {
    var log: [String] = []
    let dimming = UIView()

    override var frameOfPresentedViewInContainerView: CGRect {
      let bounds = containerView?.bounds ?? .zero
      return CGRect(x: 0, y: bounds.height / 2, width: bounds.width, height: bounds.height / 2)
    }

    override func presentationTransitionWillBegin() {
      log.append("willBegin")
      dimming.alpha = 0
      containerView?.insertSubview(dimming, at: 0)
      presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.dimming.alpha = 1 })
    }
    override func presentationTransitionDidEnd(_ completed: Bool) { log.append("didEnd \(completed)") }
    override func dismissalTransitionWillBegin() { log.append("willDismiss") }
    override func dismissalTransitionDidEnd(_ completed: Bool) { log.append("didDismiss \(completed)") }
    override func containerViewWillLayoutSubviews() { dimming.frame = containerView?.bounds ?? .zero }
  }

  final class Transition: NSObject, UIViewControllerTransitioningDelegate {
    private(set) var made: [Card] = []
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      let card = Card(presentedViewController: presented, presenting: presenting)
      made.append(card)
      return card
    }
  }

  @Test func thePresentedViewHasTheFrameOfThePresentationController() throws {
    let root = UIViewController()
    let window = window(showing: root)
    let (modal, transition) = (UIViewController(), Transition())
    modal.modalPresentationStyle = .custom
    modal.transitioningDelegate = transition
    root.present(modal, animated: true)
    let card = try #require(transition.made.first)
    #expect(transition.made.count == 1 && modal.presentationController === card)
    window.layoutIfNeeded()
    let size = window.bounds.size
    #expect(modal.view.frame == CGRect(x: 0, y: size.height / 2, width: size.width, height: size.height / 2))
    #expect(card.containerView?.subviews == [card.dimming, modal.view] && window.subviews.last === card.containerView)
    #expect(card.dimming.alpha == 1 && card.dimming.frame.size == size, "animations alongside run at once")
    #expect(root.view.window === window && !root.view.isReachable && modal.view.isReachable)
    #expect(card.log == ["willBegin", "didEnd true"])
    #expect(renderingFromScratch(window).html.contains("</form></dialog>"))
    root.dismiss(animated: true)
    #expect(card.log.suffix(2) == ["willDismiss", "didDismiss true"])
    #expect(card.containerView == nil && modal.view.superview == nil && root.view.isReachable)
    root.present(modal, animated: true)
    #expect(transition.made.count == 2 && modal.view.window === window, "a controller can be presented again")
  }

  @Test func otherStylesHaveNoContainer() {
    let root = UIViewController()
    _ = window(showing: root)
    let (modal, transition) = (UIViewController(), Transition())
    modal.transitioningDelegate = transition
    root.present(modal, animated: true)
    #expect(transition.made.isEmpty && modal.presentationController?.containerView == nil)
    #expect(modal.transitionCoordinator == nil, "the transition is over")
  }

  @Test func aTransitionHasItsControllers() {
    final class Modal: UIViewController {
      var controllers: [UIViewController?] = []
      private func note() {
        controllers.append(transitionCoordinator?.viewController(forKey: .from))
        controllers.append(transitionCoordinator?.viewController(forKey: .to))
      }
      override func viewWillAppear(_ animated: Bool) { note() }
      override func viewWillDisappear(_ animated: Bool) { note() }
    }
    let (root, modal) = (UIViewController(), Modal())
    _ = window(showing: root)
    root.present(modal, animated: true)
    root.dismiss(animated: true)
    #expect(modal.controllers == [root, modal, modal, root])
  }

  private final class Impatient: UIPresentationController {
    var calls = 0
    override func dismissalTransitionWillBegin() {
      calls += 1
      presentedViewController.dismiss(animated: true)
    }
  }

  private final class ImpatientTransition: NSObject, UIViewControllerTransitioningDelegate {
    var made: Impatient?
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      made = Impatient(presentedViewController: presented, presenting: presenting)
      return made
    }
  }

  @Test func aHookMayDismissAgain() {
    let (root, modal, transition) = (UIViewController(), UIViewController(), ImpatientTransition())
    let window = window(showing: root)
    modal.modalPresentationStyle = .custom
    modal.transitioningDelegate = transition
    root.present(modal, animated: false)
    root.dismiss(animated: false)
    #expect(transition.made?.calls == 1 && root.presentedViewController == nil && window.subviews == [root.view])
  }
}
