import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct PresentationTests {
  let events = Events()

  private func modal(_ name: String, _ style: UIModalPresentationStyle) -> Recorder {
    let modal = Recorder(name, events)
    modal.modalPresentationStyle = style
    return modal
  }

  @Test(arguments: [UIModalPresentationStyle.automatic, .overCurrentContext, .overFullScreen, .pageSheet])
  func theScreenBelowAnOverlayStaysInThePageAndIsInert(_ style: UIModalPresentationStyle) {
    let root = Recorder("root", events)
    let window = window(showing: root)
    _ = events.take()
    let modal = modal("modal", style)
    root.present(modal, animated: false) { events.add("presented") }
    #expect(events.take() == ["modal didLoad", "modal willAppear", "modal didAppear", "presented"])
    #expect(window.subviews.count == 2)
    #expect(window.subviews[0] === root.view && window.subviews[1] === modal.view)
    #expect(!root.view.isReachable && modal.view.isReachable)
    modal.dismiss(animated: false) { events.add("dismissed") }
    #expect(events.take() == ["modal willDisappear", "modal didDisappear", "dismissed"])
    #expect(window.subviews == [root.view] && root.view.isReachable)
  }

  @Test func theDialogIsLabelledByTheTitleOfItsScreen() {
    let root = UIViewController()
    let window = window(showing: root)
    let modal = UIViewController()
    modal.title = "First"
    root.present(modal, animated: false)
    let renderer = HTMLRenderer()
    renderer.update(window)
    #expect(renderer.html.contains("<dialog open aria-modal=\"true\" aria-label=\"First\""))
    modal.title = "Second"
    renderer.update(window)
    #expect(renderer.html.contains("aria-label=\"Second\""))
    modal.title = nil
    modal.navigationItem.title = "Third"
    renderer.update(window)
    #expect(renderer.html.contains("aria-label=\"Third\""))
  }

  @Test(arguments: [UIModalPresentationStyle.fullScreen, .currentContext])
  func aFullScreenModalRemovesTheScreensBelow(_ style: UIModalPresentationStyle) {
    let root = Recorder("root", events)
    let window = window(showing: root)
    _ = events.take()
    let modal = modal("modal", style)
    root.present(modal, animated: false)
    #expect(
      events.take() == [
        "modal didLoad", "root willDisappear", "modal willAppear", "modal didAppear", "root didDisappear",
      ])
    #expect(window.subviews.count == 1 && window.subviews[0] === modal.view)
    root.dismiss(animated: false)
    #expect(
      events.take() == ["modal willDisappear", "root willAppear", "root didAppear", "modal didDisappear"])
    #expect(window.subviews.count == 1 && window.subviews[0] === root.view)
  }

  @Test func aSheetOverAFullScreenModalDoesNotShowTheRoot() {
    let root = Recorder("root", events)
    let window = window(showing: root)
    let full = modal("full", .fullScreen)
    let sheet = modal("sheet", .automatic)
    root.present(full, animated: false)
    full.present(sheet, animated: false)
    #expect(window.subviews.count == 2 && window.subviews[0] === full.view && window.subviews[1] === sheet.view)
    _ = events.take()
    root.dismiss(animated: false)
    #expect(
      events.take() == [
        "sheet willDisappear", "full willDisappear", "root willAppear", "root didAppear", "full didDisappear",
        "sheet didDisappear",
      ])
    #expect(sheet.presentingViewController == nil && full.presentedViewController == nil)
  }

  @Test func aPresentationFromAChildIsPerformedByItsTopmostAncestor() {
    let root = UIViewController()
    let child = UIViewController()
    let modal = UIViewController()
    let inner = UIViewController()
    root.addChild(child)
    modal.addChild(inner)
    child.present(modal, animated: false)
    #expect(modal.presentingViewController === root)
    #expect(inner.presentingViewController === root)
    #expect(root.presentedViewController === modal)
    #expect(child.presentedViewController === modal)
    #expect(modal.presentedViewController == nil)
  }

  @Test func dismissingAPresenterRemovesTheModalsAboveIt() {
    let root = UIViewController()
    let first = UIViewController()
    let second = UIViewController()
    let window = window(showing: root)
    root.present(first, animated: false)
    first.present(second, animated: false)
    first.dismiss(animated: false)
    #expect(root.presentedViewController === first)
    #expect(window.topViewController === first)
    first.dismiss(animated: false)
    #expect(window.topViewController === root)
  }

  @Test func aSecondDismissalDoesNothing() {
    let root = UIViewController()
    let modal = UIViewController()
    window(showing: root)
    root.present(modal, animated: false)
    modal.dismiss(animated: false)
    var isDone = false
    modal.dismiss(animated: false) { isDone = true }
    #expect(isDone)
    #expect(root.presentedViewController == nil)
  }

  @Test func anInvalidPresentationDoesNothing() {
    let root = UIViewController()
    let modal = UIViewController()
    let window = window(showing: root)
    root.present(root, animated: false)
    #expect(root.presentedViewController == nil)
    root.present(modal, animated: false)
    root.present(UIViewController(), animated: false)
    #expect(root.presentedViewController === modal)
    modal.present(root, animated: false)
    modal.present(modal, animated: false)
    #expect(modal.presentedViewController == nil)
    let child = UIViewController()
    root.addChild(child)
    modal.present(child, animated: false)
    #expect(modal.presentedViewController == nil)
    #expect(window.subviews.count == 2)
  }

  @Test func aControllerKnowsThatItIsPresentedOrDismissed() {
    let root = UIViewController()
    let modal = Recorder("modal", events)
    window(showing: root)
    var states: [Bool] = []
    modal.onWillAppear = { states.append(modal.isBeingPresented) }
    root.present(modal, animated: false)
    #expect(states == [true])
    #expect(!modal.isBeingPresented)
  }

  @Test func aModalDoesNotInheritTheNavigationController() {
    let pushed = UIViewController()
    let navigation = UINavigationController(rootViewController: pushed)
    let modal = UIViewController()
    pushed.present(modal, animated: false)
    #expect(modal.presentingViewController === navigation)
    #expect(modal.navigationController == nil)
    #expect(pushed.navigationController === navigation)
  }

  @Test func aModalPresentedWithoutAWindowAppearsWithTheWindow() {
    let root = Recorder("root", events)
    let modal = Recorder("modal", events)
    root.present(modal, animated: false)
    #expect(events.take() == ["modal didLoad"])
    let window = window(showing: root)
    #expect(window.subviews.count == 2)
    #expect(modal.appearance == .appeared && root.appearance == .appeared)
  }
}
