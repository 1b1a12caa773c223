import Foundation
import Testing

@testable import TempuraUI

/// Responders as objects.
@Suite struct ResponderTests {
  private final class Card: UIView {
    let number: Int

    init(_ number: Int) {
      self.number = number
      super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override func isEqual(_ object: Any?) -> Bool { (object as? Card)?.number == number }
    override var hash: Int { number }
    override var description: String { "card \(number)" }
    override var debugDescription: String { "the card \(number)" }
  }

  @Test func anAppDecidesWhichViewsAreEqual() {
    #expect(Card(1) == Card(1) && Card(1) != Card(2) && Set([Card(1), Card(1), Card(2)]).count == 2)
    #expect("\(Card(1))" == "card 1" && String(reflecting: Card(2)) == "the card 2")
  }

  @Test func otherRespondersEqualOnlyThemselves() {
    let view = UIView()
    #expect(view == view && view != UIView() && Set([view, view, UIView()]).count == 2)
    #expect(UIViewController() != UIViewController() && UITapGestureRecognizer() != UITapGestureRecognizer())
  }

  @Test func respondersAreObjectsOfFoundation() {
    let objects: [NSObject] = [
      UIView(), UIViewController(), UIApplication(), UITapGestureRecognizer(), UIBarButtonItem(),
      UINavigationItem(title: ""), UICollectionViewFlowLayout(),
    ]
    #expect(Set(objects).count == objects.count)
  }
}
