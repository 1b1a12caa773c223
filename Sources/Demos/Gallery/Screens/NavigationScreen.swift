import Tempura
import UIKit

final class NavigationScreen: ScreenView {
  private let pushButton = UIButton(type: .system)
  private let promptButton = UIButton(type: .system)

  var didTapPush: Interaction?
  var didTapPrompt: Interaction?

  override func addExamples() {
    pushButton.setTitle("Push a screen", for: .normal)
    pushButton.on(.touchUpInside) { [unowned self] _ in didTapPush?() }
    promptButton.setTitle("Show or hide the prompt", for: .normal)
    promptButton.on(.touchUpInside) { [unowned self] _ in didTapPrompt?() }
    let text = UILabel()
    text.text = "The bar above has a back button, a title, and buttons at its end, of which one is disabled."
    addGroup("The bar", [text, promptButton])
    addGroup("The stack", [pushButton])
  }
}

final class NavigationViewController: ScreenViewController<NavigationScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    let disabled = item("Save")
    disabled.isEnabled = false
    navigationItem.rightBarButtonItems = [item("Edit"), disabled]
    rootView.didTapPush = { [unowned self] in dispatch(Show("pushed")) }
    rootView.didTapPrompt = { [unowned self] in
      navigationItem.prompt = navigationItem.prompt == nil ? "A line above the title" : nil
      dispatch(NoteEvent(event: navigationItem.prompt == nil ? "The prompt went away" : "The prompt came"))
    }
  }

  private func item(_ title: String) -> UIBarButtonItem {
    UIBarButtonItem(title: title) { [unowned self] item in
      dispatch(NoteEvent(event: "\(item.title ?? "") was tapped"))
    }
  }

  override var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    let pushed = Entry(id: "pushed", title: "Pushed") { PushedViewController($0, store: $1) }
    return [
      .hide(entry.id): .pop,
      .show(pushed.id): .push { [unowned self] _ in pushed.make(pushed, store) },
    ]
  }
}

/// A screen on top of the stack, with buttons on both ends of its bar.
final class PushedScreen: ScreenView {
  private let popButton = UIButton(type: .system)

  var didTapPop: Interaction?

  override func addExamples() {
    popButton.setTitle("Pop this screen", for: .normal)
    popButton.on(.touchUpInside) { [unowned self] _ in didTapPop?() }
    addGroup("The top of the stack", [popButton])
  }
}

final class PushedViewController: ScreenViewController<PushedScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    let leave = UIBarButtonItem(barButtonSystemItem: .cancel) { [unowned self] _ in dispatch(Hide()) }
    navigationItem.leftBarButtonItem = leave
    navigationItem.rightBarButtonItem = UIBarButtonItem(image: UIImage(named: "add")) { [unowned self] _ in
      dispatch(NoteEvent(event: "Add was tapped"))
    }
    navigationItem.rightBarButtonItem?.accessibilityLabel = "Add"
    rootView.didTapPop = { [unowned self] in dispatch(Hide()) }
  }
}
