import Testing
import UIKit

/// Buttons and controls as apps written for phones use them.
@MainActor @Suite struct UIButtonTests {
  final class CardButton: UIButton {
    var taps = 0

    override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.5 : 1 } }
    override var isTracking: Bool { super.isTracking }
    override var currentTitleColor: UIColor { .red }
    override var intrinsicContentSize: CGSize {
      let size = super.intrinsicContentSize
      return CGSize(width: size.width + 8, height: size.height)
    }

    override func setTitle(_ title: String?, for state: UIControl.State) {
      super.setTitle(title?.uppercased(), for: state)
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      guard let imageView = imageView, let titleLabel = titleLabel else { return }
      imageView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 20)
      titleLabel.frame = CGRect(x: 0, y: imageView.frame.maxY, width: bounds.width, height: 20)
    }

    override func contentRect(forBounds bounds: CGRect) -> CGRect { super.contentRect(forBounds: bounds) }
    override func backgroundRect(forBounds bounds: CGRect) -> CGRect { super.backgroundRect(forBounds: bounds) }
    override func imageRect(forContentRect contentRect: CGRect) -> CGRect {
      super.imageRect(forContentRect: contentRect)
    }
    override func titleRect(forContentRect contentRect: CGRect) -> CGRect {
      super.titleRect(forContentRect: contentRect)
    }
  }

  final class Screen {
    var log: [String] = []
    func didTap(_ sender: UIButton) { log.append(sender.currentTitle ?? "") }
    func didChange(_ sender: UISlider) { log.append("\(sender.value)") }
  }

  @Test func controlsCallMethodsThatTakeThemAsTheirOwnType() {
    let (screen, button, slider) = (Screen(), UIButton(type: .system), UISlider())
    button.setTitle("OK", for: .normal)
    button.addTarget(screen, action: Screen.didTap, for: .touchUpInside)
    slider.addTarget(screen, action: Screen.didChange(_:), for: .valueChanged)
    button.sendActions(for: .touchUpInside)
    slider.sendActions(for: .valueChanged)
    #expect(screen.log == ["OK", "0.0"])
    #expect(button.allTargets.count == 1 && button.allControlEvents == .touchUpInside)
    #expect(button.actions(forTarget: screen, forControlEvent: .touchUpInside)?.count == 1)
    button.removeTarget(screen, action: Screen.didTap, for: .allEvents)
    slider.removeTarget(nil, action: nil, for: .allEvents)
    #expect(button.allTargets.isEmpty && !button.isTracking && !button.isTouchInside)
    let action = UIAction(title: "Go") { action in _ = action.sender }
    button.addAction(action, for: .primaryActionTriggered)
    button.sendAction(action)
    button.performPrimaryAction()
    button.removeAction(identifiedBy: action.identifier, for: .primaryActionTriggered)
  }

  @Test func eventsAndStatesHaveUIKitsNames() {
    let events: UIControl.Event = [
      .touchDown, .touchDownRepeat, .touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit,
      .touchUpInside, .touchUpOutside, .touchCancel,
    ]
    #expect(UIControl.Event.allTouchEvents.isSuperset(of: events))
    let others: UIControl.Event = [.menuActionTriggered, .applicationReserved, .systemReserved, .allEditingEvents]
    #expect(others.rawValue != 0)
    let states: UIControl.State = [.highlighted, .disabled, .selected, .focused, .application, .reserved]
    #expect(states != .normal)
  }

  @Test func aButtonHasUIKitsProperties() {
    let button = UIButton(type: .custom)
    button.setAttributedTitle(NSAttributedString(string: "Rich"), for: .normal)
    button.setTitleShadowColor(.black, for: .normal)
    button.setBackgroundImage(UIImage(named: "back"), for: .normal)
    button.setBackgroundImage(nil, for: [.highlighted, .selected])
    button.contentHorizontalAlignment = .leading
    button.contentVerticalAlignment = .center
    button.contentEdgeInsets = UIEdgeInsets(top: 4, left: 8, bottom: 4, right: 8)
    button.adjustsImageWhenHighlighted = false
    button.adjustsImageWhenDisabled = false
    button.showsTouchWhenHighlighted = true
    button.reversesTitleShadowWhenHighlighted = true
    button.isPointerInteractionEnabled = true
    button.role = .primary
    button.imageView?.contentMode = .scaleAspectFit
    button.titleLabel?.numberOfLines = 0
    let color: UIColor = button.currentTitleColor
    #expect(color == .white && button.currentTitleShadowColor == .black)
    #expect(button.attributedTitle(for: .normal)?.string == "Rich" && button.currentAttributedTitle != nil)
    #expect(button.backgroundImage(for: .normal) != nil && button.currentBackgroundImage != nil)
    #expect(button.titleShadowColor(for: .highlighted) == .black && button.buttonType == .custom)
    #expect(button.effectiveContentHorizontalAlignment == .left)
    #expect(button.titleLabel?.superview === button && button.imageView?.superview === button)
  }

  @Test func anAppsButtonPlacesItsContent() {
    let button = CardButton()
    button.setTitle("Save", for: .normal)
    button.setImage(UIImage(named: "save"), for: .normal)
    button.frame = CGRect(x: 0, y: 0, width: 80, height: 40)
    button.layoutIfNeeded()
    #expect(button.titleLabel?.frame == CGRect(x: 0, y: 20, width: 80, height: 20))
    #expect(button.currentTitle == "SAVE" && button.currentTitleColor == .red)
  }

  @Test func aButtonHasAConfiguration() {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Buy"
    configuration.subtitle = "Now"
    configuration.image = UIImage(systemName: "cart")
    configuration.imagePadding = 8
    configuration.imagePlacement = .trailing
    configuration.titlePadding = 2
    configuration.titleAlignment = .center
    configuration.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
    configuration.baseBackgroundColor = .systemGreen
    configuration.baseForegroundColor = .white
    configuration.cornerStyle = .capsule
    configuration.buttonSize = .large
    configuration.showsActivityIndicator = false
    configuration.background.cornerRadius = 12
    configuration.background.strokeColor = .red
    configuration.background.strokeWidth = 1
    configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
      var outgoing = incoming
      outgoing.font = UIFont.boldSystemFont(ofSize: 15)
      outgoing.foregroundColor = UIColor.white
      return outgoing
    }
    configuration.imageColorTransformer = UIConfigurationColorTransformer { _ in .white }
    var attributes = AttributeContainer()
    attributes.font = .systemFont(ofSize: 20)
    configuration.attributedTitle = AttributedString("Buy", attributes: attributes)
    let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in })
    button.configurationUpdateHandler = { button in
      button.configuration?.title = button.isHighlighted ? "Buying" : "Buy"
    }
    button.setNeedsUpdateConfiguration()
    button.automaticallyUpdatesConfiguration = true
    button.updateConfiguration()
    #expect(button.configuration?.title == "Buy")
    let all: [UIButton.Configuration] = [
      .plain(), .gray(), .tinted(), .filled(), .borderless(), .bordered(), .borderedTinted(), .borderedProminent(),
    ]
    #expect(all.count == 8 && UIButton(primaryAction: nil).configuration == nil)
    let edges: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
    #expect(edges == .all && UIRectEdge.all.contains(.left) && UIOffset.zero == UIOffset(horizontal: 0, vertical: 0))
  }

  final class PaddedField: UITextField {
    override func textRect(forBounds bounds: CGRect) -> CGRect { bounds.insetBy(dx: 8, dy: 0) }
    override func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
    override func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
    override func leftViewRect(forBounds bounds: CGRect) -> CGRect { super.leftViewRect(forBounds: bounds) }
    override func rightViewRect(forBounds bounds: CGRect) -> CGRect { super.rightViewRect(forBounds: bounds) }
    override func clearButtonRect(forBounds bounds: CGRect) -> CGRect { super.clearButtonRect(forBounds: bounds) }
    override func borderRect(forBounds bounds: CGRect) -> CGRect { super.borderRect(forBounds: bounds) }
  }

  @Test func fieldsAndControlsHaveSizesAndAreas() {
    let field = PaddedField(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    #expect(field.textRect(forBounds: field.bounds).minX == 8)
    let segments = UISegmentedControl(items: ["One", "Two"])
    segments.setWidth(50, forSegmentAt: 1)
    #expect(segments.widthForSegment(at: 1) == 50)
    #expect(UIPageControl().size(forNumberOfPages: 3).height > 0)
  }
}
