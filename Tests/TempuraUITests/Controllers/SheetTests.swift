import Foundation
import Testing

@testable import TempuraUI

/// The look of presented screens, and their dismissal by a tap outside.
@Suite(.app) struct SheetTests {
  private let screen = UIViewController()
  private let page: Page

  init() { page = Page(showing: screen) }

  private final class Delegate: UIAdaptivePresentationControllerDelegate {
    let events = Events()
    var allows = true
    func presentationControllerShouldDismiss(_: UIPresentationController) -> Bool { allows }
    func presentationControllerWillDismiss(_: UIPresentationController) { events.add("will") }
    func presentationControllerDidDismiss(_: UIPresentationController) { events.add("did") }
    func presentationControllerDidAttemptToDismiss(_: UIPresentationController) { events.add("tried") }
  }

  @Test(arguments: [
    (UIModalPresentationStyle.automatic, " class=\"sheet\""), (.pageSheet, " class=\"sheet\""),
    (.formSheet, " class=\"sheet form\""), (.popover, " class=\"popover\""), (.fullScreen, ""), (.overFullScreen, ""),
    (.currentContext, ""), (.overCurrentContext, ""), (.custom, ""), (.none, ""),
  ])
  func thePresentationStyleDecidesWhetherATapOutsideDismisses(style: UIModalPresentationStyle, attribute: String) {
    let modal = UIViewController()
    modal.modalPresentationStyle = style
    screen.present(modal, animated: true)
    #expect(page.html.contains("aria-label=\"Dialog\"\(attribute)>") || style.hidesLayersBelow)
    #expect(page.html.contains("value=\"uiView2.outside\"") == (attribute != ""))
  }

  @Test func aTapOutsideDismissesAndCallsTheDelegate() throws {
    let modal = UIViewController()
    let delegate = Delegate()
    modal.presentationController?.delegate = delegate
    screen.present(modal, animated: true)
    delegate.allows = false
    try page.tap("uiView2.outside")
    #expect(delegate.events.take() == ["tried"] && screen.presentedViewController === modal)
    delegate.allows = true
    try page.tap("uiView2.outside")
    #expect(delegate.events.take() == ["will", "did"] && screen.presentedViewController == nil)
    screen.present(modal, animated: true)
    modal.dismiss(animated: true)
    #expect(delegate.events.take() == [], "what the app does itself it knows")
  }

  @Test func aSheetThatIsModalInPresentationCannotBeDismissedFromOutside() {
    let modal = UINavigationController(rootViewController: UIViewController())
    screen.present(modal, animated: true)
    #expect(page.html.contains(".outside"))
    modal.topViewController?.isModalInPresentation = true
    #expect(!page.html.contains(".outside"))
    #expect(page.target("uiNavigationView.outside") == nil)
  }

  @Test func theDelegateHearsOfAttemptsToDismissASheetThatIsModalInPresentation() throws {
    let modal = UIViewController()
    let delegate = Delegate()
    modal.presentationController?.delegate = delegate
    modal.isModalInPresentation = true
    screen.present(modal, animated: true)
    #expect(page.html.contains(#" value="uiView2.outside" aria-label="Close" data-cancels>"#))
    try page.tap("uiView2.outside")
    #expect(delegate.events.take() == ["tried"] && screen.presentedViewController === modal)
    modal.isModalInPresentation = false
    try page.tap("uiView2.outside")
    #expect(delegate.events.take() == ["will", "did"])
  }

  @Test func theRootCannotBeDismissedFromOutside() {
    #expect(page.target("uiView.outside") == nil)
    #expect(!page.html.contains(".outside"))
  }

  @Test func aSheetHasTheClassOfItsDetent() {
    let modal = UIViewController()
    #expect(modal.popoverPresentationController == nil)
    modal.sheetPresentationController?.detents = [.medium(), .large()]
    modal.sheetPresentationController?.prefersGrabberVisible = true
    screen.present(modal, animated: true)
    #expect(page.html.contains("class=\"sheet high medium grabber\" data-detents=\"medium large\""))
    modal.sheetPresentationController?.animateChanges {
      modal.sheetPresentationController?.selectedDetentIdentifier = .large
    }
    #expect(page.html.contains("class=\"sheet high large grabber\""))
    var height: CGFloat? = 240
    modal.sheetPresentationController?.selectedDetentIdentifier = nil
    modal.sheetPresentationController?.detents = [.custom(identifier: .init("small")) { _ in height }]
    #expect(page.html.contains("class=\"sheet high grabber s") && modal.detentStyle == "--sheet:15rem;")
    #expect(!page.html.contains("value=\"uiView2.detent\""), "it has one height only")
    height = 800
    modal.sheetPresentationController?.invalidateDetents()
    #expect(page.html.contains("class=\"sheet grabber\""))
  }

  private final class DetentDelegate: UISheetPresentationControllerDelegate {
    let events = Events()
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(_ sheet: UISheetPresentationController) {
      events.add(sheet.selectedDetentIdentifier?.rawValue ?? "none")
    }
  }

  @Test func theUserChoosesAHeightAndTheDelegateHearsOfIt() throws {
    let modal = UIViewController()
    let delegate = DetentDelegate()
    let sheet = try #require(modal.sheetPresentationController)
    sheet.delegate = delegate
    sheet.detents = [.medium(), .custom(identifier: .init("gone")) { _ in nil }, .large()]
    screen.present(modal, animated: true)
    #expect(page.html.contains("value=\"uiView2.detent\" aria-label=\"Sheet grabber\"></button>"))
    try #require(page.target("uiView2.detent-1")).tap()  // a finger has no button
    #expect(sheet.selectedDetentIdentifier == .large)
    try page.tap("uiView2.detent")
    try #require(page.target("uiView2.detent-0")).tap()
    #expect(delegate.events.take() == ["large", "medium"], "the last one changes nothing")
    for part in ["detent-2", "detent--1", "detent-", "detent-1-1", "detent-99999999999999999999"] {
      #expect(page.target("uiView2.\(part)") == nil)
    }
    #expect(page.target("uiView.detent") == nil, "it is no sheet")
  }

  @Test func theDelegateStaysIfThePresentationStyleChanges() {
    let modal = UIViewController()
    let delegate = Delegate()
    modal.presentationController?.delegate = delegate
    modal.modalPresentationStyle = .popover
    modal.popoverPresentationController?.permittedArrowDirections = [.up, .down]
    #expect(modal.popoverPresentationController?.delegate === delegate)
    #expect(modal.sheetPresentationController == nil)
    #expect(modal.presentationController?.presentedViewController === modal)
  }
}
