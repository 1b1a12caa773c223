import Tempura
import UIKit

final class MenusScreen: ScreenView {
  override func addExamples() {
    let list = UIButton(type: .system)
    list.setTitle("Open a menu", for: .normal)
    list.menu = menu
    list.showsMenuAsPrimaryAction = true
    let both = UIButton(type: .system)
    both.setTitle("Tap, or open the menu beside it", for: .normal)
    both.menu = menu
    note(both, .touchUpInside) { _ in "The button was tapped" }
    let disabled = UIButton(type: .system)
    disabled.setTitle("A menu that cannot be opened", for: .normal)
    disabled.menu = menu
    disabled.showsMenuAsPrimaryAction = true
    disabled.isEnabled = false
    addGroup("Menus", [list, both, disabled])

    let choice = UIButton(type: .system)
    choice.accessibilityIdentifier = "choice"
    choice.showsMenuAsPrimaryAction = true
    choice.changesSelectionAsPrimaryAction = true
    choice.menu = UIMenu(title: "Colour", children: ["Red", "Green", "Blue"].map { action($0) })
    addGroup("A button that shows what is chosen", [choice])
  }

  private var menu: UIMenu {
    UIMenu(
      title: "Document",
      children: [
        UIAction(title: "Rename", subtitle: "Give it another name", image: UIImage(named: "add")) { [unowned self] _ in
          didHappen?("Rename")
        },
        action("Starred", state: .on),
        action("Some are shared", state: .mixed),
        action("Locked", attributes: .disabled),
        UIMenu(title: "Share", children: [action("By mail"), action("As a link")]),
        UIMenu(options: .displayInline, children: [action("Delete", attributes: .destructive)]),
      ])
  }

  private func action(
    _ title: String, attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off
  ) -> UIAction {
    UIAction(title: title, attributes: attributes, state: state) { [unowned self] action in didHappen?(action.title) }
  }
}
