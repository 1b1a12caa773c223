import Katana
import Tempura
import TempuraTesting
import UIKit
import XCTest

@testable import Gallery

/// All screens of the gallery, and the alerts that they show.
final class GalleryScreenTests: ScreenTestCase, UIViewControllerTestCase {
  typealias VC = UINavigationController
  typealias V = UIView

  override class var app: any ServerConfigurable.Type { GalleryAppDelegate.self }

  /// The store of the screen that was made last.
  private var store = Store<GalleryState, DependenciesContainer>()
  private var alerts: AlertsViewController?

  var viewController: UINavigationController {
    store = Store()
    return UINavigationController(rootViewController: HomeViewController(store: store))
  }

  func configure(vc: UINavigationController, for testCase: String) {
    let words = testCase.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, let entry = Catalog.sections.flatMap(\.entries).first(where: { $0.id == words[1] }) else {
      return
    }
    let screen = entry.make(entry, store)
    vc.pushViewController(screen, animated: false)
    if testCase == Self.editing { (screen.view as? TablesScreen)?.table.isEditing = true }
    if words.count > 2, let example = AlertExample.allCases.first(where: { $0.rawValue == words[2] }) {
      alerts = screen as? AlertsViewController
      alerts?.rootView.didTap?(example)
    }
  }

  /// When an alert appears, the screen below it shows an event.
  func isViewReady(_ view: UIView, identifier: String) -> Bool {
    guard identifier.hasPrefix("gallery alerts "), let below = alerts?.rootView.lastEvent.text else { return true }
    return below.hasPrefix("Event 1")
  }

  private static let editing = "gallery tables editing"

  func testEveryScreen() {
    let screens = ["gallery", Self.editing] + Catalog.sections.flatMap(\.entries).map { "gallery \($0.id)" }
    uiTest(testCases: screens, permutations: UITests.Permutations(devices: [Self.phone], styles: [.light]))
    UITests.settings.parts = [.picture]
    uiTest(testCases: screens, permutations: UITests.Permutations(devices: [Self.desktop], styles: [.dark]))
    uiTest(
      testCases: screens,
      permutations: UITests.Permutations(devices: [Self.phone], styles: [.light], languages: ["ar"]))
  }

  func testEveryAlert() {
    uiTest(
      testCases: AlertExample.allCases.map { "gallery alerts \($0.rawValue)" },
      permutations: UITests.Permutations(devices: [Self.phone], styles: [.light]))
  }
}
