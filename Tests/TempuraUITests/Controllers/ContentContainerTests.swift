import Foundation
import Testing

@testable import TempuraUI

/// Sizes of children.
@Suite(.app) struct ContentContainerTests {
  private final class Parent: UIViewController {
    var told: [CGSize] = []

    override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
      told.append(container.preferredContentSize)
    }

    override func size(
      forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { CGSize(width: parentSize.width / 2, height: parentSize.height) }
  }

  private final class Child: UIViewController {
    var sizes: [CGSize] = []

    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      sizes.append(size)
    }
  }

  @Test func aParentIsToldOfThePreferredSize() {
    let (parent, child) = (Parent(), Child())
    parent.addChild(child)
    child.preferredContentSize = CGSize(width: 10, height: 20)
    child.preferredContentSize = CGSize(width: 10, height: 20)
    #expect(parent.told == [CGSize(width: 10, height: 20)])
  }

  @Test func aParentDecidesTheSizesOfItsChildren() {
    let (parent, child) = (Parent(), Child())
    parent.addChild(child)
    parent.passOnTransition(to: CGSize(width: 100, height: 50))
    #expect(child.sizes == [CGSize(width: 50, height: 50)])
  }
}
