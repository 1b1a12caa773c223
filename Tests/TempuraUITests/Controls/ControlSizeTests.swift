import Foundation
import Testing

@testable import TempuraUI

/// The sizes of controls, and the areas of text fields.
@Suite struct ControlSizeTests {
  @Test func controlsHaveTheSizesThatTheyHaveOnAPhone() {
    #expect(UISwitch().intrinsicContentSize == CGSize(width: 51, height: 31))
    #expect(UIStepper().intrinsicContentSize == CGSize(width: 94, height: 32))
    #expect(UISlider().intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: 34))
    #expect(UISlider().sizeThatFits(CGSize(width: 200, height: 0)) == CGSize(width: 200, height: 34))
    #expect(UISegmentedControl(items: ["a", "b"]).intrinsicContentSize.height == 32)
    #expect(UIProgressView().intrinsicContentSize.height == 4)
    #expect(UIActivityIndicatorView(style: .medium).intrinsicContentSize == CGSize(width: 20, height: 20))
    #expect(UIActivityIndicatorView(style: .large).sizeThatFits(.zero) == CGSize(width: 37, height: 37))
    #expect(UIPickerView().intrinsicContentSize == CGSize(width: 320, height: 216))
    #expect(UISearchBar().intrinsicContentSize.height == 56)
    let picker = UIDatePicker()
    #expect(picker.intrinsicContentSize.height == 34)
    picker.preferredDatePickerStyle = .wheels
    #expect(picker.intrinsicContentSize == CGSize(width: 320, height: 216))
    let pages = UIPageControl()
    pages.numberOfPages = 3
    #expect(pages.intrinsicContentSize == pages.size(forNumberOfPages: 3))
    #expect(pages.size(forNumberOfPages: 4).width > pages.intrinsicContentSize.width)
  }

  @Test func controlsOfAFixedSizeHaveItFromTheStart() {
    let toggle = UISwitch()
    #expect(toggle.frame.size == CGSize(width: 51, height: 31))
    toggle.frame.origin = CGPoint(x: 300, y: 10)
    #expect(toggle.frame == CGRect(x: 300, y: 10, width: 51, height: 31))
    #expect(!css(UISwitch()).contains("absolute"), "it still flows")
    #expect(
      UIStepper(frame: CGRect(x: 5, y: 5, width: 1, height: 1)).frame == CGRect(x: 5, y: 5, width: 94, height: 32))
    #expect(UIActivityIndicatorView(style: .large).bounds.size == CGSize(width: 37, height: 37))
  }

  @Test func anAppsOwnControlHasNoSizeOfItsOwn() {
    final class Card: UIControl {}
    #expect(Card().intrinsicContentSize.width == UIView.noIntrinsicMetric)
    let card = Card()
    card.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
    #expect(card.sizeThatFits(.zero) == CGSize(width: 10, height: 20))
  }

  @Test func segmentsHaveEqualWidthsUnlessTheContentCounts() {
    let control = UISegmentedControl(items: ["a", "a longer one"])
    let equal = control.intrinsicContentSize.width
    control.apportionsSegmentWidthsByContent = true
    #expect(control.intrinsicContentSize.width < equal)
    control.setWidth(100, forSegmentAt: 0)
    #expect(control.widthForSegment(at: 0) == 100 && control.intrinsicContentSize.width > 100)
  }

  @Test func buttonsAndTextViewsHaveTheFontsThatTheyHaveOnAPhone() {
    #expect(UIButton().titleLabel?.font.pointSize == 18)
    #expect(UITextView().typingAttributes[.font] as? UIFont == .systemFont(ofSize: 12))
    let button = UIButton()
    button.setTitle("1", for: .normal)
    #expect(button.intrinsicContentSize.width == 30 && abs(button.intrinsicContentSize.height - 34) < 1)
    #expect(UITabBar().sizeThatFits(CGSize(width: 320, height: 9)) == CGSize(width: 320, height: 49))
  }

  @Test func aPlacedFieldKeepsToTheAreasOfItsText() {
    final class Padded: UITextField {
      override func textRect(forBounds bounds: CGRect) -> CGRect { bounds.insetBy(dx: 16, dy: 8) }
    }
    let padded = Padded()
    padded.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
    #expect(css(padded).contains("--inset:0.5rem 1rem 0.5rem 1rem;"))
    let field = UITextField()
    field.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
    field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 24, height: 10))
    field.leftViewMode = .always
    #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 24, y: 0, width: 176, height: 40))
    #expect(field.leftViewRect(forBounds: field.bounds) == CGRect(x: 0, y: 15, width: 24, height: 10))
    let button = UIButton(type: .close)
    field.leftView = button
    #expect(field.leftViewRect(forBounds: field.bounds).size == button.intrinsicContentSize, "it has no frame")
  }

  @Test func aFieldIsAsLargeAsItsTextAndItsBorder() {
    let field = UITextField()
    field.text = "Hello"
    let plain = field.intrinsicContentSize
    field.borderStyle = .roundedRect
    #expect(field.intrinsicContentSize == CGSize(width: plain.width + 14, height: plain.height + 12))
  }
}
