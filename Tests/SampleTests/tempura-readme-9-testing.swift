// swift-format-ignore-file
// The samples are laid out as in the document.

// The samples of the chapter on UI snapshot testing in `tempura-readme-9.txt`, in its order. Those of
// `tempura-readme-4.txt` are the same as the first four.
//
// "Mended" says what a typo was; "Added" is what the document leaves out.

import Foundation
import Katana
import Tempura
import TempuraTesting
import UIKit
import XCTest

// Added: the pictures of each test have a folder of their own.
extension XCTestCase {
  fileprivate func usePictureFolder() {
    let folder = NSTemporaryDirectory() + "/tempura-samples-\(UUID())"
    TempuraTesting.UITests.settings = .init(environment: [:])
    TempuraTesting.UITests.settings.directory = folder
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
  }
}

// Added.
private func wasTaken(_ name: String) -> Bool {
  FileManager.default.fileExists(
    atPath: TempuraTesting.UITests.settings.directory + "/en/390.0x844.0/\(name) (390.0, 844.0)@3x.png")
}

class UITests: XCTestCase, ViewTestCase {
  typealias V = AddItemView  // Added: nothing else says it.
  override func setUp() { usePictureFolder() }  // Added.

  func testAddItemScreen() {
    self.uiTest(testCases: [
      "addItem01": AddItemViewModel(editingText: "this is a test")
    ])
    XCTAssertTrue(wasTaken("addItem01"))  // Added.
  }

  func testAddItemScreenInATabBar() {  // Mended: the document has each sample in a class of the same name.
    var context = TempuraTesting.UITests.Context<AddItemView>()  // Mended: UITests is the name of this class.
    context.container = .tabBarController


    self.uiTest(testCases: [
      "addItem02": AddItemViewModel(editingText: "this is a test")  // Mended: one name cannot be that of two files.
    ], context: context)
    XCTAssertTrue(wasTaken("addItem02"))  // Added.
  }
}

class ScrollingUITests: XCTestCase, ViewTestCase {
  override func setUp() { usePictureFolder() }  // Added.

  func testMoodScreen() {  // Added.
    self.uiTest(testCases: ["mood": AddItemViewModel(editingText: "this is a test")])
    XCTAssertTrue(wasTaken("mood_mood_collection_view_scrollable_content"))
  }

  func scrollViewsToTest(in view: MoodView, identifier: String) -> [String: UIScrollView] {
    return ["mood_collection_view": view.moodCollectionView]
  }
}

class RemoteUITests: XCTestCase, ViewTestCase {
  override func setUp() { usePictureFolder() }  // Added.

  func testAddItemScreen() {
    self.uiTest(testCases: [
      "addItem03": AddItemViewModel(editingText: "this is a test")
    ])
    XCTAssertTrue(wasTaken("addItem03"))  // Added.
  }

  func isViewReady(_ view: MoodView, identifier: String) -> Bool {
    return view.remoteImage.state == .loaded
  }
}

// Added: what the samples show.
class MoodView: UIView, ViewControllerModellableView {
  final class RemoteImage: UIView {
    enum State { case loading, loaded }
    private var looks = 0
    var state: State {
      looks += 1
      return looks > 3 ? .loaded : .loading
    }
  }

  let moodCollectionView = UIScrollView()
  let remoteImage = RemoteImage()

  func setup() {
    self.addSubview(self.moodCollectionView)
    self.moodCollectionView.addSubview(UILabel())
    (self.moodCollectionView.subviews.first as? UILabel)?.text = "Happy"
    self.addSubview(self.remoteImage)
  }
  func style() {}
  func update(oldModel: AddItemViewModel?) {}
}

class ParentViewControllerUITest: XCTestCase, ViewControllerTestCase {
  override func setUp() { usePictureFolder() }  // Added.

  /// provide the instance of the ViewController to test
  var viewController: ParentViewController {
    let testStore = Store<AppState, EmptySideEffectDependencyContainer>()  // Mended: it was called fakeStore here only.
    let vc = ParentViewController(store: testStore)
    return vc
  }

  /// define the ViewModels
  let viewModel = ParentViewModel(title: "A test title")
  let childVM = ChildViewModel(value: 12)

  /// define the tests we want to perform
  lazy var tests: [String: ParentViewModel] = [  // Mended: a let cannot be made of another one.
    "first_test_vc": viewModel
  ]

  /// configure the ViewController with ViewModels, also for the children VCs
  func configure(vc: ParentViewController, for testCase: String, model: ParentViewModel) {
    vc.viewModel = model
    vc.childVC.viewModel = childVM
  }

  /// execute the UI tests
  func test() {
    let context = TempuraTesting.UITests.VCContext<ParentViewController>(container: .none)  // Mended: UITests is a class here.
    self.uiTest(testCases: self.tests, context: context)
    XCTAssertTrue(wasTaken("first_test_vc"))  // Added.
  }
}
