import Katana
import Tempura
import UIKit

final class ModalsScreen: ScreenView {
  var didTap: CustomInteraction<ModalStyle>?

  override func addExamples() {
    addGroup("Styles", ModalStyle.allCases.map(button))
  }

  private func button(_ style: ModalStyle) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(style.title, for: .normal)
    button.on(.touchUpInside) { [unowned self] _ in didTap?(style) }
    return button
  }
}

/// The ways to present a screen. Raw values are their names in routes.
enum ModalStyle: String, CaseIterable {
  case fullScreen = "full-screen"
  case overFullScreen = "over-full-screen"
  case overCurrentContext = "over-current-context"
  case pageSheet = "page-sheet"
  case formSheet = "form-sheet"
  case popover = "popover"

  var title: String {
    switch self {
    case .fullScreen: "Full screen"
    case .overFullScreen: "Over full screen"
    case .overCurrentContext: "Over current context"
    case .pageSheet: "Page sheet"
    case .formSheet: "Form sheet"
    case .popover: "Popover"
    }
  }

  var presentationStyle: UIModalPresentationStyle {
    switch self {
    case .fullScreen: .fullScreen
    case .overFullScreen: .overFullScreen
    case .overCurrentContext: .overCurrentContext
    case .pageSheet: .pageSheet
    case .formSheet: .formSheet
    case .popover: .popover
    }
  }
}

final class ModalsViewController: ScreenViewController<ModalsScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    rootView.didTap = { [unowned self] style in dispatch(Show(style)) }
  }

  override var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    var configuration: [NavigationRequest: NavigationInstruction] = [.hide(entry.id): .pop]
    for style in ModalStyle.allCases {
      let modal = Entry(id: style.rawValue, title: style.title) { ModalViewController($0, store: $1) }
      configuration[.show(style)] = .presentModally { [unowned self] _ in
        let screen = modal.make(modal, store)
        screen.modalPresentationStyle = style.presentationStyle
        return screen
      }
    }
    return configuration
  }
}

/// A modal screen: a card that asks a question.
final class ModalScreen: ScreenView {
  private let titleLabel = UILabel()
  private let textLabel = UILabel()
  private let noteButton = UIButton(type: .system)
  private let closeButton = UIButton(type: .custom)

  var didTapClose: Interaction?

  override func addExamples() {
    titleLabel.text = "Nothing below takes input"
    titleLabel.accessibilityTraits = .header
    titleLabel.headingLevel = 1
    titleLabel.font = .systemFont(ofSize: 20, weight: .semibold)
    textLabel.text = "Neither a tap nor the keyboard reaches what this screen covers."
    noteButton.setTitle("Take note", for: .normal)
    note(noteButton, .touchUpInside) { _ in "Take note was tapped" }
    closeButton.setTitle("Close", for: .normal)
    closeButton.role = .cancel
    closeButton.backgroundColor = Palette.filled
    closeButton.setTitleColor(Palette.onFilled, for: .normal)
    closeButton.layer.cornerRadius = 10
    closeButton.on(.touchUpInside) { [unowned self] _ in didTapClose?() }
    addSubview(card([titleLabel, textLabel, lastEvent, noteButton, closeButton]))
  }

  override func style() {
    super.style()
    backgroundColor = Palette.backdrop
  }
}

final class ModalViewController: ScreenViewController<ModalScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    rootView.didTapClose = { [unowned self] in dispatch(Hide()) }
  }

  override var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(entry.id): .dismissModally(behaviour: .hard)]
  }
}
