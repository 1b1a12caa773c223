import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Where the image and the title of a button with a frame are.
@Suite struct ButtonPlacesTests {
  private let button = UIButton(type: .custom)
  private let image = UIImage(url: "/star.png", size: CGSize(width: 20, height: 10))

  init() {
    button.setImage(image, for: .normal)
    button.setTitle("Save", for: .normal)
    button.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
    button.layoutIfNeeded()
  }

  private var title: CGSize { button.titleLabel?.intrinsicContentSize ?? .zero }
  private var imageFrame: CGRect? { button.imageView?.frame }
  private var titleFrame: CGRect? { button.titleLabel?.frame }

  @Test func imageAndTitleAreCentredTogether() {
    let start = ((200 - 20 - title.width) / 2).rounded(.down)
    #expect(imageFrame == CGRect(x: start, y: 25, width: 20, height: 10))
    #expect(titleFrame?.minX == start + 20 && titleFrame?.size == title)
    #expect(titleFrame?.minY == ((60 - title.height) / 2).rounded(.down))
  }

  @Test func theTitleOfACustomButtonWithABackgroundIsWhite() {
    let custom = UIButton(type: .custom)
    custom.setTitle("Start", for: .normal)
    #expect(custom.currentTitleColor == custom.tintColor)
    custom.backgroundColor = .red
    #expect(custom.currentTitleColor == .white)
    #expect(css(custom).contains("color:#ffffff;"))
    custom.setTitleColor(.black, for: .normal)
    #expect(custom.currentTitleColor == .black)
    let system = UIButton(type: .system)
    system.setTitle("Start", for: .normal)
    system.backgroundColor = .red
    #expect(system.currentTitleColor == system.tintColor)
  }

  @Test func insetsMoveTheContent() throws {
    let before = try #require(titleFrame)
    button.titleEdgeInsets = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: -10)
    button.imageEdgeInsets = UIEdgeInsets(top: 4, left: -8, bottom: -4, right: 8)
    button.layoutIfNeeded()
    #expect(titleFrame == before.offsetBy(dx: 10, dy: 0))
    #expect(imageFrame?.origin == CGPoint(x: before.minX - 20 - 8, y: 29))
    button.titleEdgeInsets = .zero
    button.imageEdgeInsets = .zero
    button.contentEdgeInsets = UIEdgeInsets(top: 0, left: 40, bottom: 20, right: 0)
    button.layoutIfNeeded()
    #expect(imageFrame?.minY == 15 && titleFrame == before.offsetBy(dx: 20, dy: -10))
  }

  @Test func alignmentsPlaceTheContentAtTheEdges() {
    button.contentHorizontalAlignment = .left
    button.contentVerticalAlignment = .top
    button.layoutIfNeeded()
    #expect(imageFrame?.origin == .zero && titleFrame?.origin == CGPoint(x: 20, y: 0))
    button.contentHorizontalAlignment = .trailing
    button.contentVerticalAlignment = .bottom
    button.layoutIfNeeded()
    #expect(titleFrame?.maxX == 200 && titleFrame?.maxY == 60)
    #expect(imageFrame?.maxX == 200 - title.width)
    button.contentHorizontalAlignment = .fill
    button.contentVerticalAlignment = .fill
    button.layoutIfNeeded()
    #expect(titleFrame == CGRect(x: 20, y: 0, width: 180, height: 60))
    #expect(imageFrame == CGRect(x: 0, y: 0, width: 200 - title.width, height: 60))
  }

  @Test func theImageStaysBesideATitleThatDoesNotFit() {
    button.setTitle("A title that is much longer than the button is wide", for: .normal)
    for alignment in [UIControl.ContentHorizontalAlignment.left, .center, .right] {
      button.contentHorizontalAlignment = alignment
      button.layoutIfNeeded()
      #expect(imageFrame?.minX == 0 && titleFrame?.minX == 20 && titleFrame?.maxX == 200)
    }
  }

  @Test func theImageIsOnTheRightIfTheButtonReadsFromTheRight() throws {
    button.semanticContentAttribute = .forceRightToLeft
    button.setNeedsLayout()
    button.layoutIfNeeded()
    let (image, title) = (try #require(imageFrame), try #require(titleFrame))
    #expect(title.maxX == image.minX && button.effectiveContentHorizontalAlignment == .center)
  }

  @Test func anAppCanPlaceTheContentItself() {
    final class Stacked: UIButton {
      override func imageRect(forContentRect contentRect: CGRect) -> CGRect { CGRect(x: 1, y: 2, width: 3, height: 4) }
      override func layoutSubviews() {
        super.layoutSubviews()
        titleLabel?.frame = CGRect(x: 5, y: 6, width: 7, height: bounds.height)
      }
    }
    let button = Stacked()
    button.setImage(image, for: .normal)
    button.setTitle("Save", for: .normal)
    button.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    button.layoutIfNeeded()
    #expect(button.imageView?.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(button.titleLabel?.frame == CGRect(x: 5, y: 6, width: 7, height: 50))
  }

  @Test func theSizeIsThatOfImageTitleAndInsets() {
    #expect(button.intrinsicContentSize == CGSize(width: 20 + title.width, height: title.height + 12))
    button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(button.sizeThatFits(.zero) == CGSize(width: 26 + title.width, height: title.height + 4))
    button.setTitle(nil, for: .normal)
    #expect(button.intrinsicContentSize == CGSize(width: 26, height: 14))
    button.setBackgroundImage(UIImage(url: "/b.png", size: CGSize(width: 90, height: 80)), for: .normal)
    #expect(button.intrinsicContentSize == CGSize(width: 96, height: 84))
    #expect(UIButton().intrinsicContentSize == .zero)
  }

  @Test func aTitleOfSeveralLinesIsAsTallAsItsLines() {
    let line = button.intrinsicContentSize.height
    button.setTitle("one two three four five six seven eight nine ten", for: .normal)
    button.titleLabel?.numberOfLines = 0
    #expect(button.sizeThatFits(CGSize(width: 120, height: 0)).height > 2 * line)
  }

  @Test func aPlacedButtonShowsItsViewsAndAFlowingOneDoesNot() {
    #expect(html(button).contains("<span id=\"uiButton.uiLabel\""))
    #expect(html(button).contains("class=\"ButtonImageView"))
    let flowing = UIButton()
    flowing.setImage(image, for: .normal)
    flowing.setTitle("Save", for: .normal)
    flowing.titleLabel?.numberOfLines = 0
    flowing.layoutIfNeeded()
    #expect(html(flowing).contains("<img src=\"/star.png\" alt=\"\"><span>Save</span></button>"))
    button.setTitle(nil, for: .normal)
    button.layoutIfNeeded()
    #expect(!html(button).contains("uiLabel"))
  }

  @Test func theViewsShowWhatTheStateOfTheButtonSays() {
    button.setTitle("Saved", for: .selected)
    button.setAttributedTitle(NSAttributedString(string: "Off"), for: .disabled)
    button.isSelected = true
    #expect(button.titleLabel?.text == "Saved")
    button.isSelected = false
    button.isEnabled = false
    #expect(button.titleLabel?.attributedText?.string == "Off" && button.currentAttributedTitle?.string == "Off")
    button.isEnabled = true
    #expect(button.titleLabel?.text == "Save" && button.imageView?.image == image)
  }
}

@Suite struct ButtonConfigurationTests {
  private func button(_ change: (inout UIButton.Configuration) -> Void) -> UIButton {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Title"
    change(&configuration)
    let button = UIButton(configuration: configuration)
    button.frame = CGRect(x: 0, y: 0, width: 300, height: 100)
    button.layoutIfNeeded()
    return button
  }

  @Test func theImageIsWhereTheConfigurationPlacesIt() throws {
    func frames(_ placement: NSDirectionalRectEdge) throws -> (image: CGRect, title: CGRect) {
      let button = button {
        $0.image = UIImage(url: "/star.png", size: CGSize(width: 20, height: 10))
        $0.imagePadding = 5
        $0.imagePlacement = placement
      }
      return (try #require(button.imageView?.frame), try #require(button.titleLabel?.frame))
    }
    let (leading, trailing) = (try frames(.leading), try frames(.trailing))
    #expect(leading.title.minX == leading.image.maxX + 5 && leading.title.midY == leading.image.midY)
    #expect(trailing.image.minX == trailing.title.maxX + 5)
    let (top, bottom) = (try frames(.top), try frames(.bottom))
    #expect(top.title.minY == top.image.maxY + 5 && abs(top.title.midX - top.image.midX) <= 1)
    #expect(bottom.image.minY == bottom.title.maxY + 5)
  }

  @Test func aSubtitleIsBelowTheTitle() throws {
    let button = button {
      $0.subtitle = "More"
      $0.titlePadding = 3
    }
    let (title, subtitle) = (try #require(button.titleLabel?.frame), try #require(button.subtitleLabel?.frame))
    #expect(abs(subtitle.minY - title.maxY - 3) < 0.01 && button.subtitleLabel?.text == "More")
    button.configuration?.subtitle = nil
    #expect(button.subtitleLabel == nil)
  }

  @Test func theSizeHasTheInsetsOfTheConfiguration() {
    let button = button { $0.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4) }
    let title = button.titleLabel?.intrinsicContentSize ?? .zero
    #expect(button.intrinsicContentSize == CGSize(width: title.width + 6, height: title.height + 4))
    #expect(UIButton.Configuration.plain().contentInsets.leading == 12)
  }

  @Test func aHandlerChangesTheConfigurationWhenTheStateChanged() {
    let button = button { _ in }
    button.configurationUpdateHandler = { $0.configuration?.title = $0.isSelected ? "On" : "Off" }
    button.layoutIfNeeded()
    #expect(button.titleLabel?.text == "Off")
    button.isSelected = true
    button.layoutIfNeeded()
    #expect(button.titleLabel?.text == "On")
  }

  @Test func attributedTitlesHaveTheirAttributes() {
    var attributes = AttributeContainer()
    attributes.font = .boldSystemFont(ofSize: 20)
    let button = button { $0.attributedTitle = AttributedString("Bold", attributes: attributes) }
    #expect(button.titleLabel?.attributedText?.string == "Bold")
    #expect(html(button).contains("Bold"))
  }
}
