import Katana
import Tempura
import UIKit

final class AlertsScreen: ScreenView {
  var didTap: CustomInteraction<AlertExample>?

  override func addExamples() {
    addGroup("Alerts and action sheets", AlertExample.allCases.map(button))
  }

  private func button(_ example: AlertExample) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(example.rawValue, for: .normal)
    button.on(.touchUpInside) { [unowned self] _ in didTap?(example) }
    return button
  }
}

/// The alerts of the screen. Raw values are the titles of their buttons.
enum AlertExample: String, CaseIterable {
  case message = "Tell something"
  case question = "Ask before deleting"
  case choices = "Offer three choices"
  case signIn = "Ask for a name and a password"
  case sheet = "Show an action sheet"
  case longText = "Say a great deal"
  case rightToLeft = "Say it from right to left"
}

final class AlertsViewController: ScreenViewController<AlertsScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    rootView.didTap = { [unowned self] example in
      dispatch(NoteEvent(event: "\(example.rawValue): it was asked"))
      present(alert(example), animated: true)
    }
  }

  private func alert(_ example: AlertExample) -> UIAlertController {
    let alert = UIAlertController(
      title: example.rawValue, message: "It lies over the screen, which takes no input.",
      preferredStyle: example == .sheet ? .actionSheet : .alert)
    switch example {
    case .message:
      alert.addAction(action("OK"))
    case .question:
      alert.addAction(action("Delete", .destructive))
      alert.addAction(action("Cancel", .cancel))
    case .choices, .sheet:
      alert.addAction(action("Copy"))
      alert.addAction(action("Move"))
      alert.addAction(action("Delete", .destructive))
      let archive = action("Archive")
      archive.isEnabled = false
      alert.addAction(archive)
      alert.addAction(action("Cancel", .cancel))
    case .signIn:
      alert.addTextField { field in
        field.placeholder = "Name"
        field.textContentType = .username
      }
      alert.addTextField { field in
        field.placeholder = "Password"
        field.isSecureTextEntry = true
        field.textContentType = .password
      }
      alert.addAction(action("Cancel", .cancel))
      let signIn = UIAlertAction(title: "Sign in", style: .default) { [unowned self, unowned alert] _ in
        dispatch(NoteEvent(event: "\(alert.textFields?.first?.text ?? "") signed in"))
      }
      alert.addAction(signIn)
      alert.preferredAction = signIn
    case .longText:
      alert.message = String(repeating: "A long message goes on for quite some time. ", count: 30)
      alert.addAction(action("A button whose title needs more than a line on a small screen"))
      alert.addAction(action("Another one"))
      alert.addAction(action("Cancel", .cancel))
    case .rightToLeft:
      alert.title = "למחוק את הפריט?"
      alert.message = "אי אפשר לבטל פעולה זו."
      alert.addAction(action("מחיקה", .destructive))
      alert.addAction(action("ביטול", .cancel))
    }
    return alert
  }

  private func action(_ title: String, _ style: UIAlertAction.Style = .default) -> UIAlertAction {
    UIAlertAction(title: title, style: style) { [unowned self] action in
      dispatch(NoteEvent(event: "\(action.title ?? "") was chosen"))
    }
  }
}
