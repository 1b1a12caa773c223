import Tempura
import TempuraTesting
import UIKit
import XCTest

@testable import CounterDemo

final class CounterScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = CounterView

  override class var app: any ServerConfigurable.Type { CounterAppDelegate.self }

  func testTheCounter() {
    var state = CounterState()
    state.counter = -12_345
    uiTest(
      testCases: [
        "counter": CounterViewModel(state: CounterState()), "counter far down": CounterViewModel(state: state),
      ],
      permutations: everywhere)
  }
}
